import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Db, readRevision } from '../../src/database/schema.ts'
import { decideListing } from '../../src/history/listing-decision.ts'
import { turnDue } from '../../src/history/scheduled-visibility.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { editRecord } from '../../src/import/edit-record.ts'
import { recordedImport } from '../../src/import/import-rows.ts'
import { removeSample } from '../../src/import/sample.ts'
import { EVENTS } from '../../src/schema/api/webhook.ts'
import { onEachBackend, sqlite } from '../backends.ts'
import { listing, machine, maker, NOW, price, subscribe, take } from '../import/take.ts'
import fc from '../properties.ts'
import { isNightly, sized } from '../tier.ts'
import {
  DAY,
  dayOf,
  EventModel,
  type ListingState,
  type MachineState,
  maySteps,
  type State,
  same,
  type Told,
} from './event-model.ts'

const ASHA = { by: 'console', who: 'Asha' } as const
const SLOTS = ['m1', 'm2', 'l1', 'l2']

/** The program, with the keys of one run. */
interface Real {
  db: Db
  run: number
  events(): Promise<Told[]>
  /** The highest told so far, by key. */
  versions: Map<string, number>
}

/** How often a way of changing made each event. */
const seen = new Map<string, number>()

const WAYS: Record<string, string> = {
  import:
    'variant.published variant.updated price.updated variant.withdrawn listing.published listing.updated listing.withdrawn',
  edit: 'variant.published variant.updated price.updated variant.withdrawn listing.updated listing.withdrawn',
  decide: 'listing.published listing.withdrawn',
  revert:
    'variant.published variant.updated price.updated variant.withdrawn listing.published listing.updated listing.withdrawn',
  undo: 'variant.published variant.updated price.updated variant.withdrawn listing.published listing.updated listing.withdrawn',
  due: 'variant.published listing.withdrawn',
  removal: 'variant.withdrawn listing.withdrawn',
  // What nobody may see.
  'import of nothing': 'none',
  'private change': 'none',
  'two rows of one record': 'any',
  'change after its day, before anyone looked': 'any',
}

onEachBackend('the events of changes', (backend) => {
  it('are those of a plain model, whichever way a change came', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [maker])
    const take_ = await subscribe(db, [...EVENTS])
    seen.clear()
    let run = 0
    const runOf = (key: string) => Math.floor(Number(key.replace(/\D/g, '')) / 10)
    const events = async (): Promise<Told[]> => {
      const told = await take_()
      await db.deleteFrom('deliveries').execute()
      return told
        .map(toTold)
        .filter(({ key }) => runOf(key) === run)
        .map((one) => ({ ...one, key: slotOf(one.key) }))
    }
    await fc.assert(
      fc.asyncProperty(fc.commands(commandsArb(), { maxCommands: 40, size: 'max' }), async (commands) => {
        run++
        const [model, real] = [new EventModel(NOW), { db, run, events, versions: new Map<string, number>() }]
        await importing(FIRST).run(model, real)
        await fc.asyncModelRun(() => ({ model, real }), commands)
      }),
      { numRuns: backend === sqlite ? sized(15, 60) : sized(3, 60) },
    )
    const { findings, untold } = await verifyHistory(db)
    assert.deepEqual([findings, untold], [[], 0])
    const missing = Object.entries(WAYS).flatMap(([way, all]) =>
      all
        .split(' ')
        .map((event) => `${way}: ${event}`)
        .filter((name) => !seen.has(name)),
    )
    t.diagnostic([...seen].map(([name, count]) => `${name} ${count}`).join(', '))
    if (isNightly) assert.deepEqual(missing, [], 'situations that did not occur')
  })
})

const slugOf = (run: number, slot: string) => `m-${run * 10 + Number(slot[1])}`
const idOf = (run: number, slot: string) => run * 10 + Number(slot[1])
const slotOf = (key: string) => `${key.startsWith('m') ? 'm' : 'l'}${Number(key.replace(/\D/g, '')) % 10}`
const typeOf = (slot: string) => (slot[0] === 'm' ? 'machine' : 'listing')
const keyOf = (run: number, slot: string) => (slot[0] === 'm' ? slugOf(run, slot) : String(idOf(run, slot)))

