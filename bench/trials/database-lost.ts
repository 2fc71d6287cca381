import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Served, serve } from '../faults/serve.ts'
import { createKey, type Stage, yantra } from './stage.ts'
import { describeTally, failedOf, steadyLoadApart } from './steady-load.ts'
import { startWriters } from './writers.ts'

const REPLICAS = 3
const READS_A_SECOND = 100
/** Answered from memory, whatever the database does. */
const HELD = ['/v1/tractors?q=mahindra&limit=5', '/v1/machines/classes', '/v1/tractors?hp_min=40&limit=3']
const CURRENT_WITHIN_MS = 5_000
const QUIET_MS = 3_000

/**
 * Three replicas are read from and written to while their database is lost. `lose` takes it away and resolves when it
 * takes writes again.
 */
export async function withDatabaseLost(stage: Stage, url: string, lose: () => Promise<void>): Promise<void> {
  const env = {
    ...{ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'true' },
    // A machine that is busy with other work is not an overload.
    ...{ RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' },
  }
  const replicas: Served[] = []
  stage.after(() => Promise.all(replicas.map((replica) => replica.stop())))
  for (let at = 0; at < REPLICAS; at++) replicas.push(await serve(env, { deliver: true }))
  const urls = replicas.map((replica) => replica.url)
  const keys = []
  for (let at = 0; at < REPLICAS; at++) keys.push(await createKey(env, 'enterprise'))
  const load = steadyLoadApart({ urls, paths: HELD, rate: READS_A_SECOND })
  stage.after(() => load.end())
  const writers = startWriters(urls, keys)
  await sleep(QUIET_MS)
  const before = await load.tally()
  await lose()
  const back = performance.now()
  const meanwhile = await load.tally()
  for (const replica of urls) while ((await fetch(`${replica}/readyz`)).status !== 200) await sleep(20)
  const readyMs = performance.now() - back
  const shownMs = await untilShown(stage, env, urls)
  await sleep(QUIET_MS)
  const written = await writers.stop()
  const after = await load.stop()

  console.log(`reads before: ${describeTally(before)}`)
  console.log(`reads while it was away (${meanwhile.seconds.toFixed(1)} s): ${describeTally(meanwhile)}`)
  console.log(`reads after: ${describeTally(after)}`)
  const told = Object.entries(written.statuses).map(([how, count]) => `${how}: ${count}`)
  const pause = (written.longestPauseMs / 1_000).toFixed(1)
  console.log(`writes: ${told.join(', ')}; ${written.acknowledged} acknowledged; none for at most ${pause} s`)
  stage.expect(
    [before, meanwhile, after].every((tally) => failedOf(tally) === 0),
    'every read was answered',
  )
  stage.expect(
    Object.keys(written.statuses).every((how) => how === '200' || how === '503'),
    'a write is done or gets 503',
  )
  stage.expect(written.lost === 0, `acknowledged writes lost: ${written.lost} of ${written.acknowledged}`)
  // The answer to a commit may be lost together with the server that did it.
  stage.expect(written.unasked <= keys.length, `done although refused: ${written.unasked}, at most one a writer`)
  stage.expect(readyMs <= CURRENT_WITHIN_MS, `all ready ${(readyMs / 1_000).toFixed(1)} s after it was back`)
  stage.expect(shownMs <= CURRENT_WITHIN_MS, `a change shown by all ${(shownMs / 1_000).toFixed(1)} s after its import`)
}

/** Imports a machine; how long after the import until every replica shows it. */
async function untilShown(stage: Stage, env: Record<string, string>, urls: readonly string[]): Promise<number> {
  const slug = 'after-the-outage'
  const row = { type: 'machine', slug, name: slug, machine_class: 'tractor', published_at: '2026-01-01' }
  const more = { manufacturer: 'mahindra', lifecycle: 'current', power_source: 'diesel' }
  const file = join(stage.folder, 'row.ndjson')
  writeFileSync(file, `${JSON.stringify({ ...row, ...more })}\n`)
  await yantra(env, 'import', file)
  const imported = performance.now()
  for (const url of urls) while ((await fetch(`${url}/v1/tractors/${slug}`)).status !== 200) await sleep(20)
  return performance.now() - imported
}
