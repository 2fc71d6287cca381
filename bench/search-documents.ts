import { readFileSync } from 'node:fs'
import { type SearchClass, type SearchDocument, toSearchClass } from '../src/search/types.ts'
import type { GeneratedMachine } from './generate.ts'

export function toDocument(machine: GeneratedMachine): SearchDocument {
  const prices = machine.prices.filter((price) => price.kind === 'ex_showroom').map((price) => price.price_inr)
  return {
    ...machine,
    ...{ lift_capacity_t: null, payload_kg: null, rated_load_kg: null, tipping_load_kg: null, cylinders: null },
    price_from_inr: prices.length > 0 ? Math.min(...prices) : null,
    price_kind: prices.length > 0 ? 'ex_showroom' : null,
  }
}

export function readClasses(): SearchClass[] {
  const lines = readFileSync(new URL('../sample/classes.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => toSearchClass(JSON.parse(line)))
}
