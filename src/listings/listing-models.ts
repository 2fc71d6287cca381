import { builtinClasses, type ClassRecord, type Manufacturer } from '../catalog/records.ts'
import { createCache } from '../lib/cache.ts'
import { ATTRIBUTES } from '../search/index/attributes.ts'
import { FIGURES } from '../search/index/figures.ts'
import type { Clauses } from '../search/parser/clauses.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { type SearchChanges, type SearchDocument, toSearchClass } from '../search/types.ts'
import type { MatchedModels } from './listing-index.ts'

/** What listings of one machine have in common, for words to match. */
interface Model {
  maker_slug: string
  maker_name: string
  variant_name: string
  machine_class: string | null
  listings: number
}

type ModelName = Omit<Model, 'listings'>

/** Every model is visible on this day. */
const TODAY = '9999-12-31'
const MAX_MATCHED_BYTES = 4 * 1024 * 1024

const bytesOf = ({ models }: MatchedModels, words: string) => models.length * 16 + words.length + 200

const UNKNOWN = Object.fromEntries([...ATTRIBUTES, ...FIGURES].map(({ name }) => [name, null]))

/** A model without listings is hidden and has no words. */
function toDocument(number: number, { maker_slug, maker_name, variant_name, machine_class, listings }: Model) {
  return {
    ...UNKNOWN,
    id: number + 1,
    name: listings > 0 ? `${maker_name} ${variant_name}` : '',
    manufacturer: maker_slug,
    aliases: [],
    family: null,
    machine_class,
    published_at: listings > 0 ? '1970-01-01' : null,
  } as unknown as SearchDocument
}

/**
 * The models of all listings in an index of their own, where words are matched as in the catalogue. A seller's other
 * texts are not in it. A model that no listing has any longer keeps its number, but not its words.
 */
export function createListingModels() {
  const index = createSearchIndex(TODAY)
  index.apply({ classes: builtinClasses().map(toSearchClass) })
  const models: Model[] = []
  const numbers = new Map<string, number>()
  const changed = new Set<number>()
  /** The same words are asked for with other filters, and for the next page. */
  const matches = createCache<string, MatchedModels>(MAX_MATCHED_BYTES, bytesOf)

  function apply(changes: SearchChanges): void {
    index.apply(changes)
    matches.clear()
  }

  function commit(): void {
    if (changed.size === 0) return
    index.put(Array.from(changed, (number) => toDocument(number, models[number]!)))
    index.settle()
    matches.clear()
    changed.clear()
  }

  return {
    nameMakers: (manufacturers: readonly Manufacturer[]) => apply({ manufacturers }),
    nameClasses: (classes: readonly ClassRecord[]) => apply({ classes: classes.map(toSearchClass) }),
    /** The number of a model. It is held until it is released as often. */
    hold(name: ModelName): number {
      const key = JSON.stringify([name.maker_slug, name.maker_name, name.variant_name, name.machine_class])
      const number = numbers.getOrInsertComputed(key, () => models.push({ ...name, listings: 0 }) - 1)
      if (models[number]!.listings++ === 0) changed.add(number)
      return number
    },
    release(number: number): void {
      if (--models[number]!.listings === 0) changed.add(number)
    },
    /** The index, up to date. */
    get index() {
      commit()
      return index
    },
    /** The models that match one of the clauses. */
    match(clauses: Clauses): MatchedModels {
      commit()
      return matches.getOrCompute(JSON.stringify(clauses), () => {
        const matched = { models: [] as number[], costs: [] as number[] }
        index.match(clauses, (row, cost) => {
          matched.models.push(index.columns.id[row]! - 1)
          matched.costs.push(cost)
        })
        return matched
      })
    },
  }
}