/** The members of bodies that the model foresees. */
interface Body {
  machine: { slug: string; name: string; engine_hp: number; price_from_inr: number | null }
  listing: { id: number; status: string; price_inr: number }
  changed: string[]
  previous?: { price_from_inr: number | null }
  version: number
}

function toTold({ type, data }: { type: string; data: object }): Told {
  const { machine, listing, changed, previous, version } = data as Body
  const key = machine ? machine.slug : String(listing.id)
  if (type.endsWith('withdrawn')) return { type, key, says: '', version }
  if (listing) return { type, key, says: `${listing.status} ${listing.price_inr}`, version }
  const says = `${machine.name} ${machine.engine_hp} ${machine.price_from_inr}`
  if (type === 'variant.updated') return { type, key, says: `${says} ${changed.toSorted().join(' ')}`, version }
  return { type, key, says: previous ? `${says} ${previous.price_from_inr}` : says, version }
}

/** Fields of a row; what a patch leaves out stays. */
interface Fields {
  slot: string
  patch: boolean
  name: string
  engine_hp: number
  day: number | null
  price: number | null
  alias: string
  status: string
  price_inr: number
  description: string
  soldDaysAgo: number
  contact: boolean
  /** Which of them a patch carries. */
  carries: string
}

const fieldsArb: fc.Arbitrary<Fields> = fc.record({
  slot: fc.constantFrom(...SLOTS),
  patch: fc.boolean(),
  name: fc.constantFrom('A', 'B'),
  engine_hp: fc.constantFrom(45, 46),
  day: fc.constantFrom(null, -100, -100, -3, 0, 1, 1, 2),
  price: fc.constantFrom(null, 600_000, 700_000),
  alias: fc.constantFrom('', 'x'),
  status: fc.constantFrom('live', 'live', 'live', 'review', 'sold', 'withdrawn', 'withdrawn', 'rejected'),
  price_inr: fc.constantFrom(400_000, 500_000),
  description: fc.constantFrom('', 'New tyres.'),
  soldDaysAgo: fc.constantFrom(0, 0, 50, 89, 100),
  contact: fc.boolean(),
  carries: fc.constantFrom('name', 'engine_hp', 'published_at', 'published_at', 'price', 'alias'),
})
const CARRIED: Record<string, string> = {
  ...{ name: 'description', engine_hp: 'price_inr', published_at: 'status', price: 'status', alias: 'contact' },
}

/** What a row makes of a record; undefined where it is rejected, the same where nothing changes. */
function apply(model: EventModel, one: Fields): { after: State; isChanged: boolean; contact: boolean } | undefined {
  const held = model.held(one.slot)
  const { state } = held
  if (one.patch && !state) return undefined
  if (typeOf(one.slot) === 'machine') {
    const { name, engine_hp, price, alias } = one
    const whole = { name, engine_hp, published_at: dated(model, one), price, alias }
    const own = one.carries as keyof MachineState
    const after = one.patch ? { ...(state as MachineState), [own]: whole[own] } : whole
    return { after, isChanged: !same(state, after), contact: false }
  }
  const { status, price_inr, description } = one
  const sold_at = status === 'sold' ? soldAt(model, one) : null
  const whole: ListingState = { status, price_inr, description, sold_at }
  const before = state as ListingState | undefined
  let after = whole
  let contact = one.contact
  if (one.patch) {
    const own = CARRIED[one.carries]!
    contact = own === 'contact' ? one.contact : held.hasContact
    after = { ...before! }
    if (own === 'status') Object.assign(after, { status, sold_at: status === 'sold' ? sold_at : before!.sold_at })
    else if (own !== 'contact') Object.assign(after, { [own]: whole[own as keyof ListingState] })
    // A patch that leaves `sold` keeps what only a sold one has.
    if (after.status !== 'sold' && after.sold_at !== null) return undefined
  }
  if (before && held.decided && !one.patch && after.status === 'review') {
    const kept = { ...after, status: before.status, sold_at: before.sold_at }
    if (same(kept, before) && contact === held.hasContact) return { after: before, isChanged: false, contact }
  }
  if (before && !maySteps(before.status, after.status)) return undefined
  return { after, isChanged: !same(before, after) || contact !== held.hasContact, contact }
}

