import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { recordText, unpack } from '../../src/history/entries.ts'
import type { RecordType } from '../../src/schema/records/records.ts'
import type { Owner, World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row of any table
export type Row = any

/** What a record was from a revision on; without a row it did not exist. */
export interface State {
  began: number
  /** When it began, by the clocks that were right. */
  at: number
  row: Row | undefined
  /** The revision at which it was withheld. */
  withheldAt: number
}

const TABLES: Record<string, string> = { manufacturer: 'manufacturers', machine: 'machines', listing: 'listings' }
/** How far clocks may differ without a note in the history. */
const MAX_SKEW_MS = 5_000
/** How soon the end of a key holds everywhere. */
export const BOUND_MS = 5_000
const LEASE_MS = 30_000
/** The waits before the ten attempts of docs/guides/webhooks.md. */
const ATTEMPT_MS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000)
/** How long a sold listing is shown. */
const SOLD_SHOWN_MS = 90 * 86_400_000
const INDIA_OFFSET_MS = 5.5 * 3_600_000
/** Every name and price that a record had is no other's. */
const MARKS = /~\d+~|\b7\d{6}\b/g

/** Follows what is committed on a connection of its own, and checks that every promise is kept. */
export class Checks {
  readonly states = new Map<string, State[]>()
  /** When the end of a key, or of a subscription, was committed. */
  readonly ended = new Map<string, number>()
  /** The end of the history that was followed, and its beginning. */
  head = 0
  start: { start_revision: number; start_at: number } = { start_revision: 0, start_at: 0 }
  readonly #world: World
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  /** By subscription and event. */
  #deliveries = new Map<string, Row>()
  readonly #promised = new Set<string>()
  readonly #accepted = new Set<string>()
  /** The first body of each event that arrived, and those that retractions left. */
  readonly #bodies = new Map<string, string>()
  readonly #redacted = new Map<string, Set<string>>()
  readonly #versions = new Map<string, number>()
  #commit = -1
  /** Whether the last commit withheld something. */
  #isRedaction = false

  constructor(world: World, path: string) {
    this.#world = world
    this.#db = new DatabaseSync(path, { readOnly: true })
    this.head = this.#all('select value from revision')[0].value
    for (const [type, table] of Object.entries(TABLES)) {
      for (const row of this.#all(`select * from ${table}`)) {
        const first = { began: row.revision, at: world.time, row, withheldAt: Number.POSITIVE_INFINITY }
        this.states.set(`${type} ${row.slug ?? row.id}`, [first])
      }
    }
    this.look()
  }

