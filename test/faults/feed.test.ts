import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/database/open.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { newFolder, onEachBackend, target } from '../backends.ts'
import { catalogueApp, importAll } from '../catalogue-app.ts'
import { PROGRAM_ENV } from '../processes.ts'

/** On each database; NIGHTLY=1 makes them 40 together. */
const KILLS = process.env.NIGHTLY === '1' ? 20 : 4

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))

function start(t: TestContext, name: string, env: Record<string, string>) {
  const child = fork(program(name), { env: { ...PROGRAM_ENV, ...env } })
  t.after(() => child.kill('SIGKILL'))
  return child
}

onEachBackend('a reader of changes and a writer', (backend) => {
  it('are killed again and again, and the copy is the catalogue', async (t) => {
    const url = await backend.newUrl(t)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    await importAll(db, [])
    const app = await catalogueApp(t, db)
    const env = { DATABASE_URL: url, SERVICE_URL: app.url, COPY: join(newFolder(t), 'copy.db') }
    const children = { writer: start(t, 'feed-writer.ts', env), reader: start(t, 'feed-reader.ts', env) }
    for (let kill = 0; kill < KILLS; kill++) {
      const name = kill % 2 === 0 ? 'writer' : 'reader'
      // It is at work, and then somewhere in it.
      await once(children[name], 'message')
      await sleep(Math.random() * 300)
      const ended = once(children[name], 'exit')
      children[name].kill('SIGKILL')
      await ended
      children[name] = start(t, `feed-${name}.ts`, env)
    }
    await once(children.writer, 'message')
    const ended = once(children.writer, 'exit')
    children.writer.kill('SIGKILL')
    await ended
    const read = once(children.reader, 'exit')
    children.reader.send('to the end')
    assert.deepEqual(await read, [0, null])

    const copy = new DatabaseSync(env.COPY)
    t.after(() => copy.close())
    const texts = (query: string) =>
      copy
        .prepare(query)
        .all()
        .map(({ text }) => String(text))
    assert.deepEqual(texts('select told as text from wrong'), [])
    await app.catalogue.follower.catchUp()
    const all: { id: number }[] = []
    for (let total = 1; all.length < total; ) {
      const answer = await app.get(`/v1/tractors?limit=50&offset=${all.length}`)
      const page = (await answer.json()) as { total: number; hits: { id: number }[] }
      total = page.total
      all.push(...page.hits)
    }
    const listed = all.sort((one, other) => one.id - other.id)
    const copied = texts('select summary as text from machines order by id').map((text) => JSON.parse(text))
    assert.deepEqual(copied, listed)
    const { entries, findings } = await verifyHistory(db)
    assert.deepEqual(findings, [])
    t.diagnostic(
      `${KILLS} kills, ${entries} changes: ${copied.length} of ${listed.length} machines copied, labels right`,
    )
  })
})
