import { createKey, revokeKey } from '../../src/auth/api-key-store.ts'
import { findRecords } from '../../src/database/records.ts'
import { type Db, readRevision, snapshot, writeTransaction } from '../../src/database/schema.ts'
import { Problem } from '../../src/errors.ts'
import { readHead } from '../../src/history/entries.ts'
import { readChanges, readFeed } from '../../src/history/feed.ts'
import { decideListing } from '../../src/history/listing-decision.ts'
import { type Change, makeChanges } from '../../src/history/make-changes.ts'
import { erasedAmong, eraseListing, retract } from '../../src/history/redact-entries.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { type PointInTime, statesAt } from '../../src/history/states.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { DAY_MS, kolkataDate } from '../../src/lib/calendar.ts'
import { LISTING_FEED } from '../../src/listings/listing-feed.ts'
import { EVENTS, type EventName } from '../../src/schema/api/webhook.ts'
import { runMaintenance } from '../../src/webhooks/delivery.ts'
import { enableSubscription, replayDeliveries } from '../../src/webhooks/replay.ts'
import { createSubscription, deleteSubscription } from '../../src/webhooks/subscriptions.ts'
import { BOUND_MS, type Row, type State, textOf } from './checks.ts'
import type { Replica } from './replica.ts'
import type { Simulation } from './simulate.ts'
import type { World } from './world.ts'

/** What a caller, an operator, the time or a fault does at a replica. */
type Act = (simulation: Simulation, replica: Replica) => unknown

type Name = [type: 'manufacturer' | 'machine' | 'listing', key: string]

export const MACHINES = ['machine m1', 'machine m2', 'machine m3']
export const MANUFACTURERS = ['manufacturer maker-1', 'manufacturer maker-2']
const RECORDS = [...MACHINES, ...MANUFACTURERS, 'listing 1', 'listing 2']
const JUMPS = [1_000, 10_000, 60_000, 3_600_000, DAY_MS, 3 * DAY_MS]
const SKEWS = [0, 0, 2_000, -2_000, 60_000, 3_600_000, -3_600_000, 3 * DAY_MS]
const RETENTION_DAYS = 2

const split = (name: string) => name.split(' ') as Name
const authorAt = (now: number) => ({ by: 'cli', who: String(now) }) as const

/** What a record becomes; undefined when it is removed. */
function nextRow(world: World, [type, key]: Name, before: Row | undefined, now: number): Row | undefined {
  const mark = world.count()
  const what = before ? world.int(7) : -1
  const shared = { id: Number(key.at(-1)), revision: 0 }
  const named = { ...shared, slug: key, aliases: '[]' }
  if (type === 'manufacturer') return { ...named, colour: null, ...before, name: `Maker ~${mark}~` }
  if (what === 6) return undefined
  if (type === 'listing') {
    const machine_slug = `m${1 + world.int(3)}`
    const columns = { maker: '', district: '', state_code: '', removed: '', announced: 0, sold_at: null }
    const row = { ...shared, status: 'live', machine_slug, ...columns, ...before }
    if (what > 2) row.status = world.pick(['live', 'sold', 'sold', 'withdrawn', 'review'])
    else row.doc = JSON.stringify({ machine_slug: row.machine_slug, variant_name: `Variant ~${mark}~` })
    return { ...row, sold_at: row.status === 'sold' ? now - world.pick([0, 88, 89, 91]) * DAY_MS : null }
  }
  const columns = {
    class_key: 'tractor',
    linkage: '[]',
    media_image: '/pictures/tractor.svg',
    announced: 0,
    version: 0,
  }
  const row = { ...named, manufacturer_id: 1, ...columns, ...before }
  if (what < 2) row.facts = JSON.stringify({ name: `Machine ~${mark}~`, lifecycle: 'current' })
  if (what < 1 || what === 2) {
    const price = { kind: 'ex_showroom', observed_at: '2027-01-01', price_inr: 7_000_000 + mark }
    row.detail = JSON.stringify({ media: [], prices: [price], spec: [] })
    const summary = { price_from_inr: price.price_inr, price_to_inr: price.price_inr, price_kind: price.kind }
    Object.assign(row, summary, { price_as_of: price.observed_at })
  }
  if (what === 3) row.aliases = JSON.stringify([`alias ${mark}`])
  if (what === 4) row.manufacturer_id = 1 + world.int(2)
  const days = [-100, -1, 0, 1].map((day) => kolkataDate(now + day * DAY_MS))
  if (what === 5 || !before) row.published_at = world.pick([null, ...days])
  return row
}

