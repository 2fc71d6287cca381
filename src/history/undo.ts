import { type MachineFacts, toClassRecord } from '../catalog/records.ts'
import { findRecords, keyOf, RECORD_TYPES, type RecordType, STORED, type StoredOf } from '../database/records.ts'
import { type Db, findRows, type RevisionAllocator, whereIn, writeTransaction } from '../database/schema.ts'
import type { HistoryTable } from '../database/tables/history.ts'
import { CommandError } from '../errors.ts'
import type { StoredRecord } from './enqueue-events.ts'
import { type Author, readBefore, readHead, readRecord, recordText } from './entries.ts'
import { restoreReplaced } from './import-undo.ts'
import { type Change, makeChanges } from './make-changes.ts'
import { reaches, reachesImport, statesAt } from './states.ts'

export interface UndoResult {
  restored: number
  removed: number
  /** Why each record that stays does. */
  kept: string[]
}

/** By key, what records become, in full or only what `findBlocked` needs; undefined for those to be removed. */
type Targets = Record<RecordType, Map<string, StoredRecord | undefined>>
/** Reads some targets in full. */
type ReadTargets = (type: RecordType, keys: readonly string[]) => Promise<ReadonlyMap<string, StoredRecord>>
type ImportEntry = Pick<HistoryTable, 'type' | 'key' | 'revision' | 'block' | 'place'>

/**
 * Reverts as a new change. Contacts, sources and other separate data stay. Undefined if the history knows no such
 * record.
 */
export function revertRecord(
  db: Db,
  { type, key, to, author, now }: { type: RecordType; key: string; to: number; author: Author; now: number },
): Promise<UndoResult | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    const targets = emptyTargets()
    const redacted = new Set<string>()
    const state = (await statesAt(trx, type, [key], { revision: to }, redacted)).get(key)
    if (redacted.size > 0) throw new CommandError(`what it was at revision ${to} was retracted`)
    if (!state && (await findRecords(trx, type, [key])).length === 0) return undefined
    if (!reaches(await readHead(trx), { revision: to })) {
      throw new CommandError(`the history does not reach back to revision ${to}`)
    }
    targets[type].set(key, state)
    const blocked = await findBlocked(trx, targets)
    if (blocked.size > 0) throw new CommandError([...blocked.values()].join())
    const { names: _, ...done } = await applyTargets(trx, lock, targets, async () => new Map([[key, state!]]), {
      author,
      now,
    })
    return { ...done, kept: [] }
  })
}

/**
 * Throws CommandError if others changed a record since or use one that would be removed; with `force`, named `how` by
 * the caller, those stay. Undefined if the history knows no such import.
 */
export function undoImport(
  db: Db,
  importId: string,
  { force = false, how = 'force', author, now }: { force?: boolean; how?: string; author: Author; now: number },
): Promise<UndoResult | undefined> {
  return writeTransaction(db, async (trx, lock) => {
    // Changes outside imports have an empty id.
    if (importId === '') return undefined
    const query = trx.selectFrom('history').select(['type', 'key', 'revision', 'block', 'place'])
    const entries = await query.where('import_id', '=', importId).orderBy('revision', 'desc').execute()
    const begun = await trx.selectFrom('imports').select('at').where('id', '=', importId).executeTakeFirst()
    if (begun && !reachesImport(await readHead(trx), begun.at)) {
      throw new CommandError('the history (HISTORY_DAYS) no longer reaches back to the beginning of this import')
    }
    if (entries.length === 0 && begun) throw new CommandError(`import ${importId} changed no record`)
    if (entries.length === 0) return undefined
    // Of each record, the first entry comes last and stays.
    const byName = new Map(entries.map((entry) => [nameOf(entry.type, entry.key), entry]))
    const firsts = byName.values().toArray().reverse()
    const targets = emptyTargets()
    const skipped = await changedByOthers(trx, importId, firsts)
    const restorable = firsts.filter(({ type, key }) => !skipped.has(nameOf(type, key)))
    for (const page of pagesOf(restorable))
      for (const [i, text] of (await readBefore(trx, page)).entries()) {
        const { type, key } = page[i]!
        if (text === '') skipped.set(nameOf(type, key), `what ${type} ${key} was before was retracted`)
        else targets[type as RecordType].set(key, text === undefined ? undefined : toSummary(readRecord(text)))
      }
    const read: ReadTargets = async (type, keys) => {
      const texts = await readBefore(
        trx,
        keys.map((key) => byName.get(nameOf(type, key))!),
      )
      return new Map(keys.map((key, i) => [key, readRecord(texts[i]!)]))
    }
    // A record that stays may block others.
    for (let more = await findBlocked(trx, targets); more.size > 0; more = await findBlocked(trx, targets)) {
      for (const [name, reason] of more) {
        skipped.set(name, reason)
        const [type, key] = name.split(' ') as [RecordType, string]
        targets[type].delete(key)
      }
    }
    const reasons = [...skipped.values()]
    if (reasons.length > 0 && !force) {
      const why = `later changes build on this import; ${how} undoes only records that were not changed since`
      throw new CommandError([why, ...firstReasons(reasons)].join('\n'))
    }
    const done = await applyTargets(trx, lock, targets, read, { author, now })
    const isRestored = (type: string, key: string) => targets[type as RecordType].get(key) !== undefined
    const apart = await restoreReplaced(trx, importId, isRestored)
    if (reasons.length === 0) await trx.deleteFrom('import_undo').where('import_id', '=', importId).execute()
    const restored = done.restored + apart.difference(done.names).size
    return { restored, removed: done.removed, kept: reasons }
  })
}

