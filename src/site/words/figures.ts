import type { Language } from '../language.ts'

const LAKH = 100_000
const CRORE = 10_000_000

const UNITS: Record<Language, { lakh: string; crore: string }> = {
  en: { lakh: 'lakh', crore: 'crore' },
  hi: { lakh: 'लाख', crore: 'करोड़' },
  ta: { lakh: 'லட்சம்', crore: 'கோடி' },
}

const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 })
const rounded = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** A figure with Indian grouping: 12,34,567. */
export function figure(value: number): string {
  return grouped.format(value)
}

/** Rupees in words: ₹6.82 lakh. */
export function saidMoney(rupees: number, language: Language): string {
  const { lakh, crore } = UNITS[language]
  // An amount that would round up to 100 lakh is a crore.
  if (rupees >= CRORE - 500) return `₹${rounded.format(rupees / CRORE)} ${crore}`
  if (rupees >= LAKH) return `₹${rounded.format(rupees / LAKH)} ${lakh}`
  return fullMoney(rupees)
}

/** Rupees in full, for tables: ₹6,82,000. */
export function fullMoney(rupees: number): string {
  return `₹${grouped.format(Math.round(rupees))}`
}

const LOCALES: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN', ta: 'ta-IN' }
const months = formats({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const days = formats({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

function formats(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  const make = (language: Language) =>
    new Intl.DateTimeFormat(LOCALES[language], { ...options, numberingSystem: 'latn' })
  return { en: make('en'), hi: make('hi'), ta: make('ta') }
}

/** The month of a day: Feb 2026. */
export const month = remembered((date, language) => months[language].format(new Date(date)))

/** Without the comma that some languages put before the year: 8 Nov 2026. */
export const day = remembered((date, language) => days[language].format(new Date(date)).replace(',', ''))

const MAX_REMEMBERED = 2_000

/** Formatting costs more than everything around it, and a catalogue has few dates. */
function remembered(write: (date: string, language: Language) => string): typeof write {
  const known: Record<Language, Map<string, string>> = { en: new Map(), hi: new Map(), ta: new Map() }
  return (date, language) => {
    const texts = known[language]
    const held = texts.get(date)
    if (held !== undefined) return held
    if (texts.size >= MAX_REMEMBERED) texts.clear()
    const text = write(date, language)
    texts.set(date, text)
    return text
  }
}