interface Imports {
  world: World
  imports: string[]
}

/** Changes records as a new import does. Returns the last revision. */
export function changeRecords({ world, imports }: Imports, db: Db, names: Iterable<string>, now: number) {
  const importId = `imp_${world.count()}`
  imports.push(importId)
  return writeTransaction(db, async (trx, lock) => {
    const changes: Change[] = []
    for (const [type, key] of Iterator.from(names).map(split)) {
      const [before] = await findRecords(trx, type, [key])
      if (type === 'listing' && (await erasedAmong(trx, [Number(key)])).size > 0) continue
      changes.push({ type, key, before, after: nextRow(world, [type, key], before, now) })
    }
    await makeChanges(trx, lock, changes, {
      author: { ...authorAt(now), importId },
      now,
      newId: () => world.newId('evt'),
    })
    return Math.max(0, ...changes.map(({ after }) => after?.revision ?? 0))
  })
}

export const change: Act = async (simulation, replica) => {
  const { world, checks } = simulation
  const names = new Set([world.pick(RECORDS), world.pick(RECORDS), world.pick(RECORDS)].slice(world.int(3)))
  const revision = await changeRecords(simulation, replica.db, names, replica.now())
  checks.look(replica)
  world.expect(revision <= checks.head, `revision ${revision} was acknowledged and is there`)
}

const revert: Act = ({ world, checks }, replica) => {
  const name = world.pick(RECORDS)
  const [type, key] = split(name)
  const state = world.pick(checks.states.get(name) ?? [])
  const now = replica.now()
  // Nothing may lose its maker.
  const to = (state?.began ?? 0) - (type === 'manufacturer' ? 0 : world.int(2))
  return state && revertRecord(replica.db, { type, key, to, author: authorAt(now), now })
}

const undo: Act = ({ world, imports }, { db, now }) =>
  undoImport(db, world.pick(imports), { force: world.fault(0.5), author: authorAt(now()), now: now() })

const decide: Act = ({ world }, { db, now }) => {
  const status = world.pick(['live', 'rejected', 'review'] as const)
  return decideListing(db, 1 + world.int(2), { status, reason: '', ...authorAt(now()) }, now())
}

const retractState: Act = async ({ world, checks }, replica) => {
  const name = world.pick(RECORDS)
  const states = checks.states.get(name) ?? []
  const place = world.int(states.length - 1)
  const [state, next] = [states[place], states[place + 1]]
  if (!state || !next) return
  const now = replica.now()
  const why = { reason: 'wrong', author: authorAt(now), now }
  await retract(replica.db, ...split(name), { revision: state.began }, why)
  checks.look(replica)
  expectWithheld({ world, checks }, name, state, next)
}

const erase: Act = async ({ world, checks }, replica) => {
  const name = world.pick(['listing 1', 'listing 2'])
  const now = replica.now()
  await eraseListing(replica.db, split(name)[1], { reason: 'asked for', author: authorAt(now), now })
  checks.look(replica)
  for (const [timestamp, state] of checks.states.get(name)?.entries() ?? []) {
    expectWithheld({ world, checks }, name, state, checks.states.get(name)![timestamp + 1])
  }
}

function expectWithheld(
  { world, checks }: Pick<Simulation, 'world' | 'checks'>,
  name: string,
  item: State,
  next?: State,
) {
  const isRetained = item.row && (!next || next.began > checks.start.start_revision)
  world.expect(!isRetained || item.withheldAt <= checks.head, `${name} at ${item.began} is withheld`)
}

