import { keyOf, RECORD_TYPES, STORED } from '../database/records.ts'
import { type Db, readPages, readRevision, snapshot } from '../database/schema.ts'
import { digest, entryHash, readBlocks, readHead, recordText, unpack, withheldDigest } from './entries.ts'

const MAX_FINDINGS = 100

/**
 * Checks that each entry follows from the one before it and starts from the record that it left, and that each record
 * is what its newest entry says.
 */
export function verifyHistory(db: Db, expectedHash?: string) {
  return snapshot(db, async (trx) => {
    const head = await readHead(trx)
    const findings: string[] = []
    const find = (finding: string) => void (findings.length < MAX_FINDINGS && findings.push(finding))
    /** Null: it removed the record. */
    const left = new Map<string, string | null>()
    const withheld = await trx.selectFrom('withheld').selectAll().execute()
    const redactions = new Map(withheld.map((row) => [row.revision, withheldDigest(row)]))
    const redacted = new Map(withheld.flatMap(({ gone }) => JSON.parse(gone) as [revision: number, digest: string][]))
    let entries = 0
    let last = head.start_hash
    let isHashFound = expectedHash === undefined || expectedHash === last
    for await (const rows of readPages(trx, 'history', 'revision', head.start_revision)) {
      const blocks = new Map((await readBlocks(trx, rows)).map((block) => [block.id, readBlock(block)]))
      for (const entry of rows) {
        const { revision, type, after } = entry
        const name = `${type} ${entry.key}`
        const block = entry.block === null ? undefined : blocks.get(entry.block)
        if (entryHash(entry, block?.digest ?? '', last) !== entry.hash)
          find(`entry ${revision} (${name}) does not follow from the one before it`)
        last = entry.hash
        isHashFound ||= last === expectedHash
        entries++
        if (type === 'retracted' || type === 'erased') {
          if (redactions.get(revision) !== after) find(`entry ${revision} (${name}) names other entries than it did`)
        }
        if (!(type in STORED)) continue
        const text = block?.records[entry.place]
        const before = text === '' ? (redacted.get(revision) ?? null) : text ? digest(text) : null
        if (entry.block !== null && before === null) find(`entry ${revision} (${name}) has lost its record`)
        const expected = left.get(name)
        if (expected !== undefined && expected !== before)
          find(`entry ${revision} (${name}) holds another record than the entry before it left`)
        left.set(name, after)
      }
    }
    if (last !== head.hash) find('the end of the chain is missing, or the head was changed')
    if (!isHashFound) find(`no entry has the hash ${expectedHash}`)

    let [records, untold] = [0, 0]
    for (const type of RECORD_TYPES) {
      const { table, key } = STORED[type]
      for await (const rows of readPages(trx, table, key, key === 'id' ? Number.MIN_SAFE_INTEGER : '')) {
        for (const row of rows) {
          const name = `${type} ${keyOf(type, row as never)}`
          const expected = left.get(name)
          records++
          if (expected === undefined) untold++
          else if (expected !== digest(recordText(type, row))) find(`${name} is not what its newest entry says`)
          left.delete(name)
        }
      }
    }
    for (const [name, expected] of left) if (expected !== null) find(`${name} is gone, and no entry says so`)
    const newest = await readRevision(trx)
    if (newest !== head.revision) find(`the newest revision is ${newest}, and the history ends with ${head.revision}`)
    // `untold` records have no entry that proves them.
    return { entries, records, untold, findings, head: head.hash }
  })
}

/** A redacted block keeps its first digest. */
function readBlock({ bytes, digest: firstDigest }: { bytes: Uint8Array; digest: string | null }) {
  try {
    return { digest: firstDigest ?? digest(bytes), records: unpack(bytes) }
  } catch {
    return { digest: digest(bytes), records: [] }
  }
}
