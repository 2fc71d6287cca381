import assert from 'node:assert/strict'
import { createKey } from '../../src/auth/api-key-store.ts'
import type { Db } from '../../src/database/schema.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { ensureBuiltinClasses } from '../../src/import/ensure-classes.ts'
import { exportRows } from '../../src/import/export-rows.ts'
import type { ImportSummary } from '../../src/import/import-counters.ts'
import { type ImportOptions, importRows, recordedImport } from '../../src/import/import-rows.ts'
import { listImports } from '../../src/import/import-store.ts'
import { issueText } from '../../src/import/issue.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import type { EventData, EventName } from '../../src/schema/api/webhook.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { createSubscription } from '../../src/webhooks/subscriptions.ts'

export const NOW = Date.parse('2026-11-15T06:00:00Z')

export interface Taken extends ImportSummary {
  faults: string[]
}

/** Imports rows as one file would bring them, in batches of the size given. */
export async function take(
  db: Db,
  rows: readonly object[],
  {
    now = NOW,
    batch = 100,
    ...options
  }: { now?: number; batch?: number; strict?: boolean; dryRun?: boolean; review?: boolean } = {},
): Promise<Taken> {
  await ensureBuiltinClasses(db, now)
  const faults: string[] = []
  const checked = rows.map((row, i) =>
    checkRow(row, { file: 'rows', line: i + 1, raw: undefined }, { today: kolkataDate(now) }),
  )
  const batches = (async function* () {
    for (let i = 0; i < checked.length; i += batch) yield checked.slice(i, i + batch)
  })()
  const settings: ImportOptions = {
    ...options,
    now: () => now,
    onEvent(event) {
      if (event.type !== 'batch') return
      for (const { row, status, issues } of event.outcomes)
        if (status === 'rejected') faults.push(...issues.map((issue) => `${row.origin.line} ${issueText(issue)}`))
    },
  }
  return { ...(await importRows(db, batches, settings)), faults }
}

/** Imports rows as a command does, and returns the import's id. */
export async function bring(db: Db, rows: readonly object[], now = Date.now(), batch = 100): Promise<string> {
  await ensureBuiltinClasses(db, now)
  const checked = rows.map((row, i) =>
    checkRow(row, { file: 'rows', line: i + 1, raw: undefined }, { today: kolkataDate(now) }),
  )
  const batches = (async function* () {
    for (let i = 0; i < checked.length; i += batch) yield checked.slice(i, i + batch)
  })()
  const { rejected } = await recordedImport(db, batches, { file: 'rows', by: 'cli', who: 'ravi', now: () => now })
  assert.equal(rejected, 0, JSON.stringify(checked.flatMap(({ issues }) => issues)))
  return (await listImports(db, { limit: 1, now }))[0]!.id
}

export const manufacturer = { type: 'manufacturer', slug: 'mahindra', name: 'Mahindra', aliases: ['महिंद्रा'] }

export const price = {
  kind: 'ex_showroom',
  observed_at: '2026-08-21',
  price_inr: 687_000,
  source_kind: 'dealer',
  state_code: 'MH',
}

export const machine = {
  type: 'machine',
  slug: 'mahindra-575-di',
  name: 'Mahindra 575 DI',
  manufacturer: 'mahindra',
  machine_class: 'tractor',
  lifecycle: 'current',
  kind: 'utility',
  engine_hp: 45,
  published_at: '2024-09-18',
  prices: [price],
}

export const implement = {
  type: 'implement',
  slug: 'rotavator-5',
  name: 'Rotavator 5 ft',
  manufacturer: 'mahindra',
  kind: 'rotavator',
  lifecycle: 'current',
  hp_min: 35,
  linkage: ['cat-2'],
  fits_classes: ['tractor'],
  published_at: '2025-01-01',
}

export const listing = {
  type: 'listing',
  id: 7,
  status: 'live',
  created_at: '2026-11-03T04:07:00Z',
  maker_name: 'Mahindra',
  maker_slug: 'mahindra',
  variant_name: '575 DI',
  variant_slug: 'mahindra-575-di',
  vehicle_class: 'tractor',
  year: 2019,
  km: 0,
  owners: 1,
  price_inr: 465_000,
  district: 'Ludhiana',
  state_code: 'PB',
  pin: '141001',
}

export async function exported(db: Db, withPrivate = true): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const page of exportRows(db, { withPrivate })) rows.push(...page.rows)
  return rows
}

export async function record(db: Db, key: string | number): Promise<Record<string, unknown> | undefined> {
  return (await exported(db)).find(
    (row) => row.slug === key || row.key === key || (row.type === 'listing' && row.id === key),
  )
}

/** Subscribes to events, and returns what was recorded since the last call. */
export async function subscribe(db: Db, events: EventName[]) {
  const key = await createKey(db, { name: 'test', tier: 'enterprise', expiresAt: null } as never, NOW)
  const settings = { secretKey: 's'.repeat(32), database: { kind: 'sqlite', path: '' }, warn: () => {} } as const
  const secrets = await loadSecrets(db, settings)
  await createSubscription(db, secrets, key.id, { url: 'https://receiver.example/', events } as never, NOW)
  const seen = new Set<string>()
  return async () => {
    const rows = await db.selectFrom('events').selectAll().orderBy('id').execute()
    const fresh = rows.filter((row) => !seen.has(row.id))
    for (const row of fresh) seen.add(row.id)
    return fresh.map(
      (row) =>
        JSON.parse(row.body) as { type: EventName; data: EventData<'variant.updated'> & EventData<'price.updated'> },
    )
  }
}
