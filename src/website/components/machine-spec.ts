import { Machine } from '../../schema/api/machine.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import { IMPLEMENT } from '../../schema/records/others.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { openLists } from '../messages/messages.ts'

export const FURTHER = Object.keys(openLists.spec).filter(
  (key): key is keyof Machine => key in Machine.properties && key !== 'lifecycle' && key !== 'price_from_inr',
)

const FIELDS: Readonly<Record<string, Field>> = { ...IMPLEMENT, ...MACHINE }

/** A machine's value with its unit, in words; null when unknown. */
export function fieldText(locale: Locale, machine: object, field: string): string | null {
  const value = (machine as Record<string, unknown>)[field]
  if (value === null || value === undefined || value === '') return null
  if (field === 'launched_at') return locale.month(String(value))
  if (typeof value === 'number') return locale.measure(value, FIELDS[field]?.unit ?? '')
  if (field === 'kind' || field === 'power_source' || field === 'wheel_drive' || field === 'lifecycle') {
    return locale.value(field, String(value))
  }
  return locale.said(String(value))
}

export function fieldRows(locale: Locale, machine: object, fields: readonly string[]) {
  return fields.flatMap((field) => {
    const text = fieldText(locale, machine, field)
    return text === null ? [] : [{ label: locale.value('spec', field), text }]
  })
}

export function machineSpec(locale: Locale, machine: Machine): Html {
  const { w } = locale
  const grouped = new Set(machine.spec.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const further = fieldRows(
    locale,
    machine,
    FURTHER.filter((field) => !grouped.has(field)),
  )
  const lines = machine.spec.flatMap(({ fields }) => fields)
  const completeness = locale.say('completeness', { n: machine.completeness })
  return html`${confirmedLine(locale, lines)}<div class="spec">${machine.spec.map(
    ({ key, label, fields }) =>
      html`<section><h3>${labelled(locale, key, label)}</h3><dl>${fields.map(
        (field) =>
          html`<div><dt>${labelled(locale, field.key, field.label)}</dt><dd>${field.value === undefined ? w.unknown : html`${figureText(locale, field.value, field.unit)}${field.unit && html` ${locale.unit(field.unit, Number(field.value))}`}`}</dd></div>`,
      )}</dl></section>`,
  )}${
    further.length > 0 &&
    html`<section><h3>${w.otherFigures}</h3><dl>${further.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></section>`
  }</div>
<p class="quiet">${completeness}${machine.verified_at && html` · ${locale.say('verifiedIn', { month: locale.month(machine.verified_at) })}`} · <a href="${locale.to('about')}">${w.about}</a></p>`
}

/** Our word for a label in Hindi and Tamil; the data's label in English and for unknown keys. */
function labelled(locale: Locale, key: string, label: string): string {
  return locale.language === 'en' ? label : (locale.find('spec', key) ?? label)
}

/** Four digits without a unit may be a year. */
function figureText(locale: Locale, value: string, unit: string | undefined): string {
  return (unit ? /^\d{1,12}$/ : /^\d{5,12}$/).test(value) ? locale.figure(Number(value)) : locale.said(value)
}

/** Values above this confidence are the manufacturer's. */
const MIN_CONFIDENCE = 0.8

function confirmedLine(locale: Locale, lines: Machine['spec'][number]['fields']): Html | null {
  const rated = lines.filter(({ confidence, value }) => confidence !== undefined && value !== undefined)
  const confirmed = rated.filter(({ confidence }) => confidence! >= MIN_CONFIDENCE)
  if (rated.length === 0) return null
  const names = confirmed.map(({ key, label }) => labelled(locale, key, label)).join(', ')
  const { w } = locale
  if (confirmed.length === rated.length) return html`<p>${w.allConfirmed}</p>`
  const others = locale.say('unconfirmedCount', { n: rated.length - confirmed.length })
  return html`<p>${names ? html`${locale.say('confirmedFields', { names })} ${others}` : w.noneConfirmed}</p>`
}
