import { type RawBuilder, sql } from 'kysely'
import { readParties, sheetOf, summaryOf } from '../catalogue/machine-events.ts'
import type { Change, Changes, ChangesParameters } from '../contract/changes.ts'
import { type RecordType, STORED } from '../database/records.ts'
import { type Db, greatest, rowsAmong, snapshot } from '../database/schema.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import { type Place, readCursor, refuseGone, type Step, WHOLE, writeCursor } from './cursor.ts'
import { readHead } from './entries.ts'
import { makerSlugs, timelines } from './states.ts'

/** A type of record that has a feed. */
interface Kind {
  type: 'machine'
  /** The records as `m`, with those that they show as `one` and `other`. */
  from: RawBuilder<unknown>
  shows: readonly RecordType[]
  isShown: RawBuilder<unknown>
}

const MACHINES: Kind = {
  type: 'machine',
  from: sql`machines m join manufacturers one on one.id = m.manufacturer_id join classes other on other.key = m.class_key`,
  shows: ['manufacturer', 'class'],
  isShown: sql`m.announced = 1`,
}

/** A record that moved: it changed, or one that it shows did. */
interface Moved {
  id: number
  moved: number
  /** Of one that was removed. */
  removed?: { slug: string; version: number }
}

/** Machines in the order of their newest change, each once, after a cursor or from the beginning. */
export async function readChanges(
  db: Db,
  { since, limit, include }: ChangesParameters,
  base?: string,
): Promise<Changes> {
  const given = since === '' ? undefined : readCursor(since)
  return snapshot(db, async (trx) => {
    const head = await readHead(trx)
    if (given) await refuseGone(trx, given, head)
    const { steps, hash } = given ?? { steps: [], hash: head.hash }
    const last = steps.at(-1)
    // A step on a state in which nothing has moved is the same step.
    const at = last && !(await hasMoved(trx, MACHINES, last.at)) ? last.at : head.revision
    const before = last?.at === at ? steps.slice(0, -1) : steps
    const found = await movedAfter(trx, MACHINES, last ?? { revision: -1, id: 0 }, steps[0]?.at ?? at, limit + 1)
    const page = found.slice(0, limit)
    const more = found.length > limit
    const ids = page.map(({ id }) => id)
    const rows = new Map((await rowsAmong(trx, 'machines', 'id', ids)).map((row) => [row.id, row]))
    const keys = page.map(({ id, removed }) => removed?.slug ?? rows.get(id)!.slug)
    const hadAt = await readHad(trx, MACHINES, keys, [...rows.values()], before)
    const entries = await rowsAmong(
      trx,
      'history',
      'revision',
      page.map(({ moved }) => moved),
    )
    const moments = new Map(entries.map((entry) => [entry.revision, entry.at]))
    const partiesOf = await readParties(trx, [...rows.values()])
    const show = include === 'sheet' ? sheetOf : summaryOf
    const changes: Change[] = []
    let next = ''
    for (const [place, { id, moved, removed }] of page.entries()) {
      const row = rows.get(id)
      const slug = keys[place]!
      // Only what shows the same record moves together.
      const isAlone = row?.revision === moved || removed !== undefined
      next = writeCursor({ steps: [...before, { at, revision: moved, id: isAlone ? WHOLE : id }], hash })
      const isVisible = row?.announced === 1
      const had = hadAt(slug, id)
      if (!isVisible && !had) continue
      changes.push({
        cursor: next,
        change: isVisible ? (had ? 'updated' : 'published') : 'withdrawn',
        ...{ slug, id, version: (row ?? removed!).version },
        // A change from before the history began was made at its beginning or earlier.
        changed_at: new Date(moments.get(moved) ?? head.start_at).toISOString(),
        machine: isVisible ? await show(row, partiesOf(row), base) : null,
      })
    }
    if (!more) {
      const { revision } = head
      next = writeCursor({ steps: [{ at: revision, revision, id: WHOLE }], hash: head.hash })
      // Whoever keeps the cursors of changes, and not this one, has all there is with the last of them.
      if (changes.length > 0) changes.at(-1)!.cursor = next
    }
    return { changes, next, more, head: head.hash }
  })
}