const dated = (model: EventModel, { day }: Fields) => (day === null ? null : dayOf(model.now + day * DAY))
const soldAt = (model: EventModel, { soldDaysAgo }: Fields) => model.now - soldDaysAgo * DAY

function toRow(model: EventModel, run: number, one: Fields): Record<string, unknown> {
  const { slot, patch } = one
  if (typeOf(slot) === 'machine') {
    const { kind: _, ...rest } = machine
    const its = {
      ...{ name: one.name, engine_hp: one.engine_hp, published_at: dated(model, one) },
      ...{
        prices: one.price === null ? [] : [{ ...price, price_inr: one.price }],
        aliases: one.alias ? [one.alias] : [],
      },
    }
    const own = ({ price: 'prices', alias: 'aliases' } as Record<string, string>)[one.carries] ?? one.carries
    if (patch) return { type: 'machine', slug: slugOf(run, slot), patch, [own]: its[own as keyof typeof its] }
    return { ...rest, ...its, slug: slugOf(run, slot) }
  }
  const sold = one.status === 'sold' ? { sold_at: new Date(soldAt(model, one)).toISOString() } : {}
  const its = {
    ...{ status: one.status, price_inr: one.price_inr, description: one.description },
    contact: one.contact ? { name: 'Ramesh' } : {},
  }
  const id = idOf(run, slot)
  if (!patch) return { ...listing, created_at: '2025-01-01T00:00:00Z', ...its, ...sold, id }
  const own = CARRIED[one.carries]! as keyof typeof its
  return { type: 'listing', id, patch, [own]: its[own], ...(own === 'status' && sold) }
}

/** The model takes a row; returns its events. */
function takeRow(model: EventModel, one: Fields): { told: Told[]; isRejected: boolean; isChanged: boolean } {
  const made = apply(model, one)
  if (!made) return { told: [], isRejected: true, isChanged: false }
  if (!made.isChanged) return { told: [], isRejected: false, isChanged: false }
  const held = model.held(one.slot)
  const told = model.change(one.slot, made.after)
  held.hasContact = made.contact
  return { told, isRejected: false, isChanged: true }
}

async function compare(
  real: Real,
  model: EventModel,
  way: string,
  expected: readonly Told[],
  by: string,
  before: Map<string, State | undefined>,
) {
  const found = await real.events()
  // The version of a listing only rises; that of a machine counts its changes.
  const order = (some: readonly Told[]) =>
    some.map(({ type, key, says, version }) => `${type} ${key} ${says} ${key.startsWith('m') ? version : ''}`).sort()
  assert.deepEqual(order(found), order(expected), way)
  for (const [key, some] of Map.groupBy(found, ({ key }) => key)) {
    const versions = some.map(({ version }) => version)
    assert.ok(Math.min(...versions) > (real.versions.get(key) ?? 0), `the version of ${key} does not rise`)
    real.versions.set(key, Math.max(...versions))
  }
  for (const { type } of expected) count(`${way}: ${type}`)
  const revision = await readRevision(real.db)
  for (const [slot, state] of before) {
    const held = model.held(slot)
    held.log.push({ by, before: state, revision, after: held.state })
  }
}

function count(name: string) {
  seen.set(name, (seen.get(name) ?? 0) + 1)
}

type Step = (model: EventModel, real: Real) => Promise<void>
const command = (name: string, run: Step, check: (model: EventModel) => boolean = () => true) => ({
  check,
  run,
  toString: () => name,
})

