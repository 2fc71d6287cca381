import { type ClassRecord, classWords } from '../catalogue/records.ts'
import { LOADS } from './index/figures.ts'
import type { SearchClass } from './types.ts'

const IN_WEIGHT: readonly string[] = ['kg', 't']

/** The part of a class that search uses. */
export function toSearchClass(record: Omit<ClassRecord, 'type'>): SearchClass {
  const weights = new Set(record.plate.filter(({ unit }) => IN_WEIGHT.includes(unit)).map(({ key }) => key))
  return { key: record.key, words: classWords(record), loads: LOADS.filter((load) => weights.has(load)) }
}
