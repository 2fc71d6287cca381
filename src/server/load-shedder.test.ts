import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createGate, createShedding, type Lane, ownTime } from './load-shedder.ts'

const of = (lane: Lane, address = '192.0.2.1') => ({ lane, address })

/** A clock of its own: how busy the machine is must not count. */
let clock = 0
const now = () => clock

function hold(ms: number): void {
  clock += ms
}

function piece(run: () => void, isWanted = () => true) {
  return { run, isWanted }
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await turn()
}

it('does light work at once', () => {
  const gate = createGate(500, now)
  let done = 0
  for (let at = 0; at < 100; at++)
    gate.enter(
      of('api'),
      piece(() => done++),
    )
  assert.equal(done, 100)
})

it('tells whether work waits', async () => {
  const gate = createGate(500, now)
  gate.enter(
    of('api'),
    piece(() => hold(10)),
  )
  assert.equal(gate.hasWaiting(), false)
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  let done = false
  gate.enter(
    of('pages'),
    piece(() => {
      done = true
    }),
  )
  assert.equal(gate.hasWaiting(), true)
  await until(() => done)
  assert.equal(gate.hasWaiting(), false)
})

it('looks at what has arrived before it goes on with heavy work', async () => {
  const gate = createGate(500, now)
  const order: string[] = []
  gate.enter(
    of('api'),
    piece(() => hold(10)),
  )
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  gate.enter(
    of('api'),
    piece(() => order.push('work')),
  )
  order.push('seen')
  await until(() => order.includes('work'))
  assert.deepEqual(order, ['seen', 'work'])
})

