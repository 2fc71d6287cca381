import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startImport, writeMachines } from '../../bench/import-process.ts'
import { openDatabase } from '../../src/database/open.ts'
import { newFolder, onEachBackend, target } from '../backends.ts'
import { machine } from '../intake/take.ts'
import { startService } from '../service.ts'
import { killOnce } from './kill-import.ts'

/** With NIGHTLY=1 the two backends have 200 of them together. */
const KILLS = process.env.NIGHTLY === '1' ? 100 : 1

/** Rows without ids, of makers that the rows themselves bring. */
function writeRows(t: TestContext, name: string, count: number): string {
  const file = join(newFolder(t), 'rows.ndjson')
  const rows = Array.from({ length: count }, (_, at) => ({
    ...machine,
    slug: `${name}-${at}`,
    manufacturer: { slug: `maker-${at % 50}`, name: `Maker ${at % 50}` },
  }))
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return file
}

onEachBackend('an import', (backend) => {
  it('that is killed leaves whole batches in an intact database, and the next one completes it', async (t) => {
    const file = join(newFolder(t), 'machines.ndjson')
    const rows = await writeMachines(file, 3_000)
    for (let time = 0; time < KILLS; time++) await killOnce(await backend.newUrl(t), file, rows)
    t.diagnostic(`${KILLS} imports of ${rows} rows killed: whole batches each time, and completed`)
  })

  it('beside another loses nothing, and neither hears of a lock', async (t) => {
    const url = await backend.newUrl(t)
    // Two batches each.
    const files = [writeRows(t, 'left', 1_200), writeRows(t, 'right', 1_200), writeRows(t, 'left', 1_200)]
    const results = await Promise.all(files.map((file) => startImport(url, file).ended))
    for (const { code, stderr } of results) {
      assert.equal(code, 0)
      // One that waits long for the other says so, and nothing else.
      assert.match(
        stderr,
        /^Database: \S+\n(?:Another process is writing to the database; waiting for it to end\.\n)?$/,
      )
    }
    const created = results.map(({ summary }) => summary!.created)
    assert.equal(created[0]! + created[2]!, 1_200)
    assert.equal(created[1], 1_200)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    const machines = await db.selectFrom('machines').select(['id', 'revision']).execute()
    const makers = await db.selectFrom('manufacturers').select(['id', 'revision']).execute()
    assert.deepEqual([machines.length, makers.length], [2_400, 50])
    const revisions = [...machines, ...makers].map(({ revision }) => revision)
    assert.equal(new Set(revisions).size, 2_450)
  })

  it('goes on while the service answers, which sees ever more of it', async (t) => {
    const url = await backend.newUrl(t)
    const service = await startService(t, { DATABASE_URL: url })
    const total = async () => {
      const answer = await service.get('/v1/tractors?limit=1')
      assert.equal(answer.status, 200)
      return ((await answer.json()) as { total: number }).total
    }
    const before = await total()
    const { ended } = startImport(url, writeRows(t, 'new', 3_000))
    let result: Awaited<typeof ended> | undefined
    ended.then((value) => {
      result = value
    })
    let seen = before
    // The import is over long before the answers have caught up with it, at the latest after two seconds.
    for (let asked = 0; seen < before + 3_000 && asked < 20_000; asked++) {
      const now = await total()
      assert.ok(now >= seen)
      seen = now
      await sleep(5)
    }
    assert.equal(seen, before + 3_000)
    assert.equal((await ended).code, 0, String(result?.stderr))
  })

  it('stops after the batch at hand when it is interrupted', async (t) => {
    const url = await backend.newUrl(t)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    const file = join(newFolder(t), 'machines.ndjson')
    const rows = await writeMachines(file, 12_000)
    const { child, ended } = startImport(url, file)
    const count = async () =>
      Number(
        (
          await db
            .selectFrom('machines')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    while ((await count()) === 0) assert.equal(child.exitCode, null)
    child.kill('SIGINT')
    const { code, summary, stderr } = await ended
    assert.equal(code, 130)
    assert.match(stderr, /Interrupted/)
    assert.ok(summary!.read < rows && summary!.read % 1_000 === 0)
    assert.equal(summary!.created, summary!.read)
  })
})
