import { builtinClasses } from '../../catalog/records.ts'
import { POWER_SOURCES, WHEEL_DRIVES } from '../../schema/api/values.ts'
import { readSections } from '../parser/sections.ts'

const CLOSED: readonly string[] = [...WHEEL_DRIVES, ...POWER_SOURCES]
export const classKeys: ReadonlySet<string> = new Set(builtinClasses().map(({ key }) => key))
const namesByValue = new Map<string, string[]>()
const valuesByName = new Map<string, string>()

const ONE_WORD = /^(?:[24]wd|[\p{L}\p{M}]+)$/u

/** Whether a name is a phrase, and not one of the single words that the index has for a value. */
export const isPhrase = (name: string, values: string) => !ONE_WORD.test(name) || classKeys.has(values)

for (const { header, phrases } of readSections('names')) {
  const values = header.slice('name='.length)
  const all = values.split(',')
  for (const phrase of phrases) {
    if (CLOSED.includes(values) && !CLOSED.includes(phrase)) valuesByName.set(phrase, values)
    // A name inside a longer text counts less: its other values rank after the first one.
    if (!isPhrase(phrase, values))
      for (const value of all)
        namesByValue.getOrInsert(value, []).push(value === all[0] ? phrase : `${phrase} ${value}`)
  }
}

/** The drive or power source that this is another name of, or itself. */
export const valueNamed = (text: string): string => valuesByName.get(text) ?? text

export const namesOf = (value: string): readonly string[] => namesByValue.get(value) ?? []
