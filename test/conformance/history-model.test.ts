import assert from 'node:assert/strict'
import { it } from 'node:test'
import { builtinClasses } from '../../src/catalog/records.ts'
import { readHead } from '../../src/history/entries.ts'
import { keepHistory } from '../../src/history/retention.ts'
import { turnDue } from '../../src/history/scheduled-visibility.ts'
import { sheetAsOf } from '../../src/history/states.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { onEachBackend, sqlite } from '../backends.ts'
import fc from '../properties.ts'
import { isNightly, sized } from '../tier.ts'
import { AUTHOR, DAY_MS, importInto, isDone, note, openStore, type Store } from './feed-world.ts'
import { leastMachine } from './least-machine.ts'

/**
 * The history against a plain list of states: after each act the whole catalogue as it must be, which predicts sheets as
 * of a moment, reverts and undone imports.
 */
const COMMANDS = 90

/** What is known of a record: a machine, or the one value of a maker or class. */
type Value = { hp: number; maker: string; published: string | null } | { is: string | number }
type Records = ReadonlyMap<string, Value>

interface Model {
  /** The catalogue after each act, with its moment and revision. */
  states: { moment: number; revision: number; records: Records }[]
  /** Each change of a record: the act by its place in `states`, and the import. */
  log: { key: string; state: number; importId: string; isService: boolean }[]
  /** From this state on the history reaches. */
  start: number
}

interface Real extends Store {
  model: Model
}

/** What the day or the keeping of the history does. */
const SERVICE_ENTRY = { key: 'all', importId: '', isService: true }

const last = ({ states }: Model) => states.at(-1)!.records

/** Notes an act by what it must have made of the records. */
async function follow({ db, now, model }: Real, after: Records, importId = ''): Promise<void> {
  const before = last(model)
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (JSON.stringify(before.get(key)) === JSON.stringify(after.get(key))) continue
    model.log.push({ key, state: model.states.length, importId, isService: false })
  }
  model.states.push({ moment: now, revision: (await readHead(db)).revision, records: after })
}

/** The records with some of them set, or gone. */
function withSome(records: Records, some: Iterable<readonly [string, Value | undefined]>): Records {
  const after = new Map(records)
  for (const [key, value] of some) {
    if (value) after.set(key, value)
    else after.delete(key)
  }
  return after
}

function command(name: string, told: string, run: (real: Real) => Promise<unknown>): fc.AsyncCommand<object, Real> {
  return {
    check: () => true,
    async run(_, real) {
      real.now += 60_000
      note(real, (await run(real)) === false ? `${name}: not done` : name)
    },
    toString: () => `${name} ${told}`.trim(),
  }
}

async function bring(real: Real, rows: readonly object[], some: [string, Value][]): Promise<void> {
  await importInto(real, rows)
  await follow(real, withSome(last(real.model), some), real.imports.at(-1))
}

const slug = fc.nat(4).map((at) => `machine-${at}`)
const maker = fc.nat(1).map((at) => `maker-${at}`)
const figure = fc.integer({ min: 20, max: 24 })
/** Evenly, not mostly the first. */
const part = fc.noBias(fc.nat(999)).map((figure) => figure / 1_000)
const at = <T>(list: readonly T[], part: number) => list[Math.floor(list.length * part)]!

