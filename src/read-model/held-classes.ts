import { builtinClasses } from '../catalogue/builtin-classes.ts'
import { toClassRecord } from '../catalogue/classes.ts'
import type { ClassRecord } from '../catalogue/records.ts'
import { type ClassBytes, encodeClass } from './summary-record.ts'

/** The classes, numbered in the order they came to be known. */
export interface HeldClasses {
  put(record: ClassRecord): void
  /** The number of a class; one that was never described gets a bare record. */
  numberOf(key: string): number
  recordOf(number: number): ClassRecord
  bytesOf(number: number): ClassBytes
  /** Those that come with the program in its order, then the others by key. */
  inOrder(): ClassRecord[]
}

export function createHeldClasses(): HeldClasses {
  const numbers = new Map<string, number>()
  const records: ClassRecord[] = []
  const bytes: ClassBytes[] = []
  const builtinOrder = new Map(builtinClasses().map(({ key }, place) => [key, place]))

  function put(record: ClassRecord): void {
    const number = numbers.get(record.key) ?? records.length
    numbers.set(record.key, number)
    records[number] = record
    bytes[number] = encodeClass(record)
  }

  for (const { type: _, ...record } of builtinClasses()) put(record)

  const placeOf = (key: string) => builtinOrder.get(key) ?? Number.MAX_SAFE_INTEGER
  return {
    put,
    numberOf(key) {
      if (!numbers.has(key)) put(toClassRecord(key, '{}'))
      return numbers.get(key)!
    },
    recordOf: (number) => records[number]!,
    bytesOf: (number) => bytes[number]!,
    inOrder: () => [...records].sort((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1)),
  }
}
