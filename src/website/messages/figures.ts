import { kolkataDate } from '../../lib/calendar.ts'
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

export function figure(value: number): string {
  return grouped.format(value)
}

/** Rupees in words: ₹6.82 lakh. */
export function spokenMoney(rupees: number, language: Language): string {
  const { lakh, crore } = UNITS[language]
  // An amount that would round up to 100 lakh is a crore.
  if (rupees >= CRORE - 500) return `₹${rounded.format(rupees / CRORE)} ${crore}`
  if (rupees >= LAKH) return `₹${rounded.format(rupees / LAKH)} ${lakh}`
  return fullMoney(rupees)
}

export function fullMoney(rupees: number): string {
  return `₹${grouped.format(Math.round(rupees))}`
}

const LOCALES: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN', ta: 'ta-IN' }

/** Writes dates, and date-times as the day in India, without the comma that some languages put before the year. */
function dates(options: Intl.DateTimeFormatOptions): (date: string, language: Language) => string {
  const formats = new Map<Language, Intl.DateTimeFormat>()
  const make = (language: Language) =>
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC', numberingSystem: 'latn' })
  return (date, language) => {
    const day = new Date(date.includes('T') ? kolkataDate(Date.parse(date)) : date)
    return formats.getOrInsertComputed(language, make).format(day).replace(',', '')
  }
}

export const month = dates({ month: 'short', year: 'numeric' })
export const day = dates({ day: 'numeric', month: 'short', year: 'numeric' })