/** A reader of a feed, and its copy: what each body shows, by id. */
export interface Reader {
  type: 'machine' | 'listing'
  cursor: string
  copy: Map<number, string>
  versions: Map<number, number>
  /** Where the history began when it began to read. */
  start: number
}

const read: Act = (simulation, replica) => readPart(simulation, replica, simulation.world.pick(simulation.readers))

/** Returns whether the reader has everything. */
export async function readPart({ world, checks }: Simulation, { db }: Replica, reader: Reader): Promise<boolean> {
  const { type, cursor: since } = reader
  const part = await snapshot(db, async (trx) => {
    const parameters = { since, limit: 1 + world.int(3), include: '' } as const
    const { revision, start_revision } = await readHead(trx)
    const read: () => Promise<Row> =
      type === 'machine' ? () => readChanges(trx, parameters) : () => readFeed(trx, LISTING_FEED, parameters)
    return { ...(await read()), revision, start_revision }
  }).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  // Another replica may have answered meanwhile.
  if (since !== reader.cursor) return false
  checks.look()
  if (!part) {
    world.expect(checks.start.start_revision > reader.start, 'a cursor holds as long as the history')
    Object.assign(reader, { cursor: '', copy: new Map(), versions: new Map(), start: checks.start.start_revision })
    return false
  }
  const taken = world.fault(0.2) ? part.changes.slice(0, world.int(part.changes.length + 1)) : part.changes
  for (const { id, slug, version, cursor, change: label, [type]: body } of taken) {
    const expected = body === null ? 'withdrawn' : reader.copy.has(id) ? 'updated' : 'published'
    // What was withheld is not known to the feed either.
    const isReported = !checks.states.get(`${type} ${slug ?? id}`)?.some(({ withheldAt }) => withheldAt <= checks.head)
    world.expect(label === expected || !isReported, `the feed has ${type} ${id} as ${expected}, and not ${label}`)
    world.expect(version >= (reader.versions.get(id) ?? 0), `the version of ${type} ${id} rises in the feed`)
    reader.versions.set(id, version)
    if (body === null) reader.copy.delete(id)
    else if (type === 'machine') reader.copy.set(id, [body.name, body.manufacturer.name, body.price_from_inr].join())
    else reader.copy.set(id, [body.variant_name, body.status, body.comparable_new_inr].join())
    reader.cursor = cursor
  }
  if (taken.length < part.changes.length) return false
  reader.cursor = part.next
  if (part.more) return false
  reader.start = part.start_revision
  const sorted = (copy: Map<number, string>) => JSON.stringify([...copy].sort(([item], [other]) => item - other))
  const [copy, expected] = [reader.copy, checks.shownAt(type, part.revision)].map(sorted)
  world.expect(copy === expected, `the copy of a feed is ${expected}, and not ${copy}`)
  return true
}

/** Asks what a record was. */
const lookBack: Act = async ({ world, checks }, { db }) => {
  const name = world.pick(RECORDS)
  const [type, key] = split(name)
  const state = world.pick(checks.states.get(name) ?? [])
  if (!state) return
  const point: PointInTime = world.fault(0.5) ? { revision: state.began } : { timestamp: state.at + world.int(2) }
  const withheld = new Set<string>()
  const { found: result, revision } = await snapshot(db, async (trx) => {
    const result = (await statesAt(trx, type, [key], point, withheld)).get(key)
    return { found: result, revision: await readRevision(trx) }
  })
  checks.look()
  // A commit since may have set the clock back, which moves the times of the states before it.
  if (checks.head !== revision) return
  const { start_at, start_revision } = checks.start
  const isThen = ({ at: timestamp, began }: State) =>
    'timestamp' in point ? timestamp <= point.timestamp : began <= point.revision
  if (!isThen({ ...state, at: start_at, began: start_revision })) return
  const then = checks.states.get(name)?.findLast(isThen)
  const isWithheld = then !== undefined && then.withheldAt <= revision
  world.expect(withheld.has(key) === isWithheld, `${name} is withheld at ${JSON.stringify(point)}: ${isWithheld}`)
  const expected = then?.row && !isWithheld ? textOf(type, then.row) : undefined
  world.expect((result && textOf(type, result)) === expected, `${name} was ${expected} at ${JSON.stringify(point)}`)
}