const COMMAND_ARBITRARIES = [
  fc
    .record({
      slugs: fc.uniqueArray(slug, { minLength: 1, maxLength: 3 }),
      hp: figure,
      maker,
      day: fc.constantFrom('2026-01-01', 'tomorrow', null),
    })
    .map(({ slugs, hp, maker, day }) =>
      command('import', `${slugs} ${hp} ${maker} ${day}`, (real) => {
        const published = day === 'tomorrow' ? kolkataDate(real.now + DAY_MS) : day
        const more = { manufacturer: maker, engine_hp: hp, published_at: published }
        const rows = slugs.map((slug) => leastMachine(slug, more))
        return bring(
          real,
          rows,
          slugs.map((slug) => [`machine ${slug}`, { hp, maker, published }]),
        )
      }),
    ),
  fc
    .tuple(maker, figure)
    .map(([slug, name]) =>
      command('rename a maker', `${slug} ${name}`, (real) =>
        bring(
          real,
          [{ type: 'manufacturer', slug, name: `Maker ${name}` }],
          [[`manufacturer ${slug}`, { is: `Maker ${name}` }]],
        ),
      ),
    ),
  figure.map((hours) =>
    command('edit a class', String(hours), (real) =>
      bring(
        real,
        [{ type: 'class', key: 'tractor', patch: true, hours_a_year: hours }],
        [['class tractor', { is: hours }]],
      ),
    ),
  ),
  fc.constant(
    command('midnight', '', async (real) => {
      real.now += DAY_MS
      const today = kolkataDate(real.now)
      const due = [...last(real.model)].filter(([, value]) => 'hp' in value && value.published === today)
      assert.equal(await turnDue(real.db, real.now), due.length)
      for (const [key] of due) real.model.log.push({ ...SERVICE_ENTRY, key, state: real.model.states.length })
      await follow(real, last(real.model))
      return due.length > 0
    }),
  ),
  fc
    .tuple(fc.constantFrom('machine', 'machine', 'manufacturer', 'class'), slug, maker, part)
    .map(([type, slug, maker, to]) =>
      command('revert', `${type} ${slug} ${maker} ${to}`, async (real) => {
        const { db, now, model } = real
        const key = type === 'machine' ? slug : type === 'class' ? 'tractor' : maker
        const then = at(model.states, to)
        const value = then.records.get(`${type} ${key}`)
        const isReached = model.states.indexOf(then) >= model.start
        const done = await isDone(
          revertRecord(db, { type: type as 'machine', key, to: then.revision, author: AUTHOR, now }),
        )
        const isThere = last(model).has(`${type} ${key}`)
        assert.equal(done, isReached && (value !== undefined || isThere))
        if (done) await follow(real, withSome(last(model), [[`${type} ${key}`, value]]))
        return done
      }),
    ),
  fc.tuple(part, fc.boolean()).map(([which, force]) =>
    command(force ? 'undo by force' : 'undo', String(which), async (real) => {
      const { db, now, model, imports } = real
      const importId = at(imports.slice(1), which)
      if (importId === undefined) return false
      // Only entries that are still there are known.
      const known = model.log.filter(({ state }) => state > model.start)
      const own = known.filter((entry) => entry.importId === importId)
      const isTouched = ({ key, state }: Model['log'][number]) =>
        known.some(
          (entry) => entry.key === key && entry.state > state && entry.importId !== importId && !entry.isService,
        )
      const free = own.filter((entry) => !isTouched(entry))
      const done = await isDone(undoImport(db, importId, { force, author: AUTHOR, now }))
      assert.equal(done, own.length > 0 && (force || free.length === own.length))
      if (!done) return false
      const back = free.map(({ key, state }) => [key, model.states[state - 1]!.records.get(key)] as const)
      if (own.length > free.length) note(real, 'some stay')
      await follow(real, withSome(last(model), back))
      return true
    }),
  ),
  fc.constant(
    command('prune', '', async (real) => {
      const { db, now, model } = real
      const old = model.log.filter(({ state }) => state > model.start && model.states[state]!.moment < now - DAY_MS)
      const pruned = await keepHistory(db, 1, now)
      assert.equal(pruned > 0, old.length > 0)
      if (pruned === 0) return false
      model.start = old.at(-1)!.state
      model.log.push({ ...SERVICE_ENTRY, state: model.states.length })
      await follow(real, last(model))
      return true
    }),
  ),
]
const LOOKING = [
  fc.tuple(slug, part, fc.boolean()).map(([slug, when, isBetween]) =>
    command('sheet as of', `${slug} ${when}${isBetween ? ' after it' : ''}`, async (real) => {
      const { db, model } = real
      const then = at(model.states, when)
      const moment = then.moment + (isBetween ? 30_000 : 0)
      const value = then.records.get(`machine ${slug}`)
      const isVisible = value && 'hp' in value && value.published !== null && value.published <= kolkataDate(moment)
      if (model.states.indexOf(then) < model.start) {
        await assert.rejects(sheetAsOf(db, slug, moment), { code: 'history-too-short' })
        return false
      }
      const sheet = await sheetAsOf(db, slug, moment)
      if (!isVisible) {
        assert.equal(sheet, undefined)
        return false
      }
      const named = (key: string) => (then.records.get(key) as { is: string | number }).is
      assert.deepEqual(
        [sheet?.engine_hp, sheet?.manufacturer.name, sheet?.hours_a_year],
        [value.hp, named(`manufacturer ${value.maker}`), named('class tractor')],
      )
      if (then.records !== last(model)) note(real, 'sheet as it was before')
    }),
  ),
  fc.constant(command('verify', '', async ({ db }) => assert.deepEqual((await verifyHistory(db)).findings, []))),
]
const SITUATIONS = [
  ...['import', 'rename a maker', 'edit a class', 'midnight', 'revert', 'revert: not done', 'undo', 'undo: not done'],
  ...[
    'undo by force',
    'some stay',
    'prune',
    'sheet as of',
    'sheet as of: not done',
    'sheet as it was before',
    'verify',
  ],
]

onEachBackend('the history and a list of states', (backend) => {
  it('agree, whatever is done', async (t) => {
    const seen: Real['seen'] = new Map()
    const arbitraries = [...COMMAND_ARBITRARIES, COMMAND_ARBITRARIES[0]!, ...LOOKING, LOOKING[0]!, LOOKING[0]!]
    const sequences = fc.commands(arbitraries, { maxCommands: COMMANDS, size: 'max' })
    await fc.assert(
      fc.asyncProperty(sequences, async (all) => {
        const model: Model = { states: [], log: [], start: -1 }
        const real: Real = { ...(await openStore(t, backend, seen)), model }
        try {
          const records = new Map<string, Value>(
            [0, 1].map((at) => [`manufacturer maker-${at}`, { is: `Maker ${at}` }]),
          )
          records.set('class tractor', { is: builtinClasses().find(({ key }) => key === 'tractor')!.hours_a_year! })
          model.log.push({ ...SERVICE_ENTRY, state: 0 })
          model.states.push({ moment: real.now, revision: (await readHead(real.db)).revision, records })
          await fc.asyncModelRun(() => ({ model: {}, real }), all)
          assert.deepEqual((await verifyHistory(real.db)).findings, [])
        } finally {
          await real.db.destroy()
        }
      }),
      { numRuns: backend === sqlite ? sized(15, 100) : sized(3, 25) },
    )
    t.diagnostic([...seen].map(([what, count]) => `${count} × ${what}`).join('; '))
    if (isNightly) for (const what of SITUATIONS) assert.ok(seen.get(what), `never: ${what}`)
  })
})