/** A catalogue to begin with, so that most commands find something to change. */
const PLAIN = {
  ...{ patch: false, name: 'A', engine_hp: 45, day: -100, price: 600_000, alias: '', status: 'live' },
  ...{ price_inr: 400_000, description: '', soldDaysAgo: 0, contact: false, carries: 'name' },
}
const FIRST: Fields[] = [
  { ...PLAIN, slot: 'm1' },
  { ...PLAIN, slot: 'm2', day: 1 },
  { ...PLAIN, slot: 'l1' },
  { ...PLAIN, slot: 'l2', status: 'review' },
]

function importing(some: readonly Fields[]) {
  return command(`import ${JSON.stringify(some)}`, async (model, real) => {
    const before = new Map<string, State | undefined>()
    const given = some.map((one) => toRow(model, real.run, one))
    const wasLate = some.some(({ slot }) => isLate(model, slot))
    const told: Told[] = []
    let rejected = 0
    for (const one of some) {
      const { state } = model.held(one.slot)
      const row = takeRow(model, one)
      told.push(...row.told)
      if (row.isRejected) rejected++
      if (!row.isChanged) continue
      if (before.has(one.slot)) count('two rows of one record: any')
      else before.set(one.slot, state)
      if (row.told.length === 0) count('private change: none')
    }
    const checked = given.map((row, at) =>
      checkRow(row, { file: 'rows', line: at + 1, raw: undefined }, { today: dayOf(model.now) }),
    )
    let id = ''
    const summary = await recordedImport(
      real.db,
      (async function* () {
        yield checked
      })(),
      {
        file: 'rows',
        by: 'cli',
        now: () => model.now,
        tell(event) {
          if (event.type === 'begun') id = event.id
        },
      },
    )
    const faults = checked.flatMap((row) => row.faults.map(({ path, reason }) => `${path} ${reason}`))
    assert.equal(summary.rejected, rejected, faults.join('; '))
    if (before.size === 0) count('import of nothing: none')
    else model.imports.push(id)
    if (wasLate && told.length > 0) count('change after its day, before anyone looked: any')
    await compare(real, model, 'import', told, id, before)
  })
}

