import { type RawBuilder, sql } from 'kysely'
import { detailOf, readParties, summaryOf } from '../catalog/machine-events.ts'
import type { RecordFeed } from '../catalog/record-feed.ts'
import { keyOf, type RecordType, STORED, type StoredOf } from '../database/records.ts'
import { type Db, findRows, greatest, snapshot } from '../database/schema.ts'
import type { ChangesParameters, MachineChange, MachineChanges } from '../schema/api/changes.ts'
import { type CursorPlace, type CursorStep, END_OF_REVISION, readCursor, refuseGone, writeCursor } from './cursor.ts'
import { readHead } from './entries.ts'
import { manufacturerSlugs, timelines } from './states.ts'

const machineFeed = (include: ChangesParameters['include']): RecordFeed<'machine', MachineChange['machine']> => ({
  type: 'machine',
  from: sql`machines m join manufacturers one on one.id = m.manufacturer_id join classes other on other.key = m.class_key`,
  shows: ['manufacturer', 'class'],
  shownAt: [sql`one.revision`, sql`other.revision`],
  async readShown(trx, states) {
    const slugs = await manufacturerSlugs(trx, states)
    return ({ manufacturer_id, class_key }) => [slugs.get(manufacturer_id), class_key]
  },
  async readBodies(trx, rows, base) {
    const partiesOf = await readParties(trx, rows)
    const show = include === 'sheet' ? detailOf : summaryOf
    return (row) => show(row, partiesOf(row), base)
  },
})

interface ChangedRow {
  id: number
  moved: number
  removed?: { key: string; version: number }
}

export function readChanges(
  db: Db,
  { since, limit, include }: ChangesParameters,
  base?: string,
): Promise<MachineChanges> {
  return readFeed(db, machineFeed(include), { since, limit }, base)
}

export async function readFeed<T extends RecordType, Body, Part extends { changes: object[] }>(
  db: Db,
  feed: RecordFeed<T, Body>,
  { since, limit }: { since: string; limit: number },
  base?: string,
): Promise<Part> {
  const { type } = feed
  const { table, key: name } = STORED[type]
  const cursor = since === '' ? undefined : readCursor(type, since)
  return snapshot(db, async (trx) => {
    const head = await readHead(trx)
    if (cursor) await refuseGone(trx, cursor, head)
    const { steps, hash } = cursor ?? { steps: [], hash: head.hash }
    const last = steps.at(-1)
    const isSameState = last && !(await changedWithin(trx, [type, ...feed.shows], last.at + 1, END_OF_REVISION))
    const asOf = isSameState ? last.at : head.revision
    const before = last?.at === asOf ? steps.slice(0, -1) : steps
    const moves = await movedAfter(trx, feed, last ?? { revision: -1, id: 0 }, steps[0]?.at ?? asOf, limit + 1)
    const page = moves.slice(0, limit)
    const more = moves.length > limit
    const ids = page.map(({ id }) => id)
    const stored = (await findRows(trx, table, 'id' as never, ids)) as FeedRow<T>[]
    const rows = new Map(stored.map((row) => [row.id, row]))
    const keys = page.map(({ id, removed }) => removed?.key ?? String(keyOf(type, rows.get(id)!)))
    const copyOf = await readCopies(trx, feed, keys, stored, before)
    const copies = page.flatMap(({ id, moved }, i) => {
      const [row, copy] = [rows.get(id), copyOf(keys[i]!, id)]
      const isMovedByOthers = row?.announced === 1 && row.revision < moved
      return isMovedByOthers && copy !== undefined && row.revision <= copy ? [{ row, copy }] : []
    })
    const isSame = await readUnchanged(trx, feed, copies)
    const revisions = page.map(({ moved }) => moved)
    const entries = await findRows(trx, 'history', 'revision', revisions)
    const timestamps = new Map(entries.map((entry) => [entry.revision, entry.at]))
    const visible = stored.filter(({ announced }) => announced === 1)
    const bodyOf = await feed.readBodies(trx, visible, base)
    const changes: { cursor: string }[] = []
    let next = ''
    for (const [i, { id, moved, removed }] of page.entries()) {
      const row = rows.get(id)
      const key = keys[i]!
      // Records share a revision only if they embed the same manufacturer or class.
      const isAlone = row?.revision === moved || removed !== undefined
      const step = { at: asOf, revision: moved, id: isAlone ? END_OF_REVISION : id }
      next = writeCursor(type, { steps: [...before, step], hash })
      const isVisible = row?.announced === 1
      const had = copyOf(key, id) !== undefined
      if ((!isVisible && !had) || isSame(id)) continue
      const change = {
        cursor: next,
        change: isVisible ? (had ? 'updated' : 'published') : 'withdrawn',
        ...(name === 'slug' ? { slug: key } : {}),
        id,
        version: (row ?? removed)!.version || moved,
        // Older than the history: its beginning.
        changed_at: new Date(timestamps.get(moved) ?? head.start_at).toISOString(),
        [type]: isVisible ? await bodyOf(row) : null,
      }
      changes.push(change)
    }
    if (!more) {
      const { revision } = head
      next = writeCursor(type, { steps: [{ at: revision, revision, id: END_OF_REVISION }], hash: head.hash })
      // A reader that stores only cursors of changes is complete with the last one.
      if (changes.length > 0) changes.at(-1)!.cursor = next
    }
    return { changes, next, more, head: head.hash } as unknown as Part
  })
}

