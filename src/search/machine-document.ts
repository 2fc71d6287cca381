import type { MachineRow } from '../catalog/catalogue-rows.ts'
import type { MachineFacts } from '../catalog/records.ts'
import { EQUIPMENT } from '../schema/records/machine-search-fields.ts'
import { FIGURES, TERMS } from './index/schema.ts'
import type { SearchDocument } from './types.ts'

const SEARCHED: readonly string[] = [...TERMS, ...FIGURES, 'family', ...EQUIPMENT]

/** Returns what search knows of a stored machine. `manufacturer` is its slug. */
export function toSearchDocument(row: MachineRow, facts: MachineFacts, manufacturer: string): SearchDocument {
  const stored: Record<string, unknown> = {
    ...facts,
    machine_class: row.class_key,
    price_from_inr: row.price_from_inr,
    price_kind: row.price_kind,
    published_at: row.published_at,
  }
  const document: Record<string, unknown> = {
    id: row.id,
    name: facts.name,
    manufacturer,
    aliases: row.aliases === '[]' ? [] : JSON.parse(row.aliases),
  }
  for (const name of SEARCHED) document[name] = stored[name] ?? null
  const existing = Object.keys(facts).filter((name) => facts[name as keyof MachineFacts] !== null)
  if (row.price_from_inr !== null) existing.push('price_from_inr')
  if (row.media_image !== null) existing.push('image')
  document.known = existing
  return document as unknown as SearchDocument
}