function commandsArb() {
  const rows = fc.array(fieldsArb, { minLength: 1, maxLength: 3 }).map(importing)
  const edit = fieldsArb.map((fields) => {
    const one = { ...fields, patch: true }
    return command(
      `edit ${JSON.stringify(one)}`,
      async (model, real) => {
        const before = model.held(one.slot).state
        const { type, slug, id, patch, ...changes } = toRow(model, real.run, one)
        const expected = takeRow(model, one)
        const editing = { author: ASHA, now: model.now, review: false }
        const { outcome } = await editRecord(
          real.db,
          typeOf(one.slot),
          keyOf(real.run, one.slot),
          changes as never,
          editing,
        )
        assert.equal(outcome, expected.isRejected ? 'refused' : expected.isChanged ? 'changed' : 'unchanged')
        const changed = new Map(expected.isChanged ? [[one.slot, before]] : [])
        await compare(real, model, 'edit', expected.told, 'console', changed)
      },
      (model) => model.held(one.slot).state !== undefined,
    )
  })
  const decide = fc
    .tuple(fc.constantFrom('l1', 'l2'), fc.constantFrom('live', 'live', 'live', 'rejected'))
    .map(([slot, verdict]) =>
      command(
        `decide ${slot} ${verdict}`,
        async (model, real) => {
          const held = model.held(slot)
          const before = held.state as ListingState
          // What was decided is taken back.
          const status = (held.decided ? 'review' : verdict) as 'live' | 'rejected' | 'review'
          if (!held.decided && before.status !== 'review') {
            // What nobody decided, or what changed since, cannot be taken back.
            const back = { status: 'review', reason: '', ...ASHA } as const
            const { outcome } = await decideListing(real.db, idOf(real.run, slot), back, model.now)
            assert.equal(outcome, 'refused')
            return compare(real, model, 'decide', [], 'console', new Map())
          }
          const told = model.change(slot, { ...before, status })
          held.decided = status !== 'review'
          const decision = { status, reason: '', ...ASHA }
          const { outcome } = await decideListing(real.db, idOf(real.run, slot), decision, model.now)
          assert.equal(outcome, 'done')
          await compare(real, model, 'decide', told, 'console', new Map([[slot, before]]))
        },
        (model) => model.held(slot).state !== undefined,
      ),
    )
  const revert = fc.tuple(fc.constantFrom(...SLOTS), fc.nat()).map(([slot, nth]) =>
    command(
      `revert ${slot} ${nth}`,
      async (model, real) => {
        const held = model.held(slot)
        const { revision, after } = held.log[nth % held.log.length]!
        const before = held.state
        const isSame = same(before, after)
        const told = isSame ? [] : model.change(slot, after)
        await revertRecord(real.db, {
          type: typeOf(slot),
          key: keyOf(real.run, slot),
          to: revision,
          author: ASHA,
          now: model.now,
        })
        await compare(real, model, 'revert', told, 'console', new Map(isSame ? [] : [[slot, before]]))
      },
      (model) => model.held(slot).log.length > 0,
    ),
  )
  const undo = fc.nat().map((nth) =>
    command(
      `undo ${nth}`,
      async (model, real) => {
        const id = model.imports.at(-1 - (nth % Math.min(model.imports.length, 3)))!
        const told: Told[] = []
        const changed = new Map<string, State | undefined>()
        for (const [slot, held] of model.records) {
          const at = held.log.findIndex(({ by }) => by === id)
          if (at < 0 || held.log.slice(at + 1).some(({ by }) => by !== 'service')) continue
          const target = held.log[at]!.before
          if (same(held.state, target)) continue
          changed.set(slot, held.state)
          told.push(...model.change(slot, target))
        }
        await undoImport(real.db, id, { force: true, author: ASHA, now: model.now })
        await compare(real, model, 'undo', told, 'console', changed)
      },
      (model) => model.imports.length > 0,
    ),
  )
  const pass = fc.constantFrom(3_600_000, DAY, 2 * DAY, 60 * DAY, 95 * DAY).map((ms) =>
    command(`pass ${ms / DAY} days`, async (model) => {
      model.now += ms
    }),
  )
  const look = fc.constant(
    command('look', async (model, real) => {
      const due = [...model.records].filter(([slot]) => isLate(model, slot))
      const changed = new Map(due.map(([slot, { state }]) => [slot, state]))
      const told = due.flatMap(([slot, { state }]) => model.change(slot, state))
      await turnDue(real.db, model.now)
      await compare(real, model, 'due', told, 'service', changed)
    }),
  )
  const removal = fc.constantFrom(...SLOTS).map((slot) =>
    command(
      `remove ${slot}`,
      async (model, real) => {
        const before = model.held(slot).state
        const table = slot[0] === 'm' ? 'machines' : 'listings'
        const key = keyOf(real.run, slot)
        const query = real.db.selectFrom(table).select('revision')
        const { revision } = await query
          .where((slot[0] === 'm' ? 'slug' : 'id') as 'id', '=', key as never)
          .executeTakeFirstOrThrow()
        await real.db
          .insertInto('sample_records')
          .values({ record_type: typeOf(slot), record_key: key, revision })
          .execute()
        const told = model.change(slot, undefined)
        assert.deepEqual(await removeSample(real.db, model.now, ASHA), { removed: 1, kept: 0 })
        await compare(real, model, 'removal', told, 'console', new Map([[slot, before]]))
      },
      (model) => model.held(slot).state !== undefined,
    ),
  )
  return [rows, rows, edit, edit, edit, decide, revert, revert, undo, undo, pass, look, look, removal]
}

/** Whether the time has changed what readers see of it, and nobody was told. */
function isLate(model: EventModel, slot: string): boolean {
  const { state, told } = model.held(slot)
  return model.isVisible(state) !== told
}
