import { type RawBuilder, sql } from 'kysely'
import { readParties, summaryOf } from '../catalogue/machine-events.ts'
import type { Change, Changes } from '../contract/changes.ts'
import { among, type Db, greatest, readRevision, rowsAmong, snapshot } from '../database/schema.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import type { HistoryHeadTable } from '../database/tables/history.ts'
import { badInput, Problem } from '../errors.ts'
import { readHead } from './entries.ts'

/**
 * How far a reader has come: it has every change up to `revision`, and of that revision those of machines up to `id`.
 * `began` is the revision at which it began to read what it had not, with the beginning of that entry's hash: every entry
 * since must be there, for only entries tell what is no longer visible.
 */
interface Cursor {
  revision: number
  id: number
  began: number
  hash: string
}

const HASH_CHARACTERS = 12
const FORM = /^(\d{1,15})\.(\d{1,16})\.(\d{1,15})\.([\w-]{12})$/

/** A machine in the feed: one that is there, or one that was removed. */
interface Moved extends Pick<MachineTable, 'id' | 'slug' | 'version'> {
  moved: number
  row: MachineTable | undefined
}

/** Machines in the order of their newest change, each once, after a cursor or from the beginning. */
export async function readChanges(db: Db, since: string, limit: number, base?: string): Promise<Changes> {
  const given = since === '' ? undefined : readCursor(since)
  return snapshot(db, async (trx) => {
    const head = await readHead(trx)
    const hash = head.hash.slice(0, HASH_CHARACTERS)
    if (given) await refuseGone(trx, given, head)
    const from: Cursor = given ?? { revision: -1, id: 0, began: head.revision, hash }
    const found = await movedSince(trx, from, given !== undefined, limit + 1)
    const page = found.slice(0, limit)
    const more = found.length > limit
    const changes = await toChanges(trx, page, from, head.start_at, base)
    const last = page.at(-1)
    const end = { revision: await readRevision(trx), id: Number.MAX_SAFE_INTEGER, began: head.revision, hash }
    const next = writeCursor(more && last ? { ...from, revision: last.moved, id: last.id } : end)
    // Whoever keeps the cursors of changes, and not this one, has all there is with the last of them.
    if (!more && changes.length > 0) changes.at(-1)!.cursor = next
    return { changes, next, more, head: head.hash }
  })
}

function writeCursor({ revision, id, began, hash }: Cursor): string {
  return Buffer.from(`${revision}.${id}.${began}.${hash}`).toString('base64url')
}

function readCursor(text: string): Cursor {
  const [, revision, id, began, hash] = FORM.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (hash === undefined) throw badInput([{ parameter: 'since', message: 'is not a cursor of this feed' }])
  return { revision: Number(revision), id: Number(id), began: Number(began), hash }
}

async function refuseGone(trx: Db, { began, hash }: Cursor, head: HistoryHeadTable): Promise<void> {
  const entry = await trx.selectFrom('history').select('hash').where('revision', '=', began).executeTakeFirst()
  const known = began === head.start_revision ? head.start_hash : entry?.hash
  if (known?.startsWith(hash)) return
  const detail =
    'The history no longer reaches back to this cursor, or it is of another database. Read without `since`.'
  throw new Problem('cursor-gone', detail)
}

/** A machine moves when it changes, and when its maker or class does: its summary shows both. */
async function movedSince(trx: Db, { revision, id }: Cursor, withGone: boolean, limit: number): Promise<Moved[]> {
  const others = await sql`select 1 from manufacturers where revision > ${revision}
    union all select 1 from classes where revision > ${revision} limit 1`.execute(trx)
  const isPlain = others.rows.length === 0
  const moved = isPlain ? sql`m.revision` : greatest(trx, sql`m.revision`, sql`maker.revision`, sql`c.revision`)
  const joined = sql`join manufacturers maker on maker.id = m.manufacturer_id join classes c on c.key = m.class_key`
  const after = (place: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
    sql`${place} >= ${revision} and (${place} > ${revision} or ${own} > ${id})`
  const { rows } = await sql<MachineTable & { moved: number }>`select m.*, ${moved} as moved from machines m
    ${isPlain ? sql`` : joined} where ${after(moved, sql`m.id`)} ${withGone ? sql`` : sql`and m.announced = 1`}
    order by moved, m.id limit ${limit}`.execute(trx)
  const found: Moved[] = rows.map(({ moved, ...row }) => ({ ...row, moved, row }))
  if (!withGone) return found
  const removed = trx.selectFrom('removed_records').where('record_type', '=', 'machine')
  const gone = await removed
    .where(after(sql`revision`, sql`id`) as RawBuilder<boolean>)
    .orderBy('revision')
    .limit(limit)
    .select(['id', 'record_key as slug', 'version', 'revision as moved'])
    .execute()
  found.push(...gone.map((one) => ({ ...one, row: undefined })))
  return found.sort((a, b) => a.moved - b.moved || a.id - b.id).slice(0, limit)
}

/** Leaves out machines that nobody was shown since the cursor and that are not visible now. */
async function toChanges(trx: Db, page: readonly Moved[], from: Cursor, startAt: number, base?: string) {
  if (page.length === 0) return []
  const of = <K extends keyof Moved>(name: K) => page.map((one) => one[name])
  const known = await wasShown(trx, of('slug'), from.revision)
  const moments = await rowsAmong(trx, 'history', 'revision', of('moved'))
  const at = new Map(moments.map((entry) => [entry.revision, entry.at]))
  const partiesOf = await readParties(trx, of('row'))
  const changes: Change[] = []
  for (const { id, slug, version, moved, row } of page) {
    const shown = known.get(slug)
    const isVisible = row?.announced === 1
    if (!isVisible && !shown?.ever) continue
    // What has no entry since the cursor was told before it, or is older than the history.
    const wasVisible = shown ? shown.first : row !== undefined && row.revision <= from.revision
    changes.push({
      cursor: writeCursor({ ...from, revision: moved, id }),
      change: isVisible ? (wasVisible ? 'updated' : 'published') : 'withdrawn',
      ...{ slug, id, version },
      // A change from before the history began was made at its beginning or earlier.
      changed_at: new Date(at.get(moved) ?? startAt).toISOString(),
      machine: isVisible ? summaryOf(row, partiesOf(row), base) : null,
    })
  }
  return changes
}

/** Whether machines were visible at a revision, and whether at any time since; only of those that changed since. */
async function wasShown(trx: Db, slugs: readonly string[], revision: number) {
  const query = trx.selectFrom('history').select(['key', 'shown']).where('type', '=', 'machine')
  const entries = query
    .where(among(trx, 'key', slugs))
    .where('revision', '>', revision)
    .orderBy('revision')
  const byKey = Map.groupBy(await entries.execute(), ({ key }) => key)
  const isShown = ({ shown }: { shown: number }) => shown === 1
  return new Map([...byKey].map(([key, all]) => [key, { first: isShown(all[0]!), ever: all.some(isShown) }]))
}