const tableOf = (type: RecordType) => sql.table(STORED[type].table)

/** Whether a record of this kind moved after a revision. */
async function hasMoved(trx: Db, { type, shows }: Kind, revision: number): Promise<boolean> {
  const some = [type, ...shows].map((one) => sql`select 1 from ${tableOf(one)} where revision > ${revision}`)
  const gone = sql`select 1 from removed_records where record_type = ${type} and revision > ${revision}`
  const { rows } = await sql`${sql.join([...some, gone], sql` union all `)} limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * The records that moved after a place, in order. Of those that are not visible only what moved since the reader began:
 * it was told of no other.
 */
async function movedAfter(trx: Db, { type, from, shows, isShown }: Kind, place: Place, began: number, limit: number) {
  const told = (moved: RawBuilder<unknown>) => sql`(${isShown} or ${moved} > ${began})`
  const shown = greatest(trx, sql`one.revision`, sql`other.revision`)
  const own = await sql<Moved>`select m.id, m.revision as moved from ${from}
    where m.revision > ${place.revision} and ${shown} <= m.revision and ${told(sql`m.revision`)}
    order by m.revision limit ${limit}`.execute(trx)
  const found: Moved[] = own.rows
  const end = found.length < limit ? WHOLE : found.at(-1)!.moved
  const groups = shows.map(
    (one) => sql`select 1 from ${tableOf(one)} where revision between ${place.revision} and ${end}`,
  )
  // Only then every machine has to be looked at.
  if ((await sql`${sql.join(groups, sql` union all `)} limit 1`.execute(trx)).rows.length > 0) {
    const { rows } = await sql<Moved>`select m.id, ${shown} as moved from ${from}
      where ${shown} > m.revision and ${shown} between ${place.revision} and ${end}
      and (${shown} > ${place.revision} or m.id > ${place.id}) and ${told(shown)}
      order by moved, m.id limit ${limit}`.execute(trx)
    found.push(...rows)
  }
  const gone = await trx
    .selectFrom('removed_records')
    .select(['id', 'revision as moved', 'record_key as slug', 'version'])
    .where('record_type', '=', type)
    .where('revision', '>', Math.max(place.revision, began))
    .orderBy('revision')
    .limit(limit)
    .execute()
  found.push(...gone.map(({ id, moved, ...removed }) => ({ id, moved, removed })))
  return found.sort((a, b) => a.moved - b.moved || a.id - b.id).slice(0, limit)
}

/** Tells of a record whether a reader has it: whether it was visible at the last step that had come past it. */
async function readHad(
  trx: Db,
  { type }: Kind,
  keys: readonly string[],
  rows: readonly MachineTable[],
  steps: readonly Step[],
) {
  if (steps.length === 0 || keys.length === 0) return () => false
  // Such a step is past whatever there was.
  const isWhole = (step: Step) => step.revision >= step.at && step.id === WHOLE
  const since = steps[0]!.at
  const points = steps.filter((step) => !isWhole(step)).map(({ at }) => at)
  const machineAt = await timelines(trx, type, keys, since, points, rows)
  const states = keys.flatMap((key) => points.flatMap((at) => machineAt(key, at).record ?? []))
  const slugs = await makerSlugs(trx, states)
  const makerAt = await timelines(trx, 'manufacturer', [...slugs.values()], since, points)
  const classAt = await timelines(trx, 'class', [...new Set(states.map((state) => state.class_key))], since, points)
  const isPast = (step: Step, key: string, id: number) => {
    const { record, revision } = machineAt(key, step.at)
    const maker = record ? makerAt(slugs.get(record.manufacturer_id)!, step.at).revision : 0
    const moved = Math.max(revision, maker, record ? classAt(record.class_key, step.at).revision : 0)
    return moved < step.revision || (moved === step.revision && id <= step.id)
  }
  return (key: string, id: number) => {
    const step = steps.findLast((one) => isWhole(one) || isPast(one, key, id))
    return step !== undefined && machineAt(key, step.at).shown
  }
}
