import type { CheckedRow } from './check-row.ts'
import { RECORD_TYPES, type RecordKey, type StoredOf } from './row-shapes.ts'
import { openSpool, type SpoolPlace } from './spool.ts'
import { type LoadedTable, namedRecords, sourceKey, type WorkingSet } from './working-set.ts'

const TABLES = [...RECORD_TYPES, 'contacts', 'senders', 'sources'] as const

export type Draft = Awaited<ReturnType<typeof openDraft>>

export async function openDraft() {
  const spool = await openSpool<object>()
  const drafts = TABLES.map((name) => ({
    name,
    places: new Map<RecordKey, SpoolPlace>(),
    keyById: new Map<number, string>(),
    lastId: 0,
  }))

  return {
    async take(set: WorkingSet): Promise<void> {
      for (const draft of drafts) {
        const table = set[draft.name] as LoadedTable<object>
        const keys = [...table.before.keys()]
        const rows = table.takeChanged()
        for (const [i, place] of (await spool.add(rows)).entries()) {
          const { id } = rows[i] as { id?: number }
          draft.places.set(keys[i]!, place)
          if (id !== undefined && typeof keys[i] === 'string') draft.keyById.set(id, keys[i])
        }
        draft.lastId = Math.max(draft.lastId, table.lastId)
      }
    },
    async fill(set: WorkingSet, rows: readonly CheckedRow[]): Promise<void> {
      const named = namedRecords(rows)
      const all = Object.values(named)
      for (const { name, places, keyById, lastId } of drafts) {
        const table = set[name] as LoadedTable<object>
        const isApart = name === 'contacts' || name === 'senders'
        const keys =
          name === 'class'
            ? places.keys()
            : name === 'sources'
              ? RECORD_TYPES.flatMap((type) => [...named[type].keys].map((key) => sourceKey(type, key)))
              : named[isApart ? 'listing' : name].keys
        for (const key of keys) {
          const place = places.get(key)
          if (place) table.remember(key, await spool.read(place))
        }
        for (const { ids } of all) for (const id of ids) if (keyById.has(id)) table.keyById.set(id, keyById.get(id)!)
        table.lastId = Math.max(table.lastId, lastId)
      }
      for (const [key, { doc }] of set.class.byKey) set.classes.set(key as string, { key, ...JSON.parse(doc) })
    },
    /** The machines that earlier batches changed, by their slugs. */
    async machines(): Promise<[RecordKey, StoredOf<'machine'>][]> {
      const { places } = drafts.find(({ name }) => name === 'machine')!
      const machines: [RecordKey, StoredOf<'machine'>][] = []
      for (const [slug, place] of places) machines.push([slug, (await spool.read(place)) as StoredOf<'machine'>])
      return machines
    },
    [Symbol.asyncDispose]: spool[Symbol.asyncDispose],
  }
}