it('looks once more where everything arrives, and not only in the turn of the work itself', async (t) => {
  const gate = createGate(500, now)
  const order: string[] = []
  const server = createServer((socket) => socket.once('data', read)).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const clients = [1, 2].map(() => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  t.after(() => {
    for (const client of clients) client.destroy()
  })
  await Promise.all(clients.map((client) => once(client, 'connect')))
  clients[0]!.write('first')
  await until(() => order.length === 2)
  assert.deepEqual(order, ['second', 'work'])

  function read(data: Buffer): void {
    gate.arrived()
    if (String(data) === 'second') return void order.push('second')
    gate.enter(
      of('api'),
      piece(() => hold(10)),
    )
    clients[1]!.write('second')
    queueMicrotask(() =>
      process.nextTick(() =>
        gate.enter(
          of('api'),
          piece(() => order.push('work')),
        ),
      ),
    )
  }
})

it('turns away what would wait too long, takes the rest in order, and takes all when it is over', async () => {
  const gate = createGate(100, now)
  const done: number[] = []
  let refused = 0
  for (let round = 0; round < 20; round++) {
    gate.enter(
      of('api'),
      piece(() => hold(20)),
    )
    await turn()
  }
  gate.enter(
    of('api'),
    piece(() => hold(20)),
  )
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  const enter = (count: number) => {
    for (let at = 0; at < count; at++)
      if (
        !gate.enter(
          of('api'),
          piece(() => done.push(at)),
        )
      )
        refused++
  }
  enter(10)
  assert.equal(refused, 0, 'what comes at once')
  hold(150)
  enter(40)
  assert.equal(refused, 40)
  await until(() => done.length === 10)
  assert.deepEqual(
    done,
    done.toSorted((a, b) => a - b),
  )
  assert.ok(
    gate.enter(
      of('api'),
      piece(() => {}),
    ),
  )
})

it('lets no lane wait for the other, and leaves out what nobody waits for any more', async () => {
  const gate = createGate(0, now)
  const done: Lane[] = []
  gate.enter(
    of('api'),
    piece(() => hold(10)),
  )
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  for (let at = 0; at < 3; at++)
    gate.enter(
      of('pages'),
      piece(() => done.push('pages')),
    )
  gate.enter(
    of('pages'),
    piece(
      () => assert.fail('nobody waits for it'),
      () => false,
    ),
  )
  for (let at = 0; at < 3; at++)
    gate.enter(
      of('api'),
      piece(() => done.push('api')),
    )
  await until(() => done.length === 6)
  assert.deepEqual(done.slice(0, 4).sort(), ['api', 'api', 'pages', 'pages'])
})

/** A gate at which one address has this many pieces waiting. */
async function crowded(pieces: number, ms: number, done: string[], mostWaitMs = 0) {
  const gate = createGate(mostWaitMs, now)
  const enter = (address: string) =>
    gate.enter(
      of('pages', address),
      piece(() => {
        hold(ms)
        done.push(address)
      }),
    )
  enter('much')
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  for (let at = 0; at < pieces; at++) enter('much')
  return { gate, enter }
}

it('takes turns by address, so that whoever asks much waits and the others do not', async () => {
  const done: string[] = []
  const { enter } = await crowded(50, 10, done)
  for (const address of ['a', 'b', 'a', 'c']) enter(address)
  await until(() => done.length === 55)
  const before = (address: string) => done.slice(0, done.indexOf(address)).length
  for (const address of ['a', 'b', 'c']) assert.ok(before(address) <= 5, `${address} came after ${before(address)}`)
  assert.deepEqual(
    done.filter((address) => address !== 'much'),
    ['a', 'b', 'c', 'a'],
  )
  assert.equal(done.filter((address) => address === 'much').length, 51)
})

it('lets those go first who took little lately, but lets nobody wait for ever', async () => {
  const done: string[] = []
  const { enter } = await crowded(20, 10, done)
  await until(() => done.length === 21)
  for (let turns = 0; turns < 5; turns++) await turn()
  enter('much')
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  enter('much')
  const others = Array.from({ length: 20 }, (_, at) => `other ${at}`)
  others.forEach(enter)
  await until(() => done.length === 43)
  const after = done.slice(22)
  assert.deepEqual(
    after.filter((address) => address !== 'much'),
    others,
  )
  assert.equal(after.indexOf('much'), 7)
  for (let turns = 0; turns < 5; turns++) await turn()
  hold(10_000)
  enter('other 0')
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  for (const address of ['much', 'other 1']) enter(address)
  await until(() => done.length === 46)
  assert.deepEqual(done.slice(-3), ['other 0', 'much', 'other 1'])
})

it('refuses whoever asks too much, and nobody else', async () => {
  const done: string[] = []
  const { enter } = await crowded(50, 10, done, 100)
  // The pieces that ran meanwhile have shown how long they take.
  await until(() => done.length >= 10)
  hold(150)
  assert.equal(enter('much'), false)
  for (const address of ['a', 'b', 'c', 'a']) assert.equal(enter(address), true, address)
  assert.equal(enter('much'), false)
  await until(() => done.length === 55)
  assert.equal(enter('much'), true)
})

it('counts all who wait when each asks little', async () => {
  const done: string[] = []
  const { enter } = await crowded(20, 10, done, 100)
  await until(() => done.length >= 10)
  for (let at = 0; at < 30; at++) enter(`few ${at}`)
  hold(150)
  assert.equal(enter('new'), false)
  await until(() => done.length === 51)
})

it('expects the wait that it measures: what arrives between two turns counts, and an idle pause does not', async () => {
  const takenBehind = async (betweenMs: number) => {
    const done: string[] = []
    const { enter } = await crowded(60, 1, done, 300)
    while (done.length < 41) {
      hold(betweenMs)
      await turn()
    }
    hold(150)
    return Array.from({ length: 400 }, () => enter('much')).filter(Boolean).length
  }
  const [alone, beside] = [await takenBehind(0), await takenBehind(9)]
  assert.ok(alone > 200 && beside < 50, `${alone} and ${beside}`)
})

it('refuses nobody while eight or fewer wait, however long their work takes', async () => {
  const done: string[] = []
  const { enter } = await crowded(0, 10_000, done, 100)
  const taken = Array.from({ length: 9 }, (_, at) => enter(`visitor ${at % 2}`))
  hold(10_000)
  assert.deepEqual(taken, Array(9).fill(true))
  assert.equal(enter('visitor 0'), false)
  await until(() => done.length === 10)
  assert.equal(enter('visitor 0'), true)
})

it('sheds when turns of its own take long and many come, not when the host lets it wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const shedding = createShedding({ maxEventLoopDelayMs: 50, maxMemoryMb: 0 }, now)
  t.after(shedding.close)
  const passTurn = async (ms: number) => {
    hold(ms)
    t.mock.timers.tick(25)
    for (let at = 0; at < 5; at++) await Promise.resolve()
  }
  const burst = (count: number) => Array.from({ length: count }, () => shedding.overloaded()).filter(Boolean).length
  await passTurn(100)
  hold(100)
  assert.equal(burst(8), 0)
  assert.equal(burst(4), 4)
  await passTurn(100)
  // A long turn, and then none: however long the wall clock says that it took.
  assert.equal(burst(20), 0)
  await passTurn(1)
  hold(100)
  assert.equal(burst(20), 0)
})

it('goes by the processor time of this thread, which stands still while nothing is done', async () => {
  const before = ownTime()
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(ownTime() - before < 60)
  for (const start = ownTime(); ownTime() - start < 20; );
  assert.ok(ownTime() - before >= 20)
})