const MAX_NAMED = 20
const KEYS_AT_ONCE = 1_000

export function firstReasons(reasons: readonly string[]): string[] {
  const rest = reasons.length - MAX_NAMED
  return [...reasons.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])]
}

function emptyTargets(): Targets {
  return { manufacturer: new Map(), class: new Map(), machine: new Map(), implement: new Map(), listing: new Map() }
}

function* pagesOf<T>(items: readonly T[]): Iterable<T[]> {
  for (let from = 0; from < items.length; from += KEYS_AT_ONCE) yield items.slice(from, from + KEYS_AT_ONCE)
}

/** What `findBlocked` needs of a record: an import may have changed more than memory holds. */
function toSummary(record: StoredRecord): StoredRecord {
  const { id, slug, key, manufacturer_id, class_key, facts, doc } = record as unknown as Record<string, string>
  const kind = facts === undefined ? undefined : JSON.stringify({ kind: JSON.parse(facts).kind })
  const values = { id, slug, key, manufacturer_id, class_key, facts: kind, doc: key === undefined ? undefined : doc }
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as unknown as StoredRecord
}

function nameOf(type: string, key: string): string {
  return `${type} ${key}`
}

/** Why records stay; scheduled publication does not count. */
async function changedByOthers(trx: Db, importId: string, firsts: readonly ImportEntry[]) {
  const query = trx.selectFrom('history').select(['key', 'revision', 'made_by', 'who', 'import_id'])
  const others = query.where('import_id', '<>', importId).where('made_by', '<>', 'service').orderBy('revision')
  const skipped = new Map<string, string>()
  for (const [type, some] of Map.groupBy(firsts, ({ type }) => type)) {
    const revisions = new Map(some.map(({ key, revision }) => [key, revision]))
    for (const keys of pagesOf([...revisions.keys()])) {
      const isOne = whereIn(trx, 'key', keys)
      const entries = await others.where('type', '=', type).where(isOne).execute()
      for (const { key, revision, made_by, who, import_id } of entries) {
        if (revision < revisions.get(key)!) continue
        const by = import_id === '' ? `${made_by} ${who}`.trim() : import_id
        skipped.set(nameOf(type, key), `${nameOf(type, key)} was changed since, by ${by} (revision ${revision})`)
      }
    }
  }
  return skipped
}

const MADE_BY_MANUFACTURERS = ['machine', 'implement'] as const
type Product = StoredOf<(typeof MADE_BY_MANUFACTURERS)[number]>

