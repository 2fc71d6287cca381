import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createGate, type Lane } from './gate.ts'

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
      'api',
      piece(() => done++),
    )
  assert.equal(done, 100)
})

it('tells whether work waits', async () => {
  const gate = createGate(500, now)
  gate.enter(
    'api',
    piece(() => hold(10)),
  )
  assert.equal(gate.hasWaiting(), false)
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  let done = false
  gate.enter(
    'pages',
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
    'api',
    piece(() => hold(10)),
  )
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  gate.enter(
    'api',
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
      'api',
      piece(() => hold(10)),
    )
    clients[1]!.write('second')
    queueMicrotask(() =>
      process.nextTick(() =>
        gate.enter(
          'api',
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
  for (let round = 0; round < 5; round++) {
    gate.enter(
      'api',
      piece(() => hold(20)),
    )
    await turn()
  }
  gate.enter(
    'api',
    piece(() => hold(20)),
  )
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  const enter = (count: number) => {
    for (let at = 0; at < count; at++)
      if (
        !gate.enter(
          'api',
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
      'api',
      piece(() => {}),
    ),
  )
})

it('lets no lane wait for the other, and leaves out what nobody waits for any more', async () => {
  const gate = createGate(0, now)
  const done: Lane[] = []
  gate.enter(
    'api',
    piece(() => hold(10)),
  )
  await new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(() => process.nextTick(resolve))))
  for (let at = 0; at < 3; at++)
    gate.enter(
      'pages',
      piece(() => done.push('pages')),
    )
  gate.enter(
    'pages',
    piece(
      () => assert.fail('nobody waits for it'),
      () => false,
    ),
  )
  for (let at = 0; at < 3; at++)
    gate.enter(
      'api',
      piece(() => done.push('api')),
    )
  await until(() => done.length === 6)
  assert.deepEqual(done.slice(0, 4).sort(), ['api', 'api', 'pages', 'pages'])
})
