import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { builtinClasses } from '../../src/catalog/records.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type Db, writeTransaction } from '../../src/database/schema.ts'
import { Refused } from '../../src/errors.ts'
import { turnDue } from '../../src/history/scheduled-visibility.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { importBatch } from '../../src/import/import-batch.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import type { Change, Changes, ListingChange } from '../../src/schema/api/changes.ts'
import { type Backend, target } from '../backends.ts'
import { type CatalogueApp, startCatalogueApp } from '../catalogue-app.ts'

export const DAY_MS = 86_400_000
export const AUTHOR = { by: 'console', who: 'Asha' } as const

/** A database with two makers and two classes, a clock in the test's hand, and what happened to it. */
export interface Store {
  url: string
  db: Db
  now: number
  imports: string[]
  /** How often each thing happened. */
  seen: Map<string, number>
}

/** The service over it, and those who read. */
export interface World extends Store {
  app: CatalogueApp
  readers: Reader[]
}

export async function openStore(t: TestContext, backend: Backend, seen: Store['seen']): Promise<Store> {
  const url = await newUrl(t, backend)
  const db = await openDatabase(target(url))
  // After the history began, and far from midnight.
  const now = Date.parse(`${kolkataDate(Date.now() + DAY_MS)}T06:00:00Z`)
  const store: Store = { url, db, now, imports: [], seen }
  const makers = [0, 1].map((at) => ({ type: 'manufacturer', slug: `maker-${at}`, name: `Maker ${at}` }))
  // Few, for every model of the catalogue reads their words again.
  const classes = builtinClasses().filter(({ key }) => key === 'tractor' || key === 'excavator')
  await importInto(store, [...makers, ...classes])
  return store
}

/** What is read of a type of record, and where all that is visible of it stands. */
const MACHINES = { path: '/v1/changes', name: 'machine', lists: ['/v1/tractors?'] } as const
const LISTINGS = {
  path: '/v1/market/changes',
  name: 'listing',
  lists: ['/v1/market/listings?status=live&', '/v1/market/listings?status=sold&'],
} as const
/** Of each reader. */
export const FEEDS = [MACHINES, MACHINES, LISTINGS]

export async function openWorld(t: TestContext, backend: Backend, seen: World['seen']): Promise<World> {
  const world: World = {
    ...(await openStore(t, backend, seen)),
    app: undefined as unknown as CatalogueApp,
    readers: [],
  }
  world.readers = FEEDS.map((feed) => newReader(world, feed))
  world.app = await startApp(world)
  return world
}

/** A migrated database of its own. */
async function newUrl(t: TestContext, backend: Backend): Promise<string> {
  const url = await backend.newUrl(t)
  const { copyMigrated } = await import('../prepared.ts')
  if (url.startsWith('file:')) copyMigrated(url.slice('file:'.length))
  return url
}

function startApp(world: World): Promise<CatalogueApp> {
  return startCatalogueApp(world.db, { clock: () => world.now, pollMs: 60_000 })
}

export async function closeWorld({ app, db }: World): Promise<void> {
  await app.close()
  await db.destroy()
}

export async function restart(world: World): Promise<void> {
  await closeWorld(world)
  world.db = await openDatabase(target(world.url))
  world.app = await startApp(world)
}

/** The next day begins, and what was scheduled for it is announced. Returns how many were. */
export async function passMidnight(world: World): Promise<number> {
  const turned = new Promise<void>((resolve) => world.app.catalogue.onChange(resolve))
  world.now += DAY_MS
  await turned
  return turnDue(world.db, world.now)
}