type FeedRow<T extends RecordType> = StoredOf<T> & { id: number; revision: number; announced: number; version?: number }

type AnyRecordFeed<T extends RecordType> = RecordFeed<T, unknown>

async function changedWithin(trx: Db, types: readonly RecordType[], from: number, to: number): Promise<boolean> {
  const within = sql`revision between ${from} and ${to}`
  const some = types.map((type) => sql`select 1 from ${sql.table(STORED[type].table)} where ${within}`)
  const removals = sql`select 1 from removed_records where record_type in (${sql.join(types)}) and ${within}`
  const { rows } = await sql`${sql.join([...some, removals], sql` union all `)} limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns changed records in order; hidden ones only if they changed since the reader began. */
async function movedAfter<T extends RecordType>(
  trx: Db,
  feed: AnyRecordFeed<T>,
  place: CursorPlace,
  began: number,
  limit: number,
) {
  const isReported = (moved: RawBuilder<unknown>) => sql`(m.announced = 1 or ${moved} > ${began})`
  const visible = greatest(trx, ...feed.shownAt)
  const changed = await sql<ChangedRow>`select m.id, m.revision as moved from ${feed.from}
    where m.revision > ${place.revision} and ${visible} <= m.revision and ${isReported(sql`m.revision`)}
    order by m.revision limit ${limit}`.execute(trx)
  const moves: ChangedRow[] = changed.rows
  const end = moves.length < limit ? END_OF_REVISION : moves.at(-1)!.moved
  // Scans every record, so only if something shown changed.
  if (await changedWithin(trx, feed.shows, place.revision, end)) {
    const { rows } = await sql<ChangedRow>`select m.id, ${visible} as moved from ${feed.from}
      where ${visible} > m.revision and ${visible} between ${place.revision} and ${end}
      and (${visible} > ${place.revision} or m.id > ${place.id}) and ${isReported(visible)}
      order by moved, m.id limit ${limit}`.execute(trx)
    moves.push(...rows)
  }
  const removals = await trx
    .selectFrom('removed_records')
    .select(['id', 'revision as moved', 'record_key as key', 'version'])
    .where('record_type', '=', feed.type)
    .where('revision', '>', Math.max(place.revision, began))
    .where(sql<boolean>`id not in (select id from ${sql.table(STORED[feed.type].table)})`)
    .orderBy('revision')
    .limit(limit)
    .execute()
  moves.push(...removals.map(({ id, moved, ...removed }) => ({ id, moved, removed })))
  // The sort is stable: records of one revision keep their order.
  return moves.sort((a, b) => a.moved - b.moved)
}

/** Returns the revision of the reader's copy; undefined if the record was hidden at the last step past it. */
async function readCopies<T extends RecordType>(
  trx: Db,
  { type, shows, readShown }: AnyRecordFeed<T>,
  keys: readonly string[],
  rows: readonly StoredOf<T>[],
  steps: readonly CursorStep[],
) {
  if (steps.length === 0 || keys.length === 0) return () => undefined
  const isWhole = (step: CursorStep) => step.revision >= step.at && step.id === END_OF_REVISION
  const since = steps[0]!.at
  const points = steps.filter((step) => !isWhole(step)).map(({ at: asOf }) => asOf)
  const recordAt = await timelines(trx, type, keys, since, points, rows)
  const states = keys.flatMap((key) => points.flatMap((asOf) => recordAt(key, asOf).record ?? []))
  const shownBy = await readShown(trx, states)
  const shownAt = await Promise.all(
    shows.map((type, i) => {
      const keys = new Set(states.flatMap((state) => shownBy(state)[i] ?? []))
      return timelines(trx, type, [...keys], since, points)
    }),
  )
  const isPast = (step: CursorStep, key: string, id: number) => {
    const { record, revision } = recordAt(key, step.at)
    const shownKeys = record ? shownBy(record) : []
    const revisions = shownKeys.map((item, i) => (item ? shownAt[i]!(item, step.at).revision : 0))
    const moved = Math.max(revision, ...revisions)
    return moved < step.revision || (moved === step.revision && id <= step.id)
  }
  return (key: string, id: number) => {
    const step = steps.findLast((item) => isWhole(item) || isPast(item, key, id))
    return step !== undefined && recordAt(key, step.at).visible ? step.at : undefined
  }
}

/** Returns which records, affected only by those they show, still look like the reader's copy. */
async function readUnchanged<T extends RecordType>(
  trx: Db,
  { shows, readShown, shownOf }: AnyRecordFeed<T>,
  copies: readonly { row: FeedRow<T>; copy: number }[],
) {
  if (!shownOf || copies.length === 0) return () => false
  const rows = copies.map(({ row }) => row)
  const keysOf = await readShown(trx, rows)
  const revisions = [...new Set(copies.map(({ copy }) => copy))]
  const shownAt = await Promise.all(
    shows.map((type, i) => {
      const keys = new Set(rows.flatMap((row) => keysOf(row)[i] ?? []))
      return timelines(trx, type, [...keys], Math.min(...revisions), revisions)
    }),
  )
  const valueAt = (row: FeedRow<T>, revision: number) => {
    const records = shownAt.map((recordAt, i) => recordAt(keysOf(row)[i] ?? '', revision))
    return shownOf(row, records)
  }
  const same = copies.filter(({ row, copy }) => valueAt(row, copy) === valueAt(row, END_OF_REVISION))
  const ids = new Set(same.map(({ row }) => row.id))
  return (id: number) => ids.has(id)
}
