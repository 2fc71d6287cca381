import type { Language } from '../language.ts'

/** A word in every language. */
export type Term = readonly [en: string, hi: string, ta: string]

const PLACES: Record<Language, 0 | 1 | 2> = { en: 0, hi: 1, ta: 2 }

/** The terms of one list, in one language. */
export function inLanguage(terms: Record<string, Term>, language: Language): Record<string, string> {
  const place = PLACES[language]
  return Object.fromEntries(Object.entries(terms).map(([key, term]) => [key, term[place]]))
}

/** A text with its values filled in, each in the place of its `{name}`; `{n:one|many}` is the first word when n is 1, else the second. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    if (one === undefined) return String(values[name] ?? whole)
    return String(values[name]) === '1' ? one : many!
  })
}

const HINDI_ENDINGS: readonly [RegExp, string][] = [
  [/(?:ें|े|ा)$/u, 'ों'],
  [/(?:ियाँ|ी)$/u, 'ियों'],
  [/(?<=[क-ह़])$/u, 'ों'],
]

/**
 * A plural as it stands before a postposition: `ट्रैक्टर` becomes `ट्रैक्टरों` in Hindi; in Tamil `டிராக்டர்கள்` loses
 * its last sign, and the text goes on with the ending.
 */
export function beforePostposition(plural: string, language: Language): string {
  if (language === 'ta') return plural.endsWith('்') ? plural.slice(0, -1) : `${plural} வகைகள`
  if (language === 'en') return plural
  const [ending, instead] = HINDI_ENDINGS.find(([ending]) => ending.test(plural)) ?? [/$/, '']
  return plural.replace(ending, instead)
}
