import type { Language } from '../language.ts'

/** A text in every language; a missing one does not compile. `{name}` stands for a value. */
export type Term = readonly [en: string, hi: string, ta: string]

const PLACES: Record<Language, 0 | 1 | 2> = { en: 0, hi: 1, ta: 2 }

/** The terms of one subject, in one language. */
export function inLanguage<K extends string>(terms: Record<K, Term>, language: Language): Record<K, string> {
  const place = PLACES[language]
  return Object.fromEntries(Object.entries<Term>(terms).map(([key, term]) => [key, term[place]])) as Record<K, string>
}

/** A text with its values filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