/** Why targets cannot be reached. */
async function findBlocked(trx: Db, targets: Targets): Promise<Map<string, string>> {
  const blocked = new Map<string, string>()
  const after = <T extends RecordType>(type: T, row: StoredOf<T>) => {
    const key = String(keyOf(type, row))
    return (targets[type].has(key) ? targets[type].get(key) : row) as StoredOf<T> | undefined
  }
  const manufacturers = await findRows(trx, 'manufacturers', 'slug', [...targets.manufacturer.keys()])
  for (const { id, slug } of manufacturers.filter((row) => !after('manufacturer', row))) {
    for (const type of MADE_BY_MANUFACTURERS) {
      const rows: Product[] = await findRows(trx, STORED[type].table, 'manufacturer_id', [id])
      const user = rows.find((row) => after(type, row as never)?.manufacturer_id === id)
      if (user) blocked.set(nameOf('manufacturer', slug), `manufacturer ${slug} has ${type} ${user.slug}`)
    }
  }
  const classes = new Map((await trx.selectFrom('classes').selectAll().execute()).map((row) => [row.key, row]))
  const kindsAfter = (key: string) => {
    const row = classes.get(key)
    const target = row && after('class', row)
    return target && toClassRecord(key, target.doc).kinds
  }
  for (const key of targets.class.keys()) {
    const rows = (await findRows(trx, 'machines', 'class_key', [key])).map((row) => after('machine', row))
    const user = rows.find((row) => row?.class_key === key && !fitsClass(row, kindsAfter(key)))
    if (user) blocked.set(nameOf('class', key), `class ${key} is needed by machine ${user.slug}`)
  }
  for (const type of MADE_BY_MANUFACTURERS) {
    const rows = [...targets[type].values()].filter((row) => row !== undefined) as Product[]
    const ids = new Set(rows.map(({ manufacturer_id }) => manufacturer_id))
    const existing = await findRows(trx, 'manufacturers', 'id', [...ids])
    const remaining = new Set(existing.filter((row) => after('manufacturer', row)).map(({ id }) => id))
    for (const row of rows) {
      const name = nameOf(type, row.slug)
      if (!remaining.has(row.manufacturer_id)) blocked.set(name, `the maker that ${name} had is gone`)
      if ('class_key' in row && !fitsClass(row, kindsAfter(row.class_key)))
        blocked.set(name, `the class that ${name} had is gone or has not its kind`)
    }
  }
  return blocked
}

function fitsClass(machine: StoredOf<'machine'>, kinds: readonly string[] | undefined): boolean {
  const { kind } = JSON.parse(machine.facts) as MachineFacts
  return kinds !== undefined && (!kind || kinds.includes(kind))
}

/** A page at a time; restored records come first, since removed ones may not be needed then. */
async function applyTargets(
  trx: Db,
  lock: RevisionAllocator,
  targets: Targets,
  read: ReadTargets,
  context: { author: Author; now: number },
) {
  const done = { restored: 0, removed: 0, names: new Set<string>() }
  async function apply(type: RecordType, keys: readonly string[], after?: ReadonlyMap<string, StoredRecord>) {
    const rows: StoredRecord[] = await findRecords(trx, type, keys)
    const current = new Map(rows.map((row) => [String(keyOf(type, row)), row]))
    const all = keys.map((key): Change => ({ type, key, before: current.get(key), after: after?.get(key) }))
    const changes = all.filter(({ before, after }) =>
      before && after ? contentOf(type, after) !== contentOf(type, before) : before !== after,
    )
    await makeChanges(trx, lock, changes, context)
    done[after ? 'restored' : 'removed'] += changes.length
    for (const { key } of changes) done.names.add(nameOf(type, key))
  }
  const keysWhere = (type: RecordType, isRemoved: boolean) =>
    [...targets[type]].flatMap(([key, target]) => ((target === undefined) === isRemoved ? key : []))
  for (const type of RECORD_TYPES)
    for (const keys of pagesOf(keysWhere(type, false))) await apply(type, keys, await read(type, keys))
  for (const type of RECORD_TYPES.toReversed())
    for (const keys of pagesOf(keysWhere(type, true))) await apply(type, keys)
  return done
}

function contentOf(type: RecordType, record: StoredRecord): string {
  return recordText(type, { ...record, revision: 0, version: 0, announced: 0 })
}