export const request: Act = async ({ world, checks, keys }, replica) => {
  const { id, key } = world.pick(keys)
  const { time } = world
  const caller = await replica.keyring.verify(key)
  checks.look()
  const ended = checks.ended.get(id)
  world.expect(!caller || ended === undefined || time < ended + BOUND_MS, `${id} is refused once it is revoked`)
  world.expect(caller !== undefined || ended !== undefined, `${id} is admitted until it is revoked`)
}

export const addKey: Act = async ({ keys }, replica) => {
  keys.push(await createKey(replica.db, { name: 'one', tier: 'enterprise', expiresAt: null }, replica.now()))
}

const revoke: Act = ({ keys, world }, replica) => revokeKey(replica.db, world.pick(keys).id, replica.now())

export const subscribe: Act = async ({ world, keys, secrets, subscriptions }, replica) => {
  const id = world.newId('wh')
  const required = world.pick(['', 'variant', 'listing', 'updated'])
  const events = EVENTS.filter((event): event is EventName => event.includes(required))
  const keyId = world.pick(keys).id
  const input = { url: `https://${id}/`, events }
  await createSubscription(replica.db, secrets, keyId, input, replica.now(), undefined, id)
  subscriptions.push({ id, keyId })
}

const unsubscribe: Act = ({ world, subscriptions }, { db }) => {
  const { id, keyId } = world.pick(subscriptions)
  return deleteSubscription(db, keyId, id)
}

const enable: Act = ({ world, subscriptions }, replica) =>
  enableSubscription(replica.db, world.pick(subscriptions).id, replica.now())

const replay: Act = ({ world, subscriptions }, replica) => {
  const what = { since: replica.now() - world.int(DAY_MS), failedOnly: world.fault(0.5) }
  return replayDeliveries(replica.db, world.pick(subscriptions).id, what, replica.now())
}

const turn: Act = ({ world }, { db, now }) => applyScheduledVisibility(db, now(), () => world.newId('evt'))
const prune: Act = ({ world }, { db, now }) => pruneHistory(db, 1 + world.int(3), now())
const sweep: Act = (_, { db, log, now }) => runMaintenance({ db, log, now, retentionDays: RETENTION_DAYS })

/** What is done at a replica once it is not frozen, and how often, in parts of all. */
export const ACTIONS: readonly (readonly [weight: number, name: string, act: Act])[] = [
  [30, 'change', change],
  [3, 'revert', revert],
  [3, 'undo', undo],
  [3, 'decide', decide],
  [4, 'retract', retractState],
  [1, 'erase', erase],
  [4, 'turn', turn],
  [16, 'read', read],
  [8, 'look back', lookBack],
  [14, 'request', request],
  [1, 'add key', addKey],
  [1, 'revoke', revoke],
  [1, 'subscribe', subscribe],
  [1, 'unsubscribe', unsubscribe],
  [2, 'enable', enable],
  [1, 'replay', replay],
  [2, 'prune', prune],
  [2, 'sweep', sweep],
]

/** What befalls a replica, a receiver or all of them, at once. */
export const FAULTS: typeof ACTIONS = [
  [4, 'a statement fails', ({ world }, replica) => replica.failSoon(world.int(20), world.fault(0.5))],
  [2, 'kill', (simulation, replica) => simulation.kill(replica)],
  [2, 'freeze', ({ world }, replica) => replica.freeze(world.int(45_000))],
  [2, 'clock', ({ world }, replica) => replica.setClock(world.pick(SKEWS))],
  [4, 'receiver', ({ world, subscriptions }) => world.setStatus(world.pick(subscriptions).id)],
  [3, 'time passes', (simulation) => simulation.jump(simulation.world.pick(JUMPS))],
]
