import type { Selectable } from 'kysely'
import { builtinClasses } from '../../catalogue/builtin-classes.ts'
import { classesAfter, makersAfter } from '../../catalogue/catalogue-rows.ts'
import type { MachineFacts } from '../../catalogue/records.ts'
import { among } from '../../database/bulk.ts'
import type { Db } from '../../database/schema.ts'
import type { MachineTable } from '../../database/tables/catalogue.ts'
import { TERMS, type TermName } from '../index/attributes.ts'
import { FIGURES, type FigureName } from '../index/figures.ts'
import { toSearchClass } from '../search-class.ts'
import type { SearchClass, SearchDocument, SearchMaker } from '../types.ts'
import { type IndexDocument, toIndexDocument } from './documents.ts'

/** Ids of machines whose document may differ from the one at a revision: their own changes, their maker's, their class's. */
export async function machinesChangedSince(db: Db, revision: number): Promise<number[]> {
  const changed = db
    .selectFrom('machines')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('revision', '>', revision),
        eb('manufacturer_id', 'in', eb.selectFrom('manufacturers').select('id').where('revision', '>', revision)),
        eb('class_key', 'in', eb.selectFrom('classes').select('key').where('revision', '>', revision)),
      ]),
    )
  return (await changed.orderBy('id').execute()).map(({ id }) => id)
}

/** Makers by id and classes by key: what machines share. */
export interface SharedRecords {
  makers: Map<number, SearchMaker>
  classes: Map<string, SearchClass>
}

export async function readShared(db: Db): Promise<SharedRecords> {
  const classes = new Map<string, SearchClass>()
  for (const record of builtinClasses()) classes.set(record.key, toSearchClass(record))
  for (const record of await classesAfter(db, -1)) classes.set(record.key, toSearchClass(record))
  const makers = new Map<number, SearchMaker>()
  for (const { id, slug, name, aliases } of await makersAfter(db, -1)) {
    makers.set(id, { slug, name, aliases: JSON.parse(aliases) })
  }
  return { makers, classes }
}

export async function readDocuments(db: Db, ids: readonly number[], shared: SharedRecords): Promise<IndexDocument[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('machines')
    .select(['id', 'manufacturer_id', 'class_key', 'published_at', 'facts', 'price_from_inr', 'aliases'])
    .where(among(db, 'id', ids))
    .execute()
  return rows.map((row) => {
    const maker = shared.makers.get(row.manufacturer_id)
    return toIndexDocument(toSearchDocument(row, maker), maker, shared.classes.get(row.class_key))
  })
}

type Row = Pick<
  Selectable<MachineTable>,
  'id' | 'manufacturer_id' | 'class_key' | 'published_at' | 'facts' | 'price_from_inr' | 'aliases'
>

type Compared = TermName | FigureName
const COMPARED: readonly Compared[] = [...TERMS, ...FIGURES.map(({ name }) => name)]

function toSearchDocument(row: Row, maker: SearchMaker | undefined): SearchDocument {
  const facts = JSON.parse(row.facts) as MachineFacts
  const { class_key: machine_class, price_from_inr, published_at } = row
  const known: { [K in Compared]?: unknown } = { ...facts, machine_class, price_from_inr, published_at }
  return {
    id: row.id,
    name: facts.name,
    manufacturer: maker?.slug ?? '',
    aliases: JSON.parse(row.aliases),
    family: facts.family ?? null,
    ...(Object.fromEntries(COMPARED.map((name) => [name, known[name] ?? null])) as Pick<SearchDocument, Compared>),
  }
}
