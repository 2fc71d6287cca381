import { builtinClasses } from '../catalogue/builtin-classes.ts'
import { toClassRecord } from '../catalogue/classes.ts'
import type { ClassRecord } from '../catalogue/records.ts'
import { type ClassBytes, encodeClass } from './summary-record.ts'

interface HeldClasses {
  put(record: ClassRecord): void
  /** An undescribed class gets an empty record. */
  recordOf(key: string): ClassRecord
  /** The encoded class with this number in the index. */
  bytesOf(number: number): ClassBytes
  /** Built-in classes in their own order, then the others by key. */
  inOrder(): ClassRecord[]
}

export function createHeldClasses(numberOf: (key: string) => number, keyOf: (number: number) => string): HeldClasses {
  const records = new Map<string, ClassRecord>()
  const bytes: ClassBytes[] = []
  const builtinOrder = new Map(builtinClasses().map(({ key }, place) => [key, place]))

  function put(record: ClassRecord): void {
    records.set(record.key, record)
    bytes[numberOf(record.key)] = encodeClass(record)
  }

  function recordOf(key: string): ClassRecord {
    if (!records.has(key)) put(toClassRecord(key, '{}'))
    return records.get(key)!
  }

  for (const { type: _, ...record } of builtinClasses()) put(record)

  const placeOf = (key: string) => builtinOrder.get(key) ?? Number.MAX_SAFE_INTEGER
  return {
    put,
    recordOf,
    bytesOf(number) {
      if (bytes[number] === undefined) recordOf(keyOf(number))
      return bytes[number]!
    },
    inOrder: () => [...records.values()].sort((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1)),
  }
}
