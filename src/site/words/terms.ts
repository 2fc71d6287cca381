import type { Language } from '../language.ts'

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
