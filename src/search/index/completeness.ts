import { popCount } from '../../lib/collections/bitset.ts'
import { namesWhere } from '../../schema/records/field.ts'
import { MACHINE } from '../../schema/records/machine.ts'
import { TENTHS } from './score.ts'

/** The fields that a machine may lack and a class may expect of it. Each is a bit of two numbers. */
const FACTS: readonly string[] = [
  ...namesWhere(MACHINE, (field) => !field.required && field.stored === undefined && !('default' in field)),
  'price_from_inr',
]
const NUMBERS = numberFacts(FACTS)

export type FactBits = readonly [low: number, high: number]

export function numberFacts(names: readonly string[]): Map<string, number> {
  if (names.length > 64) throw new Error(`completeness counts ${names.length} fields, and FactBits holds 64`)
  return new Map(names.map((name, number) => [name, number]))
}

export function factBits(names: Iterable<string>): FactBits {
  const bits: [number, number] = [0, 0]
  for (const name of names) {
    const number = NUMBERS.get(name)
    if (number !== undefined) bits[number >>> 5]! |= 1 << (number & 31)
  }
  return bits
}

export interface Expected {
  facts: FactBits
  all: number
}

export const expectedOf = (expects: readonly string[] = []): Expected => ({
  facts: factBits(expects),
  all: expects.length,
})

export function tenthsExisting(expected: Expected | undefined, low: number, high: number): number {
  if (expected === undefined || expected.all === 0) return TENTHS
  const { facts, all } = expected
  const missing = popCount(facts[0] & ~low) + popCount(facts[1] & ~high)
  return Math.floor(((all - missing) * TENTHS) / all)
}