  #all(query: string, ...values: (string | number)[]): Row[] {
    return this.#statements.getOrInsertComputed(query, () => this.#db.prepare(query)).all(...values)
  }

  close(): void {
    this.#db.close()
  }

  /** Checks the last commit, if there was one. */
  look(by?: Owner): void {
    const [{ data_version }] = this.#all('pragma data_version') as [Row]
    if (data_version === this.#commit) return
    this.#commit = data_version
    this.#isRedaction = false
    this.#followEnds()
    this.#followHistory()
    this.#followDeliveries(by)
  }

  #followEnds(): void {
    const removed = this.#all(`select id from api_keys where revoked_at is not null
      union all select s.id from subscriptions s join api_keys k on k.id = s.key_id
        where disabled_at is not null or revoked_at is not null
      union all select id from removed_subscriptions`)
    for (const { id } of removed) this.ended.getOrInsert(id, this.#world.time)
    const open = this.#all(`select s.id from subscriptions s join api_keys k on k.id = s.key_id
      where disabled_at is null and revoked_at is null`)
    for (const { id } of open) this.ended.delete(id)
  }

  #followHistory(): void {
    const [head] = this.#all('select * from history_head') as [Row]
    const [{ value }] = this.#all('select value from revision') as [Row]
    this.start = head
    this.#world.expect(
      head.revision === value,
      `the history ends at ${head.revision} with the newest revision ${value}`,
    )
    if (value === this.head) return
    const reported = Map.groupBy(
      this.#all('select * from events where revision > ?', this.head),
      ({ revision }) => revision,
    )
    for (const entry of this.#all('select * from history where revision > ? order by revision', this.head)) {
      const { revision, type, key, at: timestamp, who } = entry
      // Authors are named after the time of their clocks.
      this.#world.expect(
        timestamp <= Number(who || timestamp) + MAX_SKEW_MS,
        `entry ${revision} is not of a time to come`,
      )
      if (type === 'clock')
        for (const state of [...this.states.values()].flat()) state.at = Math.min(state.at, timestamp)
      if (type === 'retracted' || type === 'erased') this.#withhold(revision, key)
      if (type in TABLES) this.#followChange(entry, reported.get(revision) ?? [])
      reported.delete(revision)
    }
    this.head = value
    this.#world.expect(reported.size === 0, `no event is invented at ${[...reported.keys()]}`)
    const hidden = this.#hiddenMarks()
    for (const { id, body, final } of this.#all('select id, body, final from events')) {
      if (this.#isRedaction && final === 1) this.#redacted.getOrInsertComputed(id, () => new Set()).add(body)
      this.#expectHidden(body, hidden, `event ${id}`)
    }
  }

  /** Compares the events of a change with those that it must have. */
  #followChange({ revision, type, key, at: timestamp, who }: Row, events: Row[]): void {
    const name = `${type} ${key}`
    const states = this.states.getOrInsertComputed(name, () => [])
    const before = states.at(-1)?.row
    const [row] = this.#all(`select * from ${TABLES[type]} where ${type === 'listing' ? 'id' : 'slug'} = ?`, key)
    states.push({ began: revision, at: timestamp, row, withheldAt: Number.POSITIVE_INFINITY })
    this.#world.expect(!row || row.revision === revision, `${name} has the revision of its entry, ${revision}`)
    if (type === 'manufacturer') return
    if (row && who !== '') {
      const isVisible = type === 'machine' ? isPublished(row, Number(who)) : isShown(row, Number(who))
      this.#world.expect((row.announced === 1) === isVisible, `${name} is announced if it is visible: ${isVisible}`)
    }
    const live = this.#all(`select s.id, s.events from subscriptions s join api_keys k on k.id = s.key_id
      where revoked_at is null`)
    const wanting = (event: string) => live.flatMap(({ id, events }) => (events.includes(`"${event}"`) ? [id] : []))
    const expected = expectedEvents(type, before, row).filter((event) => wanting(event).length > 0)
    const result = events.map((event): string => event.type).sort()
    this.#world.expect(result.join() === expected.join(), `${name} at ${revision} tells ${expected}, and not ${result}`)
    for (const event of events) {
      const { version } = JSON.parse(event.body).data
      this.#world.expect(version > (this.#versions.get(name) ?? 0), `the version of ${name} rises to ${version}`)
      const receivers = this.#all('select subscription_id as id from deliveries where event_id = ?', event.id)
      const ids = receivers.map(({ id }) => id).sort()
      this.#world.expect(ids.join() === wanting(event.type).sort().join(), `${event.id} is for all who want it`)
    }
    if (events.length > 0) this.#versions.set(name, JSON.parse(events[0].body).data.version)
  }

  #withhold(revision: number, name: string): void {
    this.#isRedaction = true
    for (const { gone: removed } of this.#all('select gone from withheld where revision = ?', revision)) {
      for (const [ended] of JSON.parse(removed)) {
        const state = this.states.get(name)?.findLast(({ began }) => began < ended)
        if (state) state.withheldAt = revision
      }
    }
  }

  /** What only withheld states have. */
  #hiddenMarks(): Set<string> {
    const marksOf = (states: State[]) => new Set(JSON.stringify(states.map(({ row }) => row)).match(MARKS))
    const all = [...this.states.values()].flat()
    const { hidden = [], shown: visible = [] } = Object.groupBy(all, (item) =>
      item.withheldAt <= this.head ? 'hidden' : 'shown',
    )
    return hidden.length > 0 ? marksOf(hidden).difference(marksOf(visible)) : new Set()
  }

  #expectHidden(text: string, hidden: ReadonlySet<string>, where: string): void {
    if (hidden.size === 0) return
    for (const mark of text.match(MARKS) ?? [])
      this.#world.expect(!hidden.has(mark), `${where} does not show ${mark}, which is withheld`)
  }

  #followDeliveries(by: Owner | undefined): void {
    const { time } = this.#world
    const rows = this.#all('select * from deliveries')
    const deliveries = new Map(rows.map((row) => [`${row.subscription_id} ${row.event_id}`, row]))
    for (const [name, before] of this.#deliveries) {
      const after = deliveries.get(name)
      const ended = this.ended.get(before.subscription_id)
      const mayGo = before.due_at === null || ended !== undefined || this.#isRedaction
      this.#world.expect(Boolean(after) || mayGo, `${name} is not dropped`)
      if (!after) continue
      const isTried = after.attempts > before.attempts && ended !== undefined
      const until = Math.max(ended ?? 0, by?.frozenUntil ?? 0) + LEASE_MS
      this.#world.expect(!isTried || time <= until, `${name} is not tried after its subscription ended`)
      if (after.state === before.state) continue
      const isSent = after.state !== 'delivered' || this.#accepted.has(name)
      this.#world.expect(isSent, `${name} was sent when it is delivered`)
      this.#world.expect(
        after.state !== 'failed' || after.step === ATTEMPT_MS.length,
        `${name} fails after all attempts`,
      )
      this.#world.expect(after.state !== 'pending' || after.step === 0, `only a replay begins ${name} again`)
    }
    for (const name of deliveries.keys()) this.#promised.add(name)
    this.#deliveries = deliveries
  }

  /** A request arrives at a receiver. */
  receive(url: string, id: string, body: string, isSuccess: boolean): void {
    const name = `${new URL(url).hostname} ${id}`
    this.#world.expect(this.#promised.has(name) && JSON.parse(body).id === id, `${name} is an event for this receiver`)
    const first = this.#bodies.getOrInsert(id, body)
    this.#world.expect(first === body || this.#redacted.get(id)?.has(body) === true, `${id} has one body`)
    if (isSuccess) this.#accepted.add(name)
  }

  stateAt(name: string, revision: number): State | undefined {
    return this.states.get(name)?.findLast(({ began }) => began <= revision)
  }

  /** What a reader of a feed has: what the body of each visible record shows, by its id. */
  shownAt(type: 'machine' | 'listing', revision: number): Map<number, string> {
    const rowAt = (name: string) => this.stateAt(name, revision)?.row
    const visible = new Map<number, string>()
    for (const name of this.states.keys()) {
      const row = rowAt(name)
      if (!name.startsWith(type) || row?.announced !== 1) continue
      if (type === 'machine') {
        const manufacturer = rowAt(`manufacturer maker-${row.manufacturer_id}`)
        visible.set(row.id, [JSON.parse(row.facts).name, manufacturer.name, row.price_from_inr].join())
      } else {
        const machine = rowAt(`machine ${row.machine_slug}`)
        const newPrice = machine?.announced === 1 ? machine.price_from_inr : null
        visible.set(row.id, [JSON.parse(row.doc).variant_name, row.status, newPrice].join())
      }
    }
    return visible
  }

  /** Deliveries that must still be made. */
  get open(): Row[] {
    return [...this.#deliveries.values()].filter(
      (item) => item.due_at !== null && !this.ended.has(item.subscription_id),
    )
  }

  /** Returns the event of a delivery that waits longer than the schedule says. */
  findLate(now: number): string | undefined {
    const isLate = ({ due_at, step, leased }: Row) =>
      due_at - now > 2 * (leased === 1 ? LEASE_MS : ATTEMPT_MS[step]!) + MAX_SKEW_MS
    return this.open.find(isLate)?.event_id
  }

  /** What must be so when there was time enough without faults. */
  end(): void {
    this.#world.expect(this.open.length === 0, `everything is delivered: ${this.open.map(({ event_id }) => event_id)}`)
    const hidden = this.#hiddenMarks()
    for (const { bytes } of this.#all('select bytes from history_blocks')) {
      this.#expectHidden(unpack(bytes).join('\n'), hidden, 'the history')
    }
  }
}

export function textOf(type: RecordType, row: Row): string {
  return recordText(type, row)
}

function isPublished({ published_at }: Row, now: number): boolean {
  return published_at !== null && published_at <= new Date(now + INDIA_OFFSET_MS).toISOString().slice(0, 10)
}

function isShown({ status, sold_at }: Row, now: number): boolean {
  return status === 'live' || (status === 'sold' && now <= sold_at + SOLD_SHOWN_MS)
}

/** In the order of their names. */
function expectedEvents(type: string, before: Row | undefined, after: Row | undefined): string[] {
  const kind = type === 'machine' ? 'variant' : 'listing'
  if (!after?.announced) return before?.announced ? [`${kind}.withdrawn`] : []
  if (!before?.announced) return [`${kind}.published`]
  const differs = (name: string) => before[name] !== after[name]
  if (kind === 'listing') return differs('doc') ? ['listing.updated'] : []
  const isUpdated = ['facts', 'manufacturer_id', 'published_at'].some(differs)
  return [...(differs('detail') ? ['price.updated'] : []), ...(isUpdated ? ['variant.updated'] : [])]
}
