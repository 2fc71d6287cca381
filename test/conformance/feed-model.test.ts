import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readHead } from '../../src/history/entries.ts'
import { keepHistory } from '../../src/history/retention.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { onEachBackend, sqlite } from '../backends.ts'
import fc from '../properties.ts'
import { isNightly, sized } from '../tier.ts'
import {
  AUTHOR,
  closeWorld,
  DAY_MS,
  FEEDS,
  importInto,
  isDone,
  note,
  offerTo,
  openWorld,
  passMidnight,
  restart,
  type World,
} from './feed-world.ts'
import { leastListing, leastMachine } from './least-machine.ts'

/**
 * The catalogue and the used market change in any order, while readers keep copies of them by the feeds with pages of
 * different sizes, stop anywhere and go on. Whoever reads to the end has all that is listed, and each change had the
 * label that is right for that copy.
 */
const COMMANDS = 45

type Command = fc.AsyncCommand<object, World>

function command(name: string, told: string, run: (world: World) => Promise<unknown>): Command {
  return {
    check: () => true,
    async run(_model, world) {
      world.now += 60_000
      const did = await run(world)
      if (did === false) return note(world, `${name}: not done`)
      note(world, name)
      if (!name.startsWith('read')) for (const reader of world.readers) reader.hear(name)
    },
    toString: () => `${name} ${told}`.trim(),
  }
}

const slug = fc.nat(7).map((at) => `machine-${at}`)
const slugs = fc.uniqueArray(slug, { minLength: 1, maxLength: 5 })
const figure = fc.integer({ min: 20, max: 60 })
/** Small ones are frequent. */
const limit = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 1_000 }))
const reader = fc.nat(FEEDS.length - 1)

/** Imports whole machines, published, hidden, or from tomorrow on. */
function put(name: string, publishedAt: (world: World) => string | null) {
  const told = fc.record({ slugs, hp: figure, maker: fc.nat(1), other: fc.boolean() })
  return told.map(({ slugs, hp, maker, other }) =>
    command(name, `${slugs} ${hp} maker-${maker}${other ? ' excavator' : ''}`, async (world) => {
      const more = {
        manufacturer: `maker-${maker}`,
        machine_class: other ? 'excavator' : 'tractor',
        engine_hp: hp,
        published_at: publishedAt(world),
      }
      await importInto(
        world,
        slugs.map((slug) => leastMachine(slug, more)),
      )
    }),
  )
}

/** Those that listings name. */
const named = fc.nat(1).map((at) => `machine-${at}`)

/** Imports listings of two machines. */
function offer(name: string, status: string, more: (now: number) => object = () => ({})) {
  const told = fc.record({
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
    machine: named,
    price: fc.integer({ min: 3, max: 6 }),
  })
  return told.map(({ ids, machine, price }) =>
    command(name, `${ids} ${machine} ${price}`, async (world) => {
      const its = { status, price_inr: price * 100_000, ...more(world.now) }
      const rows = ids.map((id) => leastListing(id, machine, its))
      // A sale is final.
      return (await offerTo(world, rows)).length < rows.length
    }),
  )
}

function onePrice(price_inr: number) {
  const its = { kind: 'ex_showroom', source_kind: 'dealer', state_code: 'MH', observed_at: '2026-01-01' }
  return { price_inr, ...its }
}

const priced = fc.tuple(named, fc.integer({ min: 6, max: 9 }), fc.boolean()).map(([slug, lakh, isGone]) =>
  command(isGone ? 'the price of a new one went' : 'price', `${slug} ${lakh}`, (world) =>
    importInto(world, [
      leastMachine(slug, {
        manufacturer: 'maker-0',
        prices: isGone ? [] : [onePrice(lakh * 100_000)],
      }),
    ]),
  ),
)

const remove = (type: 'machine' | 'listing', keys: fc.Arbitrary<string>) =>
  keys.map((key) =>
    // Where the history begins, most were not there yet.
    command(`remove a ${type}`, key, async ({ db, now }) => {
      const { start_revision: to } = await readHead(db)
      return isDone(revertRecord(db, { type, key, to, author: AUTHOR, now }))
    }),
  )

