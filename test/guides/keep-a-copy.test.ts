import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { createRandom, generateMachines, generateMakers } from '../../bench/generate.ts'
import { newFolder, sqlite } from '../backends.ts'
import { importRows, startService } from '../service.ts'
import { blocksOf } from './blocks.ts'
import { linkClient } from './shell.ts'

const MACHINES = 400
const KILLS = 5

it('makes a copy that equals the catalogue, machine by machine, however often it is killed', async (t) => {
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
  const folder = newFolder(t)
  linkClient(folder)
  const [sample] = blocksOf('keep-a-copy').filter(({ language }) => language === 'ts')
  const here = sample!.code.replace(
    'http://localhost:8080',
    `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
  )
  writeFileSync(join(folder, 'copy.ts'), here)
  const start = () => spawn(process.execPath, ['copy.ts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

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
  const all: { id: number }[] = []
  for (let offset = 0; ; offset += 100) {
    const page = (await (await service.get(`/v1/tractors?limit=100&offset=${offset}`)).json()) as { hits: typeof all }
    all.push(...page.hits)
    if (page.hits.length === 0) break
  }
  const copy = new DatabaseSync(join(folder, 'copy.db'))
  t.after(() => copy.close())
  const held = copy.prepare('select id, summary from machines order by id').all() as { id: number; summary: string }[]
  assert.ok(held.length > MACHINES / 2)
  assert.deepEqual(
    held.map(({ summary }) => JSON.parse(summary)),
    all.sort((one, other) => one.id - other.id),
  )
})
