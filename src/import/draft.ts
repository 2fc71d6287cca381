import { type Db, jsonMember } from '../database/schema.ts'
import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, type RecordKey, type StoredOf } from './row-shapes.ts'
import { openSpool, type SpoolPlace } from './spool.ts'
import { gatherNames, type LoadedTable, type Named, remember, sourceKey, type WorkingSet } from './working-set.ts'

const TABLES = [...RECORD_TYPES, 'contacts', 'senders', 'sources'] as const
type Table = (typeof TABLES)[number]

export type Draft = Awaited<ReturnType<typeof openDraft>>

/** Keeps what a dry run would write, in a file: later rows find it, and the database needs no lock. */
export async function openDraft() {
  const spool = await openSpool<unknown>()
  const places = Object.fromEntries(TABLES.map((name) => [name, new Map()])) as Record<
    Table,
    Map<RecordKey, SpoolPlace>
  >
  const ids = Object.fromEntries(TABLES.map((name) => [name, { keyById: new Map<number, string>(), lastId: 0 }]))

  /** The keys of a table that rows name and that are in the draft. */
  function keysIn(table: Table, named: Named): Iterable<RecordKey> {
    if (table === 'class') return places.class.keys()
    const keys =
      table === 'sources'
        ? RECORD_TYPES.flatMap((type) => [...named[type].keys].map((key) => sourceKey(type, key)))
        : named[table === 'contacts' || table === 'senders' ? 'listing' : table].keys
    return [...keys].filter((key) => places[table].has(key))
  }

  return {
    /** Takes the changes of a batch instead of the database. */
    async take(set: WorkingSet): Promise<void> {
      for (const name of TABLES) {
        const { byKey, before, between, lastId } = set[name] as LoadedTable<object>
        const keys = [...before.keys()]
        const rows = keys.map((key) => byKey.get(key)!)
        for (const [i, place] of (await spool.add(rows)).entries()) {
          const [key, row] = [keys[i]!, rows[i] as { id?: number }]
          places[name].set(key, place)
          if (row.id !== undefined && typeof key === 'string') ids[name]!.keyById.set(row.id, key)
        }
        ids[name]!.lastId = Math.max(ids[name]!.lastId, lastId)
        before.clear()
        between.clear()
      }
    },
    /** Puts what earlier batches changed into the working set of the next one. */
    async fill(set: WorkingSet, rows: readonly CheckedRow[]): Promise<void> {
      const named = gatherNames(rows)
      for (const name of TABLES) {
        const table = set[name] as LoadedTable<unknown>
        for (const key of keysIn(name, named)) remember(table, key, await spool.read(places[name].get(key)!))
        const { keyById, lastId } = ids[name]!
        table.lastId = Math.max(table.lastId, lastId)
        if (name === 'contacts' || name === 'senders' || name === 'sources') continue
        for (const id of named[name].ids) if (keyById.has(id)) table.keyById.set(id, keyById.get(id)!)
      }
      for (const key of places.class.keys()) {
        const { doc } = set.class.byKey.get(key)!
        set.classes.set(key as string, { key, ...JSON.parse(doc) })
      }
    },
    /** The kinds that machines of a class have, as the draft has changed them. */
    async kindsOf(db: Db, classKey: string): Promise<Set<string>> {
      const stored = db.selectFrom('machines').select(['slug', jsonMember(db, 'facts', 'kind').as('kind')])
      const rows = await stored.where('class_key', '=', classKey).execute()
      const kinds = new Set(rows.filter(({ slug }) => !places.machine.has(slug)).map(({ kind }) => kind))
      for (const place of places.machine.values()) {
        const { class_key, facts } = (await spool.read(place)) as StoredOf<'machine'>
        if (class_key === classKey) kinds.add(JSON.parse(facts).kind)
      }
      return kinds
    },
    [Symbol.asyncDispose]: spool[Symbol.asyncDispose],
  }
}
