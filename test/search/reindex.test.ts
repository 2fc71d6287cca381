import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { runCli } from '../../src/cli/main.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createSearchClient } from '../../src/search/meilisearch/client.ts'
import { indexName } from '../../src/search/meilisearch/documents.ts'
import { readSyncRow } from '../../src/search/meilisearch/sync.ts'
import { putSample, sqlite, target } from '../backends.ts'
import { openMeilisearch, withoutMeilisearch } from '../meilisearch.ts'
import { yantra } from '../service.ts'

async function run(args: string[], env: Record<string, string | undefined>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await runCli(['reindex', ...args], { stdin: new PassThrough(), stdout, stderr, env })
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

async function sampleUrl(t: TestContext): Promise<string> {
  const url = await sqlite.newUrl(t)
  await putSample(url)
  return url
}

test('yantra reindex builds the index and says how much it holds', { skip: withoutMeilisearch }, async (t) => {
  const server = await openMeilisearch()
  const url = await sampleUrl(t)
  let used: string | undefined
  t.after(async () => {
    if (used) await createSearchClient(server).deleteIndex(used)
    await server.stop()
  })
  const env = { DATABASE_URL: url, MEILISEARCH_URL: server.url, MEILISEARCH_KEY: server.key, PORT: '1' }
  const examined = async () => {
    const findings = JSON.parse((await yantra(env, 'doctor', '--json')).stdout) as { check: string; detail: string }[]
    return findings.find(({ check }) => check === 'meilisearch')?.detail ?? ''
  }
  assert.match(await examined(), /^Meilisearch [\d.]+: there is none; /)
  const { code, stdout } = await run(['--json'], env)
  assert.match(await examined(), /^Meilisearch [\d.]+, index current$/)
  const db = await openDatabase(target(url))
  const { count } = await db
    .selectFrom('machines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { databaseId } = await readSyncRow(db)
  await db.destroy()
  used = indexName(databaseId)
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).machines, count)
})

test('yantra reindex without a Meilisearch names the variable', async (t) => {
  const { code, stderr } = await run([], { DATABASE_URL: await sqlite.newUrl(t) })
  assert.equal(code, 2)
  assert.match(stderr, /MEILISEARCH_URL/)
})

test('yantra reindex tells in one line that the server does not answer', async (t) => {
  const { code, stderr } = await run([], {
    DATABASE_URL: await sqlite.newUrl(t),
    MEILISEARCH_URL: 'http://127.0.0.1:9',
  })
  assert.equal(code, 2)
  assert.match(stderr, /^error: .+\n$/)
})
