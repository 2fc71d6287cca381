import { Machine } from '../../schema/api/machine.ts'
import type { Field } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import { IMPLEMENT } from '../../schema/records/others.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { openLists } from '../messages/messages.ts'
import { pairs } from './sections.ts'

export const FURTHER = Object.keys(openLists.spec).filter(
  (key): key is keyof Machine => key in Machine.properties && key !== 'lifecycle' && key !== 'price_from_inr',
)

type SpecLine = Machine['spec'][number]['fields'][number]

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
  return fields.flatMap((field): [label: string, text: string][] => {
    const text = fieldText(locale, machine, field)
    return text === null ? [] : [[locale.value('spec', field), text]]
  })
}

export function machineSpec(locale: Locale, machine: Machine): Html {
  const { w } = locale
  const { spec, completeness, verified_at } = machine
  const lines = spec.flatMap(({ fields }) => fields)
  const grouped = new Set(lines.map(({ key }) => key))
  const others = FURTHER.filter((field) => !grouped.has(field))
  const further = fieldRows(locale, machine, others)
  const row = ({ key, label, value, unit }: SpecLine) => {
    const text =
      value === undefined
        ? w.unknown
        : `${figureText(locale, value, unit)} ${unit ? locale.unit(unit, Number(value)) : ''}`
    return [labelled(locale, key, label), text] as const
  }
  const group = (title: string, rows: Parameters<typeof pairs>[0]) =>
    html`<section><h3>${title}</h3>${pairs(rows)}</section>`
  return html`${confirmedLine(locale, lines)}<div class="spec">${spec.map(({ key, label, fields }) =>
    group(labelled(locale, key, label), fields.map(row)),
  )}${further.length > 0 && group(w.otherFigures, further)}</div>
<p class="quiet">${locale.say('completeness', { n: completeness })}${verified_at && html` · ${locale.say('verifiedIn', { month: locale.month(verified_at) })}`} · <a href="${locale.to('about')}">${w.about}</a></p>`
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

function confirmedLine(locale: Locale, lines: readonly SpecLine[]): Html | null {
  const rated = lines.filter(({ confidence, value }) => confidence !== undefined && value !== undefined)
  const confirmed = rated.filter(({ confidence }) => confidence! >= MIN_CONFIDENCE)
  if (rated.length === 0) return null
  const names = confirmed.map(({ key, label }) => labelled(locale, key, label)).join(', ')
  const { w } = locale
  if (confirmed.length === rated.length) return html`<p>${w.allConfirmed}</p>`
  const others = locale.say('unconfirmedCount', { n: rated.length - confirmed.length })
  return html`<p>${names ? html`${locale.say('confirmedFields', { names })} ${others}` : w.noneConfirmed}</p>`
}
