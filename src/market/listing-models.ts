import { builtinClasses, type ClassRecord, type Maker } from '../catalogue/records.ts'
import { kept } from '../running/kept.ts'
import { ATTRIBUTES } from '../search/index/attributes.ts'
import { FIGURES, MISSING } from '../search/index/figures.ts'
import { createBatchWriter } from '../search/index/search-batch.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { type SearchChanges, toSearchClass } from '../search/types.ts'
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

/**
 * The models of all listings in an index of their own, where words are matched as in the catalogue. A seller's other
 * texts are not in it. A model that no listing has any longer keeps its number, but not its words.
 */
export function createListingModels() {
  const index = createSearchIndex(TODAY, true)
  index.apply({ classes: builtinClasses().map(toSearchClass) })
  const models: Model[] = []
  const numbers = new Map<string, number>()
  const changed = new Set<number>()
  /** The same words are asked for with other filters, and for the next page. */
  const matches = kept<string, MatchedModels>(MAX_MATCHED_BYTES, bytesOf)

  function apply(changes: SearchChanges): void {
    index.apply(changes)
    matches.clear()
  }

  function settle(): void {
    if (changed.size === 0) return
    const writer = createBatchWriter(changed.size)
    const makers: string[] = []
    for (const number of changed) {
      const { maker_slug, maker_name, variant_name, machine_class, listings } = models[number]!
      writer.nameText(listings > 0 ? `${maker_name} ${variant_name}` : '')
      const profile = ATTRIBUTES.map(({ name }) => (name === 'machine_class' ? machine_class : null))
      const figures = Float64Array.from(FIGURES, ({ name, kind }) => {
        return name === 'published_at' && listings > 0 ? 1 : kind === 'date' ? 0 : MISSING
      })
      writer.add(number + 1, writer.addCell({ maker: makers.push(maker_slug) - 1, profile }), figures)
    }
    index.taker((maker) => makers[maker]!)(writer.take())
    index.settle()
    matches.clear()
    changed.clear()
  }

  return {
    nameMakers: (makers: readonly Maker[]) => apply({ makers }),
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
      settle()
      return index
    },
    /** The models that match one of the sides. */
    match(sides: readonly (readonly string[])[]): MatchedModels {
      settle()
      return matches.getOrMake(JSON.stringify(sides), () => {
        const matched = { models: [] as number[], costs: [] as number[] }
        index.match(sides, (row, cost) => {
          matched.models.push(index.columns.id[row]! - 1)
          matched.costs.push(cost)
        })
        return matched
      })
    },
  }
}
