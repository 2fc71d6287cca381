import type { Selectable } from 'kysely'
import { builtinClasses } from '../../catalogue/builtin-classes.ts'
import { classesAfter, makersAfter } from '../../catalogue/catalogue-rows.ts'
import type { MachineFacts } from '../../catalogue/records.ts'
import { among } from '../../database/bulk.ts'
import type { Db } from '../../database/schema.ts'
import type { MachineTable } from '../../database/tables/catalogue.ts'
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

function toSearchDocument(row: Row, maker: SearchMaker | undefined): SearchDocument {
  const facts = JSON.parse(row.facts) as MachineFacts
  return {
    id: row.id,
    name: facts.name,
    manufacturer: maker?.slug ?? '',
    machine_class: row.class_key,
    aliases: JSON.parse(row.aliases),
    kind: facts.kind ?? null,
    family: facts.family ?? null,
    power_source: facts.power_source ?? null,
    wheel_drive: facts.wheel_drive ?? null,
    lifecycle: facts.lifecycle,
    section: facts.section,
    engine_hp: facts.engine_hp ?? null,
    operating_weight_kg: facts.operating_weight_kg ?? null,
    lift_capacity_kg: facts.lift_capacity_kg ?? null,
    lift_capacity_t: facts.lift_capacity_t ?? null,
    payload_kg: facts.payload_kg ?? null,
    rated_load_kg: facts.rated_load_kg ?? null,
    tipping_load_kg: facts.tipping_load_kg ?? null,
    cylinders: facts.cylinders ?? null,
    price_from_inr: row.price_from_inr,
    launched_at: facts.launched_at ?? null,
    published_at: row.published_at,
  }
}
