import type { Db } from '../database/schema.ts'
import { nearestName } from '../text/nearest-name.ts'
import { foldWords } from './table-words.ts'

/** The names of makers and classes when a table is read, each with what it means; some mean several. */
export interface KnownNames {
  makers: ReadonlyMap<string, readonly string[]>
  /** The name of each maker, by its slug. */
  makerNames: ReadonlyMap<string, string>
  classes: ReadonlyMap<string, readonly string[]>
}

export const NO_NAMES: KnownNames = { makers: new Map(), makerNames: new Map(), classes: new Map() }

export async function readKnownNames(db: Db): Promise<KnownNames> {
  const makers = await db.selectFrom('manufacturers').select(['slug', 'name', 'aliases']).execute()
  const classes = await db.selectFrom('classes').selectAll().execute()
  return {
    makers: byName(makers.map(({ slug, name, aliases }) => [slug, [slug, name, ...JSON.parse(aliases)]])),
    makerNames: new Map(makers.map(({ slug, name }) => [slug, name])),
    classes: byName(
      classes.map(({ key, doc }) => {
        const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = JSON.parse(doc)
        return [key, [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]]
      }),
    ),
  }
}

function byName(all: readonly (readonly [string, readonly string[]])[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [meant, names] of all) {
    for (const name of new Set(names.map(foldWords))) found.set(name, [...(found.get(name) ?? []), meant])
  }
  return found
}

/** Words that makers' names end with on letterheads. */
const TRAILING = /\s(?:ltd|limited|pvt|private|india|tractors?|co|company|corp|corporation|inc|agri|group)$/

/** What a name means: one or several, none when it is not known. */
export function meaningOf(names: ReadonlyMap<string, readonly string[]>, name: string): readonly string[] {
  for (let folded = foldWords(name); ; folded = folded.replace(TRAILING, '')) {
    const found = names.get(folded)
    if (found || !TRAILING.test(folded)) return found ?? []
  }
}

export function nearestMeaning(names: ReadonlyMap<string, readonly string[]>, name: string): string | undefined {
  return nearestName(foldWords(name), names.keys())
}
