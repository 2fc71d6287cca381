import { sql } from 'kysely'
import { kolkataDate } from '../calendar.ts'
import { publishedEvent, readParties, summaryOf } from '../catalogue/machine-events.ts'
import { type Db, givenRows, type RevisionLock, writeTransaction } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { every } from '../running/loops.ts'
import { recordEvents, wantedEvents } from '../webhooks/outbox.ts'
import { noteChanges, SERVICE } from './entries.ts'

/** Other writers get a turn after each batch. */
const BATCH = 500

/**
 * Announces machines whose day of publication has come, each once, even when several processes do this. `today` is the
 * day in Asia/Kolkata. Returns how many were announced.
 */
export async function announceDue(db: Db, today: string, now: number): Promise<number> {
  let announced = 0
  // Nearly always none is due; then no write lock is taken.
  while ((await dueMachines(db, today, 1)).length > 0) {
    announced += await writeTransaction(db, (trx, lock) => announceSome(trx, lock, today, now))
  }
  return announced
}

async function announceSome(trx: Db, lock: RevisionLock, today: string, now: number): Promise<number> {
  const due = await dueMachines(trx, today, BATCH)
  if (due.length === 0) return 0
  const machines = due.map((row) => ({ ...row, announced: 1, version: row.version + 1, revision: lock.next() }))
  // Only these columns change, so a database role may be limited to them.
  const taken = machines.map(({ id, version, revision }) => ({ id, version, revision }))
  const given = givenRows(trx, { id: 'bigint', version: 'bigint', revision: 'bigint' }, taken)
  await sql`update machines set announced = 1, version = given.version, revision = given.revision
    from ${given} where machines.id = given.id`.execute(trx)
  const changes = machines.map((after, at) => {
    return { type: 'machine', key: after.slug, revision: after.revision, before: due[at], after } as const
  })
  await noteChanges(trx, SERVICE, now, changes)
  const wanted = await wantedEvents(trx, now)
  if (!wanted.has('variant.published')) return machines.length
  const partiesOf = await readParties(trx, machines)
  const events = machines.map((row) => publishedEvent(row, summaryOf(row, partiesOf(row)), now))
  await recordEvents(trx, events)
  return machines.length
}

function dueMachines(db: Db, today: string, limit: number) {
  return db
    .selectFrom('machines')
    .selectAll()
    .where('announced', '=', 0)
    .where('published_at', '<=', today)
    .orderBy('published_at')
    .limit(limit)
    .execute()
}

const ANNOUNCE_EVERY_MS = 15_000

/** Looks every few seconds for due machines. Returns the function that stops it. */
export function startAnnouncing(db: Db, log: Log): () => Promise<void> {
  const look = () => {
    const now = Date.now()
    return announceDue(db, kolkataDate(now), now)
  }
  const onError = (error: unknown) => log.warn({ err: error }, 'due machines could not be announced; trying again')
  return every(ANNOUNCE_EVERY_MS, async () => void (await look()), { atOnce: true, onError }).stop
}
