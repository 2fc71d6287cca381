import { Machine } from '../../schema/api/machine.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import { IMPLEMENT } from '../../schema/records/others.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../locale.ts'
import { openLists } from '../messages/messages.ts'
import type { Section } from './small.ts'

/** Fields shown when no spec group has them, in the order of their labels. */
export const FURTHER = Object.keys(openLists.spec).filter(
  (key): key is keyof Machine => key in Machine.properties && key !== 'lifecycle' && key !== 'price_from_inr',
)

const FIELDS: Readonly<Record<string, Field>> = { ...IMPLEMENT, ...MACHINE }

/** A sheet's field for people; null when unknown. */
export function fieldText(reader: Reader, machine: object, field: string): string | null {
  const value = (machine as Record<string, unknown>)[field]
  if (value === null || value === undefined || value === '') return null
  if (field === 'launched_at') return reader.month(String(value))
  if (typeof value === 'number') return reader.measure(value, FIELDS[field]?.unit ?? '')
  if (field === 'kind' || field === 'power_source' || field === 'wheel_drive' || field === 'lifecycle') {
    return reader.value(field, String(value))
  }
  return reader.said(String(value))
}

/** Those of the fields that are known, with their labels. */
export function fieldRows(reader: Reader, machine: object, fields: readonly string[]) {
  return fields.flatMap((field) => {
    const text = fieldText(reader, machine, field)
    return text === null ? [] : [{ label: reader.value('spec', field), text }]
  })
}

/** Which lines are sure, spec groups, then the sheet's other fields. */
export function sheetSpec(reader: Reader, machine: Machine): Section {
  const { w } = reader
  const grouped = new Set(machine.spec.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const further = fieldRows(
    reader,
    machine,
    FURTHER.filter((field) => !grouped.has(field)),
  )
  const lines = machine.spec.flatMap(({ fields }) => fields)
  const known = reader.say('completeness', { n: machine.completeness })
  const body = html`${sureLine(reader, lines)}<div class="spec">${machine.spec.map(
    ({ key, label, fields }) =>
      html`<section><h3>${labelled(reader, key, label)}</h3><dl>${fields.map(
        (field) =>
          html`<div><dt>${labelled(reader, field.key, field.label)}</dt><dd>${field.value === undefined ? w.unknown : html`${figureText(reader, field.value, field.unit)}${field.unit && html` ${reader.unit(field.unit, Number(field.value))}`}`}</dd></div>`,
      )}</dl></section>`,
  )}${
    further.length > 0 &&
    html`<section><h3>${w.otherFigures}</h3><dl>${further.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></section>`
  }</div>
<p class="quiet">${known}${machine.verified_at && html` · ${reader.say('verifiedIn', { month: reader.month(machine.verified_at) })}`} · <a href="${reader.to('about')}">${w.about}</a></p>`
  return { figure: reader.say('figureCount', { n: lines.length + further.length }), body }
}

/** Our own word for a label in Hindi and Tamil; the data's label in English and for unknown keys. */
function labelled(reader: Reader, key: string, label: string): string {
  if (reader.language === 'en') return label
  const known = reader.value('spec', key)
  return /^[\x20-\x7e]*$/.test(known) ? label : known
}

/** Four digits without a unit may be a year. */
function figureText(reader: Reader, value: string, unit: string | undefined): string {
  return (unit ? /^\d{1,12}$/ : /^\d{5,12}$/).test(value) ? reader.figure(Number(value)) : reader.said(value)
}

const SURE = 0.8

/** One line in place of a mark at each figure: those that the maker printed, and how many are from elsewhere. */
function sureLine(reader: Reader, lines: Machine['spec'][number]['fields']): Html | null {
  const judged = lines.filter(({ confidence, value }) => confidence !== undefined && value !== undefined)
  const sure = judged.filter(({ confidence }) => confidence! >= SURE)
  if (judged.length === 0) return null
  const names = sure.map(({ key, label }) => labelled(reader, key, label)).join(', ')
  const { w } = reader
  if (sure.length === judged.length) return html`<p class="sure">${w.allSure}</p>`
  const others = reader.say('othersUnsure', { n: judged.length - sure.length })
  return html`<p class="sure">${names ? html`${reader.say('sureAre', { names })} ${others}` : w.noneSure}</p>`
}
