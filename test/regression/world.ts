import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { createKey, revokeKey, rotateKey } from '../../src/auth/api-key-store.ts'
import { toConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { readHead } from '../../src/history/entries.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { loadSampleWhenEmpty } from '../../src/import/sample.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { target } from '../backends.ts'
import { signIn } from '../console.ts'
import { freePort } from '../postgres.ts'
import { importRows, startService, yantra } from '../service.ts'
import { startReceiver, subscribe } from '../webhooks/workshop.ts'
import { NOW, setClock } from './clock.ts'

const MANY = '1000000'
const SETTINGS = {
  SECRET_KEY: 'k'.repeat(32),
  SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
  SAMPLE: 'false',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  ...{ RATE_LIMIT_ANONYMOUS: MANY, RATE_LIMIT_STANDARD: MANY, RATE_LIMIT_ENTERPRISE: MANY },
}

/** `main` responds to nearly all requests; the others show what settings change. */
const SERVICES = {
  main: {},
  private: { BASE_URL: 'https://yantra.example/api', REQUIRE_KEY: 'true', CONSOLE: 'false', WEBHOOK_ALLOW_PRIVATE: '' },
  limited: { RATE_LIMIT_ANONYMOUS: '3', RATE_LIMIT_STANDARD: '2', TRUST_PROXY: 'true' },
  overloaded: { MAX_MEMORY_MB: '96' },
}

export interface World {
  ports: Record<string, number>
  /** Replace `{name}` in requests. */
  values: Record<string, string>
}

/** A database with the sample and a small history, and services over it, all at a fixed time. */
export async function openWorld(t: TestContext, url: string): Promise<World> {
  setClock('2026-11-15T06:30:00Z')
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  await loadSampleWhenEmpty(db)
  const env = { ...SETTINGS, DATABASE_URL: url }
  const values = { crlf: '\r\n', nul: '\0', '&201': 'a=1&'.repeat(201), ...(await makeKeys(db)) }
  await edit(t, db, env, values)
  setClock(NOW)
  const ports: World['ports'] = {}
  for (const [name, settings] of Object.entries(SERVICES)) {
    const service = await startService(t, { ...env, ...settings })
    ports[name] = Number(new URL(service.url).port)
    if (name === 'main') Object.assign(values, { session: (await signIn(service)).cookie })
  }
  return { ports, values }
}

async function makeKeys(db: Db): Promise<World['values']> {
  const values: World['values'] = {}
  for (const name of ['standard', 'enterprise', 'other', 'revoked', 'expired', 'rotated']) {
    const tier = name === 'enterprise' || name === 'other' ? 'enterprise' : 'standard'
    const expiresAt = name === 'expired' ? Date.parse('2026-11-30') : null
    const { key, id } = await createKey(db, { name, tier, expiresAt }, Date.now())
    Object.assign(values, { [name]: key, [`${name}-id`]: id })
  }
  await revokeKey(db, values['revoked-id']!, Date.now())
  await rotateKey(db, values['rotated-id']!, 0, Date.now())
  return values
}

interface Edit {
  import?: object[]
  /** A command. */
  run?: string[]
}

/** Makes one edit a day. After edit N, `{after-N}` is the cursor of a reader who has everything. */
async function edit(t: TestContext, db: Db, env: typeof SETTINGS & { DATABASE_URL: string }, values: World['values']) {
  const edits = readFileSync(new URL('edits.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const { url } = await startReceiver(t)
  Object.assign(values, { receiver: url, closed: `http://127.0.0.1:${await freePort()}/hook` })
  for (const [i, line] of edits.entries()) {
    setClock(new Date(Date.parse('2026-11-16T06:30:00Z') + i * 86_400_000).toISOString())
    await applyScheduledVisibility(db, Date.now())
    // Later edits are delivered: one event each, because several of one moment have no order.
    if (i === edits.length - 2) {
      const secrets = await loadSecrets(db, { ...toConfig(env), warn() {} })
      values.subscription = (await subscribe(db, secrets, values['enterprise-id']!, url)).id
    }
    const { import: rows, run = [] } = JSON.parse(line) as Edit
    const newest = run.includes('{import}') ? (await yantra(env, 'imports', 'list', '--json')).stdout : ''
    const args = run.map((arg) => arg.replace('{import}', () => /imp_[\w-]+/.exec(newest)![0]))
    const { code, stderr } = rows ? await importRows(t, env, rows) : await yantra(env, ...args)
    assert.equal(code, 0, `${line}\n${stderr}`)
    const { revision, hash } = await readHead(db)
    // As release 1.7 wrote cursors, which name no feed.
    values.hash = hash.slice(0, 12)
    values[`after-${i + 1}`] = `${values.hash}~${revision.toString(36)}.${revision.toString(36)}`
  }
}
