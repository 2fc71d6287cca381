import { keyOf, RECORD_TYPES, STORED } from '../database/records.ts'
import { type Db, type RevisionAllocator, readPages, snapshot } from '../database/schema.ts'
import type { HistoryTable } from '../database/tables/history.ts'
import { type Author, addEntries, digest, entryHash, readBlocks, readHead, recordText, unpack } from './entries.ts'

/** What is listed of a damage that goes on and on. */
const MAX_FINDINGS = 100

/**
 * Walks the chain and the records as they stand. Every entry must follow from the one before, every record before must be
 * what the record's last entry left, and every record must be what its newest entry or the newest mark says. `known` is
 * a hash that was noted elsewhere: it must be one of the chain's.
 */
export function verifyHistory(db: Db, expectedHash?: string) {
  return snapshot(db, async (trx) => {
    const head = await readHead(trx)
    const findings: string[] = []
    const find = (finding: string) => void (findings.length < MAX_FINDINGS && findings.push(finding))
    /** The digest that the newest entry of each record left, and what each was at the newest mark if it changed since. */
    const left = new Map<string, string | null>()
    const sinceMark = new Map<string, string | null>()
    let mark: HistoryTable | undefined
    const withheld = await readWithheld(trx)
    let entries = 0
    let last = head.start_hash
    let isHashFound = expectedHash === undefined || expectedHash === last
    for await (const rows of readPages(trx, 'history', 'revision', head.start_revision)) {
      const blocks = new Map((await readBlocks(trx, rows)).map((block) => [block.id, readBlock(block)]))
      for (const entry of rows) {
        const name = `${entry.type} ${entry.key}`
        const block = entry.block === null ? undefined : blocks.get(entry.block)
        if (entryHash(entry, block?.digest ?? '', last) !== entry.hash) {
          find(`entry ${entry.revision} (${name}) does not follow from the one before it`)
        }
        last = entry.hash
        isHashFound ||= last === expectedHash
        entries++
        if (entry.type === 'clock') continue
        if (entry.type === 'all') {
          mark = entry
          sinceMark.clear()
          continue
        }
        if (entry.type === 'retracted' || entry.type === 'erased') {
          if (withheld.digests.get(entry.revision) !== entry.after)
            find(`entry ${entry.revision} (${name}) tells of others`)
          continue
        }
        const text = block?.records[entry.place]
        const redacted = text === '' ? withheld.gone.get(entry.revision) : undefined
        const before = redacted ?? (text ? digest(text) : null)
        if (entry.block !== null && before === null) find(`entry ${entry.revision} (${name}) has lost its record`)
        const expected = left.get(name)
        if (expected !== undefined && expected !== before) {
          find(`entry ${entry.revision} (${name}) holds another record than the entry before it left`)
        }
        if (!sinceMark.has(name)) sinceMark.set(name, before)
        left.set(name, entry.after)
      }
    }
    if (last !== head.hash) find('the end of the chain is missing, or the head was changed')
    if (!isHashFound) find(`no entry has the hash ${expectedHash}`)

    const atMark: string[] = []
    let [records, untold] = [0, 0]
    for await (const [name, now] of digestsOf(trx)) {
      records++
      const expected = left.get(name)
      if (expected === undefined && !mark) untold++
      if (expected !== undefined && expected !== now) find(`${name} is not what its newest entry says`)
      left.delete(name)
      const then = sinceMark.has(name) ? sinceMark.get(name) : now
      if (then) atMark.push(`${name} ${then}`)
      sinceMark.delete(name)
    }
    for (const [name, expected] of left) if (expected !== null) find(`${name} is gone, and no entry says so`)
    for (const [name, then] of sinceMark) if (then) atMark.push(`${name} ${then}`)
    if (mark && digestOfAll(atMark) !== mark.after) find(`the records are not those that entry ${mark.revision} marks`)
    const { value } = await trx.selectFrom('revision').select('value').executeTakeFirstOrThrow()
    if (value !== head.revision) find(`the newest revision is ${value}, and the history ends with ${head.revision}`)
    // Untold records, of which no entry and no mark tells, are older than the history.
    return { entries, records, untold, findings, head: head.hash }
  })
}

/** Damaged bytes are found by their digest. */
function readBlock({ bytes, digest: before }: { bytes: Uint8Array; digest: string | null }) {
  // Where something is withheld, each record that is left is held against the entry that made it.
  const blockDigest = before ?? digest(bytes)
  try {
    return { digest: blockDigest, records: unpack(bytes) }
  } catch {
    return { digest: digest(bytes), records: [] }
  }
}

/** What was withheld, by the entry that held it; and what entries must tell of that. */
async function readWithheld(trx: Db) {
  const rows = await trx.selectFrom('withheld').selectAll().execute()
  return {
    digests: new Map(rows.map(({ revision, reason, gone: redacted }) => [revision, digest(`${redacted}\n${reason}`)])),
    gone: new Map(rows.flatMap(({ gone: redacted }) => JSON.parse(redacted) as [revision: number, digest: string][])),
  }
}

/** Adds a mark, which tells of every record as it stands. */
export async function writeCheckpoint(trx: Db, lock: RevisionAllocator, author: Author, now: number): Promise<void> {
  const all: string[] = []
  for await (const [name, state] of digestsOf(trx)) all.push(`${name} ${state}`)
  const note = { type: 'all', key: '', revision: lock.next(), line: 0, after: digestOfAll(all) }
  await addEntries(trx, lock, author, now, [{ ...note, shown: 0, before: undefined }])
}

function digestOfAll(records: string[]): string {
  return digest(records.sort().join('\n'))
}

/** Every record's name and digest. */
async function* digestsOf(db: Db): AsyncGenerator<[name: string, digest: string]> {
  for (const type of RECORD_TYPES) {
    const { table, key } = STORED[type]
    const first = key === 'id' ? Number.MIN_SAFE_INTEGER : ''
    for await (const rows of readPages(db, table, key, first)) {
      for (const row of rows) yield [`${type} ${keyOf(type, row as never)}`, digest(recordText(type, row))]
    }
  }
}