export function note({ seen }: Pick<World, 'seen'>, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

/** Imports rows under an id of its own, all of them. */
export async function importInto(world: Store, rows: readonly object[]): Promise<void> {
  const rejected = await offerTo(world, rows)
  assert.deepEqual(
    rejected.map(({ faults }) => faults),
    [],
  )
}

/** Imports rows under an id of its own, perhaps not all. Returns those that were rejected. */
export async function offerTo(world: Store, rows: readonly object[]) {
  const { db, now, imports } = world
  const today = kolkataDate(now)
  const importId = `imp_${imports.length}`
  imports.push(importId)
  const checked = rows.map((row, at) => checkRow(row, { file: 'model', line: at + 1, raw: undefined }, { today }))
  const author = { by: 'cli', who: 'model', importId } as const
  const { rejected } = await writeTransaction(db, (trx, lock) => importBatch(trx, lock, checked, { now, author }))
  return rejected
}

/** Whether the operator's act was done, and not refused. */
export async function isDone(act: Promise<object | undefined>): Promise<boolean> {
  try {
    return (await act) !== undefined
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** All that some lists of the service hold, by their ids. */
export async function listed({ app }: World, lists: readonly string[]): Promise<Map<number, object>> {
  await app.catalogue.follower.catchUp()
  const all = new Map<number, object>()
  for (const list of lists) {
    for (let offset = 0, total = 1; offset < total; offset += 7) {
      const answer = await app.get(`${list}limit=7&offset=${offset}`)
      const page = (await answer.json()) as { total: number; hits: { id: number }[] }
      total = page.total
      for (const hit of page.hits) all.set(hit.id, hit)
    }
  }
  return all
}

type AnyChange = Change | ListingChange

export type Reader = ReturnType<typeof newReader>

/** Keeps a copy by the feed, and knows by it which label each change must have. */
function newReader(world: World, { path, name, lists }: (typeof FEEDS)[number]) {
  const copy = new Map<number, object>()
  let cursor = ''
  /** Since it last had everything: what it was sent, and what happened. */
  let sent = new Set<number>()
  let between = new Set<string>()
  let isWithin = false
  let lastAt = ''
  /** Whether the history was cut since the first page of this read, or since the last one ended. */
  let mayBeGone = false

  function restartRead(): void {
    sent = new Set()
    between = new Set()
    isWithin = false
    lastAt = ''
    mayBeGone = false
  }

  function takeOver({ change, id, cursor: own, changed_at, version, ...rest }: AnyChange): void {
    const body = (rest as { [name]: object | null })[name]
    const label = body === null ? 'withdrawn' : copy.has(id) ? 'updated' : 'published'
    assert.equal(change, label, `of ${name} ${id}`)
    if (body === null) assert.ok(copy.has(id), `withdrawn, but never had: ${name} ${id}`)
    assert.ok(version >= 1)
    assert.ok(changed_at >= lastAt, 'in the order of their changes')
    lastAt = changed_at
    if (isWithin) note(world, `within a read: ${change} ${name}`)
    if (body === null && sent.has(id)) note(world, 'withdrawn after it was sent in the same read')
    if (change === 'published' && between.size > 0) note(world, 'published after something happened in the read')
    sent.add(id)
    if (body) copy.set(id, body)
    else copy.delete(id)
    cursor = own
  }

  return {
    /** Something happened to the service. */
    hear(what: string): void {
      if (isWithin) {
        note(world, `within a read: ${what}`)
        between.add(what)
      }
      if (what === 'prune') mayBeGone = true
    },
    /** Reads a page and takes over so many of its changes. Whether that was the end. */
    async read(limit: number, most: number): Promise<boolean> {
      const answer = await world.app.get(`${path}?limit=${limit}&since=${cursor}`)
      if (answer.status === 410) {
        assert.ok(mayBeGone, 'gone, but nothing was pruned')
        note(world, 'cursor gone')
        copy.clear()
        cursor = ''
        restartRead()
        return false
      }
      const { changes, next, more, head } = (await answer.json()) as Omit<Changes, 'changes'> & { changes: AnyChange[] }
      assert.equal(answer.status, 200, JSON.stringify({ cursor, next }))
      assert.ok(head && changes.length <= limit)
      assert.equal(new Set(changes.map(({ id }) => id)).size, changes.length)
      if (cursor === '' && changes.length === 0) assert.equal(more, false)
      for (const change of changes.slice(0, most)) takeOver(change)
      if (changes.length > most) {
        note(world, 'stopped within a page')
        isWithin = true
        return false
      }
      if (/~\w+\.\w+\.\w+$/.test(next)) note(world, `a page ends within a group of ${name}s`)
      cursor = next
      if (more) isWithin = true
      else restartRead()
      return !more
    },
    async readAll(limit: number): Promise<void> {
      while (!(await this.read(limit, limit)));
      const all = await listed(world, lists)
      const plain = (records: Map<number, object>) => [...records].sort(([one], [other]) => one - other)
      assert.deepEqual(plain(copy), plain(all), 'the copy is what is listed')
      note(world, copy.size === 0 ? 'compared with nothing' : `compared ${name}s`)
    },
  }
}
