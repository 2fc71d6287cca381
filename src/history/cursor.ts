import type { Db } from '../database/schema.ts'
import type { HistoryHeadTable } from '../database/tables/history.ts'
import { badInput, Problem } from '../errors.ts'
import type { RecordType } from '../schema/records/records.ts'

/** Everything below a revision, and of that revision the records up to an id. */
export interface CursorPlace {
  revision: number
  id: number
}

/** The reader has every change up to `revision` and `id`, as of database revision `at`. */
export interface CursorStep extends CursorPlace {
  at: number
}

/**
 * Checkpoints of a reader, each on a later database state; the first ends its last complete read. `hash` is of its
 * entry.
 */
export interface Cursor {
  steps: readonly CursorStep[]
  hash: string
}

const HASH_CHARACTERS = 12
export const END_OF_REVISION = Number.MAX_SAFE_INTEGER
/** A longer cursor does not fit in a URL. */
const MAX_STEPS = 1_000
/** Cursors of release 1.7 name no feed. */
const FORM = /^(?:([a-z]+)\.)?([\w-]{12})((?:~[0-9a-z]{1,10}\.[0-9a-z]{1,10}(?:\.[0-9a-z]{1,10})?)+)$/

export function writeCursor(feed: RecordType, { steps, hash }: Cursor): string {
  let last = { at: 0, revision: 0 }
  let text = `${feed}.${hash.slice(0, HASH_CHARACTERS)}`
  for (const step of steps) {
    text += `~${(step.at - last.at).toString(36)}.${(step.revision - last.revision).toString(36)}`
    if (step.id !== END_OF_REVISION) text += `.${step.id.toString(36)}`
    last = step
  }
  return text
}

/** Throws bad-input for a cursor of another feed. */
export function readCursor(feed: RecordType, text: string): Cursor {
  const [, name = feed, hash, written] = FORM.exec(text) ?? []
  if (hash === undefined || name !== feed) {
    const message = `must be a cursor of this feed${name === feed ? '' : `; this one is of the ${name} feed`}`
    throw badInput([{ parameter: 'since', message }])
  }
  let last = { at: 0, revision: 0 }
  const steps = written!
    .slice(1)
    .split('~')
    .map((part) => {
      const [asOf, revision, id = END_OF_REVISION] = part.split('.').map((figure) => Number.parseInt(figure, 36))
      last = { at: last.at + asOf!, revision: last.revision + revision! }
      return { ...last, id }
    })
  return { steps, hash }
}

export async function refuseGone(trx: Db, { steps, hash }: Cursor, head: HistoryHeadTable): Promise<void> {
  const { at: asOf } = steps[0]!
  const entry = await trx.selectFrom('history').select('hash').where('revision', '=', asOf).executeTakeFirst()
  const startHash = asOf === head.start_revision ? head.start_hash : entry?.hash
  if (steps.length <= MAX_STEPS && startHash?.startsWith(hash)) return
  const detail =
    'The history no longer reaches back to this cursor, or it is of another database. Read without `since`.'
  throw new Problem('cursor-gone', detail)
}