const COMMAND_ARBITRARIES: fc.Arbitrary<Command>[] = [
  put('create or edit', () => '2026-01-01'),
  put('publish', ({ now }) => kolkataDate(now)),
  put('unpublish', () => null),
  put('schedule', ({ now }) => kolkataDate(now + DAY_MS)),
  fc.constant(command('midnight', '', async (world) => (await passMidnight(world)) > 0)),
  fc
    .tuple(fc.nat(1), figure)
    .map(([maker, name]) =>
      command('rename a maker', `maker-${maker} ${name}`, (world) =>
        importInto(world, [{ type: 'manufacturer', slug: `maker-${maker}`, name: `Maker ${name}` }]),
      ),
    ),
  fc.tuple(fc.constantFrom('tractor', 'excavator'), figure).map(([key, label]) =>
    command('edit a class', `${key} ${label}`, (world) =>
      importInto(world, [
        {
          type: 'class',
          key,
          patch: true,
          plate: [{ key: 'engine_hp', label: `HP ${label}`, label_hi: 'HP', label_ta: 'HP', unit: 'HP' }],
        },
      ]),
    ),
  ),
  fc.tuple(slug, fc.noBias(fc.nat(999))).map(([key, part]) =>
    command('revert', `${key} to ${part}`, async ({ db, now }) => {
      const to = Math.floor(((await readHead(db)).revision * part) / 1_000)
      return isDone(revertRecord(db, { type: 'machine', key, to, author: AUTHOR, now }))
    }),
  ),
  offer('offer', 'live'),
  offer('withhold', 'withdrawn'),
  offer('offer', 'live'),
  offer('sell', 'sold', (now) => ({ sold_at: new Date(now).toISOString() })),
  priced,
  remove('machine', fc.oneof(slug, named)),
  remove('listing', fc.integer({ min: 1, max: 12 }).map(String)),
  fc.tuple(fc.nat(6), fc.boolean()).map(([back, force]) =>
    command(force ? 'take back by force' : 'undo an import', String(back), async ({ db, now, imports }) => {
      // Never that of the makers.
      const id = imports.slice(1).at(-1 - back)
      return id !== undefined && isDone(undoImport(db, id, { force, author: AUTHOR, now }))
    }),
  ),
  fc
    .nat(2)
    .map((days) =>
      command('prune', String(days), async ({ db, now }) => (await keepHistory(db, 1, now + days * DAY_MS)) > 0),
    ),
]
/** It costs the most. */
const RESTART = fc.constant(command('restart', '', restart))
const READING: fc.Arbitrary<Command>[] = [
  fc
    .tuple(reader, limit, limit)
    .map(([who, limit, most]) =>
      command('read a page', `${who} limit ${limit} taking ${most}`, ({ readers }) =>
        readers[who]!.read(limit, most).then(() => {}),
      ),
    ),
  fc
    .tuple(reader, limit)
    .map(([who, limit]) =>
      command('read to the end', `${who} limit ${limit}`, ({ readers }) => readers[who]!.readAll(limit)),
    ),
]

/** What the sequences must have asked, beside every command. */
const SITUATIONS = [
  ...['machine', 'listing'].flatMap((name) => [
    `a page ends within a group of ${name}s`,
    `compared ${name}s`,
    ...['published', 'updated', 'withdrawn'].map((label) => `within a read: ${label} ${name}`),
  ]),
  'stopped within a page',
  'withdrawn after it was sent in the same read',
  'published after something happened in the read',
  'cursor gone',
  ...[
    ...['create or edit', 'publish', 'unpublish', 'schedule', 'rename a maker', 'edit a class', 'remove a machine'],
    ...['remove a listing', 'revert', 'midnight', 'restart', 'offer', 'withhold', 'sell', 'price'],
    ...['the price of a new one went', 'undo an import', 'take back by force', 'prune'],
  ].map((name) => `within a read: ${name}`),
]

onEachBackend('a copy by the feed', (backend) => {
  it('is what is listed, whatever happens between two pages', async (t) => {
    const seen: World['seen'] = new Map()
    const many = [...COMMAND_ARBITRARIES, ...Array<(typeof READING)[0]>(6).fill(READING[0]!), READING[1]!]
    const sequences = fc.commands([...many, ...many, RESTART], { maxCommands: COMMANDS, size: 'max' })
    await fc.assert(
      fc.asyncProperty(sequences, async (all) => {
        const world = await openWorld(t, backend, seen)
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), all)
          for (const [at, reader] of world.readers.entries()) await reader.readAll(2 + at)
        } finally {
          await closeWorld(world)
        }
      }),
      { numRuns: backend === sqlite ? sized(15, 100) : sized(3, 50) },
    )
    t.diagnostic([...seen].map(([what, count]) => `${count} × ${what}`).join('; '))
    if (isNightly) for (const what of SITUATIONS) assert.ok(seen.get(what), `never: ${what}`)
  })
})
