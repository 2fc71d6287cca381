import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, delimiter, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createRandom, generateMachines, generateManufacturers } from '../../bench/generate.ts'
import { newFolder, sqlite } from '../backends.ts'
import { importRows, type Service, startService } from '../service.ts'
import { sized } from '../tier.ts'
import { blocksOf } from './blocks.ts'
import { ROOT } from './shell.ts'

const run = promisify(execFile)
const MACHINES = sized(200, 400)
type Row = Record<string, unknown>

/** The oldest Node.js that the client promises to run on, where this machine has it. */
const oldest = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((path) => /^v20\./.test(`${spawnSync(path, ['--version']).stdout ?? ''}`))
if (!oldest) console.error('!! SKIPPED: no Node.js 20 was found, so the loop of the guide is run on a newer one alone')

/** Every hit of a search. */
async function hitsOf<Hit>(service: Service, search: string): Promise<Hit[]> {
  const all: Hit[] = []
  for (;;) {
    const page = await service.get(`${search}&limit=100&offset=${all.length}`)
    const { hits } = (await page.json()) as { hits: Hit[] }
    all.push(...hits)
    if (hits.length === 0) return all
  }
}

/** Every sheet as the feed gives it. */
async function sheetsOf(service: Service): Promise<{ id: number }[]> {
  const sheets: { id: number }[] = []
  for (const { slug } of await hitsOf<{ slug: string }>(service, '/v1/tractors?q=')) {
    const sheet = (await (await service.get(`/v1/tractors/${slug}`)).json()) as { id: number }
    sheets.push({ ...sheet, ...{ similar: [] } })
  }
  return sheets.sort(byId)
}

interface Copying {
  program: string
  file: string
  kills: number
  /** What the operator changes after each kill. */
  change(i: number): Row[]
}

/** Runs a program of the guide, killed while it takes over what came, again and again, and at last to its end. */
async function copyThroughKills(t: TestContext, service: Service, folder: string, copying: Copying): Promise<void> {
  const random = createRandom(3)
  let answered = () => {}
  const between = createServer(async (request, response) => {
    const answer = await fetch(service.url + request.url)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! })
    response.end(Buffer.from(await answer.arrayBuffer()), answered)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  t.after(() => between.close())
  const { program, file, kills, change } = copying
  const [sample] = blocksOf(basename(file).split('.')[0]!).filter(({ language }) => language === 'ts')
  const here = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  writeFileSync(join(folder, file), sample!.code.replace('http://localhost:8080', here))
  const start = () => spawn(program, [file], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  let killed = 0
  for (let i = 0; i < kills; i++) {
    const child = start()
    const ended = once(child, 'exit')
    answered = () => void setTimeout(() => child.kill('SIGKILL'), random() * 60)
    if ((await ended)[1] === 'SIGKILL') killed++
    assert.notEqual((await importRows(t, service.env, change(i))).code, 2)
  }
  answered = () => {}
  assert.deepEqual(await once(start(), 'exit'), [0, null])
  t.diagnostic(`killed ${killed} times of ${kills}`)
  assert.ok(killed > 0, 'it was always faster than the kill')
  // What is told of a change is the database's; the reads show it a moment later.
  const swaraj = `Swaraj ${kills - 1}`
  while (!(await (await service.get('/v1/tractors?manufacturer=swaraj&limit=1')).text()).includes(swaraj));
}

const renamed = (i: number) => ({ type: 'manufacturer', slug: 'swaraj', patch: true, name: `Swaraj ${i}` })
const byId = (item: { id: number }, other: { id: number }) => item.id - other.id

describe('a copy whose process is killed repeatedly', () => {
  it('equals the catalogue, with the loop of the guide on the oldest supported Node.js', async (t) => {
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
    const machines = [...generateMachines(MACHINES, 31)]
    assert.notEqual((await importRows(t, service.env, [...generateManufacturers(), ...machines])).code, 2)
    // The client as it is published, and the loop as it stands: it is JavaScript, too.
    const folder = newFolder(t)
    const client = join(folder, 'node_modules', 'yantra-client')
    mkdirSync(client, { recursive: true })
    cpSync(join(ROOT, 'client/package.json'), join(client, 'package.json'))
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    await run(tsc, ['-p', join(ROOT, 'client/tsconfig.json'), '--outDir', join(client, 'dist')])
    const change = (i: number) => [
      renamed(i),
      ...machines.slice(i * 20, i * 20 + 20).map(({ slug }, place) => ({
        ...{ type: 'machine', slug, patch: true },
        ...(place % 4 === 0 ? { published_at: null } : { name: `Changed ${i}` }),
      })),
    ]
    const program = oldest ?? process.execPath
    await copyThroughKills(t, service, folder, { program, file: 'keep-a-copy.mjs', kills: sized(1, 5), change })

    const held = new Map<number, { id: number }>()
    for (const line of readFileSync(join(folder, 'copy.ndjson'), 'utf8').trim().split('\n')) {
      const { id, machine } = JSON.parse(line)
      if (machine) held.set(id, machine)
      else held.delete(id)
    }
    assert.ok(held.size > MACHINES / 2)
    assert.deepEqual([...held.values()].sort(byId), await sheetsOf(service))
  })
})
