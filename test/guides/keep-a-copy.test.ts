import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { createRandom, generateMachines, generateMakers } from '../../bench/generate.ts'
import { newFolder, sqlite } from '../backends.ts'
import { importRows, startService } from '../service.ts'
import { blocksOf } from './blocks.ts'
import { ROOT } from './shell.ts'

const run = promisify(execFile)
const MACHINES = 400
const KILLS = 5

/** The oldest Node.js that the client promises to run on, where this machine has it. */
const oldest = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((path) => /^v20\./.test(`${spawnSync(path, ['--version']).stdout ?? ''}`))
if (!oldest) console.error('!! SKIPPED: no Node.js 20 was found, so the loop of the guide is run on a newer one alone')

it('makes a copy that equals the catalogue, sheet by sheet, however often it is killed', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const random = createRandom(3)
  const machines = [...generateMachines(MACHINES, 31)]
  assert.notEqual((await importRows(t, service.env, [...generateMakers(), ...machines])).code, 2)

  // The sample asks here; while it takes over what came, it is killed.
  let answered = () => {}
  const between = createServer(async (request, response) => {
    const answer = await fetch(service.url + request.url)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! })
    response.end(Buffer.from(await answer.arrayBuffer()), answered)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  t.after(() => between.close())
  // The client as it is published, and the loop as it stands: it is JavaScript, too.
  const folder = newFolder(t)
  const client = join(folder, 'node_modules', 'yantra-client')
  mkdirSync(client, { recursive: true })
  cpSync(join(ROOT, 'client/package.json'), join(client, 'package.json'))
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  await run(tsc, ['-p', join(ROOT, 'client/tsconfig.json'), '--outDir', join(client, 'dist')])
  const [sample] = blocksOf('keep-a-copy').filter(({ language }) => language === 'ts')
  const here = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'copy.mjs'), sample!.code.replace('http://localhost:8080', here))
  const start = () =>
    spawn(oldest ?? process.execPath, ['copy.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

  let killed = 0
  const change = async (at: number) => {
    const some = machines.slice(at * 20, at * 20 + 20).map(({ slug }, place) => ({
      ...{ type: 'machine', slug, patch: true },
      ...(place % 4 === 0 ? { published_at: null } : { name: `Changed ${at}` }),
    }))
    const maker = { type: 'manufacturer', slug: 'swaraj', patch: true, name: `Swaraj ${at}` }
    assert.notEqual((await importRows(t, service.env, [...some, maker])).code, 2)
  }
  for (let at = 0; at < KILLS; at++) {
    const child = start()
    const ended = once(child, 'exit')
    answered = () => void setTimeout(() => child.kill('SIGKILL'), random() * 60)
    if ((await ended)[1] === 'SIGKILL') killed++
    await change(at)
  }
  answered = () => {}
  assert.deepEqual(await once(start(), 'exit'), [0, null])
  assert.ok(killed > 0, 'it was always faster than the kill')

  // What is told of a change is the database's; the reads show it a moment later.
  const swaraj = `Swaraj ${KILLS - 1}`
  while (!(await (await service.get('/v1/tractors?manufacturer=swaraj&limit=1')).text()).includes(swaraj));
  const all: { slug: string }[] = []
  for (let offset = 0; ; offset += 100) {
    const page = (await (await service.get(`/v1/tractors?limit=100&offset=${offset}`)).json()) as { hits: typeof all }
    for (const { slug } of page.hits) {
      const sheet = (await (await service.get(`/v1/tractors/${slug}`)).json()) as object
      all.push({ slug, ...sheet, ...{ similar: [] } })
    }
    if (page.hits.length === 0) break
  }
  const held = new Map<number, { slug: string }>()
  for (const line of readFileSync(join(folder, 'copy.ndjson'), 'utf8').trim().split('\n')) {
    const { id, machine } = JSON.parse(line)
    if (machine) held.set(id, machine)
    else held.delete(id)
  }
  assert.ok(held.size > MACHINES / 2)
  const bySlug = (one: { slug: string }, other: { slug: string }) => (one.slug < other.slug ? -1 : 1)
  assert.deepEqual([...held.values()].sort(bySlug), all.sort(bySlug))
})
