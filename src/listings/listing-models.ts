import { builtinClasses, type ClassRecord, type Manufacturer } from '../catalog/records.ts'
import { createCache } from '../lib/cache.ts'
import { TEXT_FACETS } from '../search/index/schema.ts'
import { createTable } from '../search/index/table.ts'
import { CLASS, MANUFACTURER } from '../search/index/text-index.ts'
import { createTextSearch } from '../search/index/text-search.ts'
import type { Clauses } from '../search/parser/clauses.ts'
import type { TermLookup } from '../search/parser/term-lookup.ts'
import { toSearchClass } from '../search/types.ts'

/** What listings of one machine have in common, for words to match. */
interface ModelName {
  maker_slug: string
  maker_name: string
  variant_name: string
  machine_class: string | null
}

export interface MatchedModels {
  models: Uint32Array
  scores: Float64Array
}

const MAX_MATCHED_BYTES = 4 * 1024 * 1024

/** The models of all listings: words are matched as in the catalogue. A seller's other texts are not in it. */
export function createListingModels() {
  const table = createTable([], TEXT_FACETS)
  const all = () => table.between('id', null, null)
  const text = createTextSearch(table, all)
  const numbers = new Map<string, number>()
  /** By the numbers of models, which are used again. */
  const held: { key: string; listings: number }[] = []
  let lastId = 0
  let isStale = true
  /** The same words are asked for with other filters, and for the next page. */
  const matches = createCache<string, MatchedModels>(MAX_MATCHED_BYTES, ({ models }) => models.length * 12 + 300)

  function commit(): void {
    if (!isStale) return
    table.commit()
    text.commit()
    matches.clear()
    isStale = false
  }

  function nameClasses(classes: readonly Omit<ClassRecord, 'type'>[]): void {
    for (const { key, words } of classes.map(toSearchClass))
      text.setWords(CLASS, table.lists[CLASS].codeOf(key), [], words)
    isStale = true
  }

  nameClasses(builtinClasses())

  return {
    nameMakers(manufacturers: readonly Manufacturer[]): void {
      for (const { slug, name, aliases } of manufacturers)
        text.setWords(MANUFACTURER, table.lists[MANUFACTURER].codeOf(slug), [name], aliases)
      isStale = true
    },
    nameClasses,
    /** The number of a model. It is held until it is released as often. */
    hold({ maker_slug, maker_name, variant_name, machine_class }: ModelName): number {
      const key = JSON.stringify([maker_slug, maker_name, variant_name, machine_class])
      const number = numbers.getOrInsertComputed(key, () => {
        const values = { manufacturer: maker_slug, machine_class, kind: null, power_source: null, wheel_drive: null }
        const row = table.put(++lastId, {}, values)
        text.put(row, `${maker_name} ${variant_name}`)
        held[row] = { key, listings: 0 }
        isStale = true
        return row
      })
      held[number]!.listings++
      return number
    },
    release(number: number): void {
      const model = held[number]!
      if (--model.listings > 0) return
      numbers.delete(model.key)
      text.put(number, '')
      table.remove(table.columns.id[number]!)
      isStale = true
    },
    get lookup(): TermLookup {
      commit()
      return text.lookup
    },
    /** The models that match one of the clauses. */
    match(clauses: Clauses): MatchedModels {
      commit()
      return matches.getOrCompute(JSON.stringify(clauses), () => {
        const match = text.match(clauses)
        const models = table.search(all(), match.rows, [], []).rows.slice()
        return { models, scores: match.scoresOf(models) }
      })
    },
  }
}
