import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRandom, generateMachines, generateMakers } from '../../bench/generate.ts'
import { startImport } from '../../bench/import-process.ts'
import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision } from '../../src/database/schema.ts'
import { newFolder, sqlite } from '../backends.ts'
import { formOn, signIn } from '../console.ts'
import { ROOT } from '../developer-docs/shell.ts'
import { yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { serve } from './serve.ts'

const random = createRandom(31)
const SECRET_KEY = 'k'.repeat(32)
const LIMITS = { RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0', SAMPLE: 'false' }

/** A database, and a generated catalogue that changes with each round: machines change or are hidden, a maker is renamed. */
async function open(t: TestContext, count: number) {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SECRET_KEY }
  const file = join(newFolder(t), 'catalogue.ndjson')
  function* rows(round: number) {
    for (const [i, maker] of generateMakers().entries()) {
      yield `${JSON.stringify({ ...maker, name: i === round ? `${maker.name} ${round}` : maker.name })}\n`
    }
    for (const machine of generateMachines(count)) {
      const published_at = round > 0 && (machine.id + round) % 7 === 0 ? null : machine.published_at
      yield `${JSON.stringify({ ...machine, published_at, gears_fwd: 8 + round })}\n`
    }
  }
  const start = async (round: number) => {
    await pipeline(Readable.from(rows(round)), createWriteStream(file))
    return startImport(env, file)
  }
  const bring = async (round: number) => {
    const { code, stderr } = await (await start(round)).ended
    // The guard takes some generated slugs for telephone numbers.
    assert.ok(code === 0 || code === 1, stderr)
  }
  await bring(0)
  const db = await openDatabase(toDatabase(env.DATABASE_URL))
  t.after(() => db.destroy())
  const slugs = [...generateMachines(count)].map(({ slug }) => slug)
  return { env, db, start, bring, pick: () => slugs[Math.floor(random() * slugs.length)]! }
}

describe('53: a history whose writers are killed', () => {
  it('gives sheets as of a moment as they were served then', async (t) => {
    const [kills, machines, samples] = sized([6, 100, 10], [20, 200, 25]) as [number, number, number]
    const { env, db, start, bring, pick } = await open(t, machines)
    const { url } = await serve(t, { ...env, ...LIMITS })
    const textOf = async (path: string) => (await fetch(url + path)).text()
    const served: { slug: string; at: number; sheet: string | undefined }[] = []
    const look = async () => {
      const newest = await readRevision(db)
      while (JSON.parse(await textOf('/readyz')).revision < newest) await sleep(20)
      // History entries have a resolution of 1 ms.
      await sleep(2)
      for (let i = 0; i < samples; i++) {
        const slug = pick()
        const sheet = JSON.parse(await textOf(`/v1/tractors/${slug}`))
        served.push({ slug, at: Date.now(), sheet: sheet.slug && JSON.stringify({ ...sheet, similar: [] }) })
      }
      await sleep(2)
    }
    let killed = 0
    for (let round = 1; round <= kills; round++) {
      const { child, ended } = await start(round)
      const goal = (await readRevision(db)) + random() * machines
      while (child.exitCode === null && (await readRevision(db)) < goal) await sleep(2)
      child.kill('SIGKILL')
      if ((await ended).code === null) killed++
      await look()
      await bring(round)
      await look()
    }
    for (const { slug, at, sheet } of served) {
      const when = new Date(at).toISOString()
      const text = await textOf(`/v1/tractors/${slug}?as_of=${when}`)
      if (sheet === undefined) assert.equal(JSON.parse(text).status, 404, `${slug} at ${when}`)
      else assert.equal(text, sheet, `${slug} at ${when}`)
    }
    t.diagnostic(`${served.length} sheets; ${killed} of ${kills} imports killed`)
  })

  it('verifies after kills during reverts and edits', async (t) => {
    const kills = sized(6, 20)
    const { env, db, bring, pick } = await open(t, 40)
    await bring(1)
    let longest = 0
    for (let round = 0; round < kills; round++) {
      if (round % 2 === 0) {
        const { rows } = await sql<{ revision: number }>`select min(revision) as revision from history`.execute(db)
        const args = ['src/cli/main.ts', 'revert', 'machine', pick(), '--to', String(rows[0]!.revision)]
        const start = performance.now()
        const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' })
        const ended = once(child, 'exit')
        // The first one runs to its end, to learn how long it takes.
        if (longest > 0) {
          await Promise.race([sleep(longest * (0.5 + random() * 0.5)), ended])
          child.kill('SIGKILL')
        }
        await ended
        longest ||= performance.now() - start
      } else {
        const service = await serve(t, { ...env, ...LIMITS })
        const console = await signIn({ url: service.url, env })
        const edits: [path: string, form: Record<string, string>][] = []
        for (let i = 0; i < 8; i++) {
          const path = `records/machine/${pick()}`
          const form = formOn(await (await console.get(path)).text())
          edits.push([path, { ...form, gears_fwd: String(4 + Math.floor(random() * 20)) }])
        }
        const sent = edits.map(([path, form]) => console.post(path, form).catch(() => undefined))
        await sleep(random() * 150)
        service.child.kill('SIGKILL')
        await Promise.all(sent)
      }
      const { code, stdout, stderr } = await yantra(env, 'history', 'verify')
      assert.equal(code, 0, stdout + stderr)
    }
  })
})
