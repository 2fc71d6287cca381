import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { newFolder, postgres, sqlite, target } from '../backends.ts'
import { catalogueApp, importAll } from '../catalogue-app.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { sized } from '../tier.ts'

async function kill(child: ChildProcess): Promise<void> {
  await once(child, 'message')
  await sleep(Math.random() * 300)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

for (const backend of [sqlite, postgres]) {
  it(`60: a reader of changes and a writer on ${backend.name} are killed, and the copy is the catalogue`, async (t) => {
    const url = await backend.newUrl(t)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    await importAll(db, [])
    const app = await catalogueApp(t, db)
    const env = { ...PROGRAM_ENV, DATABASE_URL: url, SERVICE_URL: app.url, COPY: join(newFolder(t), 'copy.db') }
    const start = (name: 'reader' | 'writer') => {
      const child = fork(new URL(`feed-${name}.ts`, import.meta.url), { env })
      t.after(() => child.kill('SIGKILL'))
      return child
    }
    let [writer, reader] = [start('writer'), start('reader')]
    for (let round = 0; round < sized(2, 10); round++) {
      await kill(writer)
      writer = start('writer')
      await kill(reader)
      reader = start('reader')
    }
    await kill(writer)
    const read = once(reader, 'exit')
    reader.send('read to the end')
    assert.deepEqual(await read, [0, null])

    const copy = new DatabaseSync(env.COPY)
    t.after(() => copy.close())
    assert.deepEqual(copy.prepare('select text from wrong').all(), [])
    const copied = copy.prepare('select summary from machines order by id').all()
    await app.catalogue.follower.catchUp()
    const listed: { id: number }[] = []
    for (let total = 1; listed.length < total; ) {
      const response = await app.get(`/v1/tractors?limit=50&offset=${listed.length}`)
      const page = (await response.json()) as { total: number; hits: { id: number }[] }
      total = page.total
      listed.push(...page.hits)
    }
    assert.deepEqual(
      copied.map(({ summary }) => JSON.parse(String(summary))),
      listed.sort((one, other) => one.id - other.id),
    )
    const { entries, findings } = await verifyHistory(db)
    assert.deepEqual(findings, [])
    t.diagnostic(`${entries} changes, ${copied.length} machines copied`)
  })
}
