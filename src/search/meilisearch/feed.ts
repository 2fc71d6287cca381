import { builtinClasses } from '../../catalogue/builtin-classes.ts'
import { classesAfter, makersAfter, pageOfIds } from '../../catalogue/catalogue-rows.ts'
import { createPageReader, PAGE, PAGE_ROWS, type PageRow } from '../../catalogue/machine-page.ts'
import type { MachineFacts } from '../../catalogue/records.ts'
import type { Db } from '../../database/schema.ts'
import { TERMS, type TermName } from '../index/attributes.ts'
import { FIGURES, type FigureName } from '../index/figures.ts'
import { toSearchClass } from '../search-class.ts'
import type { SearchClass, SearchDocument, SearchMaker } from '../types.ts'
import { type IndexDocument, toIndexDocument } from './documents.ts'

/** Machines whose document may have changed since a revision: they, their maker or their class changed. */
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

/** Makers by id and classes by key. */
interface SharedRecords {
  makers: Map<number, SearchMaker>
  classes: Map<string, SearchClass>
}

export async function readShared(db: Db): Promise<SharedRecords> {
  const classes = new Map<string, SearchClass>()
  for (const record of builtinClasses()) classes.set(record.key, toSearchClass(record))
  for (const record of await classesAfter(db, -1)) classes.set(record.key, toSearchClass(record))
  return { makers: new Map((await makersAfter(db, -1)).map((maker) => [maker.id, maker])), classes }
}

const readPage = createPageReader()

export async function readDocuments(db: Db, ids: readonly number[], shared: SharedRecords): Promise<IndexDocument[]> {
  const documents: IndexDocument[] = []
  for (let at = 0; at < ids.length; at += PAGE_ROWS) {
    const next = await pageOfIds(db, ids.slice(at, at + PAGE_ROWS))
    if (next) readPage(next.rows, (row) => documents.push(toDocument(row, shared)))
  }
  return documents
}

type Compared = TermName | FigureName
const COMPARED: readonly Compared[] = [...TERMS, ...FIGURES.map(({ name }) => name)]

function toDocument(row: PageRow, { makers, classes }: SharedRecords): IndexDocument {
  const text = (field: number) => row.bytes.toString('utf8', row.starts[field], row.ends[field])
  const facts = JSON.parse(text(PAGE.facts)) as MachineFacts
  const maker = makers.get(Number(text(PAGE.manufacturer_id)))
  const known: { [K in Compared]?: unknown } = {
    ...facts,
    machine_class: text(PAGE.class_key),
    price_from_inr: text(PAGE.price_from_inr) === '' ? null : Number(text(PAGE.price_from_inr)),
    published_at: text(PAGE.published_at) || null,
  }
  const machine: SearchDocument = {
    ...(Object.fromEntries(COMPARED.map((name) => [name, known[name] ?? null])) as Pick<SearchDocument, Compared>),
    id: Number(text(PAGE.id)),
    name: facts.name,
    manufacturer: maker?.slug ?? '',
    aliases: JSON.parse(text(PAGE.aliases)),
    family: facts.family ?? null,
  }
  return toIndexDocument(machine, maker, classes.get(machine.machine_class))
}
