import type { Db } from '../database/schema.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { createGauges, type MetricRegistry } from '../lib/metrics.ts'
import { countRecent } from './import-store.ts'

/**
 * Imports run as commands, which Prometheus does not scrape, so their metrics are read from the database. Row counts
 * cover the last day and are not a growing total, because old imports are deleted.
 */
export function registerImportMetrics(registry: MetricRegistry, db: Db, now: () => number = Date.now): void {
  const gauge = createGauges(registry, () => countRecent(db, now() - DAY_MS, now()))
  gauge('yantra_imports', 'Imports of the last day, by how they stand.', ({ states }) => states, { label: 'state' })
  const help = 'Rows of the imports of the last day, by what became of them.'
  gauge('yantra_import_rows', help, ({ rows }) => rows, { label: 'outcome' })
  gauge(
    'yantra_import_last_seconds',
    'How long the newest import that has ended took.',
    ({ last }) => last && (last.seen_at - last.at) / 1_000,
  )
  gauge(
    'yantra_import_last_timestamp_seconds',
    'When the newest import that has ended did so.',
    ({ last }) => last && last.seen_at / 1_000,
  )
}
