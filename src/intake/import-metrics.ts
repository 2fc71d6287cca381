import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database/schema.ts'
import { readSeldom } from '../running/kept.ts'
import { countRecent, type RecentImports } from './import-store.ts'

const KEPT_MS = 5_000
const DAY_MS = 86_400_000

/**
 * Imports run as commands that nobody scrapes, so their metrics come from what the database remembers of them. Rows are
 * those of the last day, not a growing total: old imports are forgotten.
 */
export function registerImportMetrics(registry: Registry, db: Db, now: () => number = Date.now): void {
  const recent = readSeldom(() => countRecent(db, now() - DAY_MS, now()), KEPT_MS)

  function gauge(
    name: string,
    help: string,
    label: string,
    read: (recent: RecentImports) => Record<string, number>,
  ): void {
    new Gauge({
      ...{ name, help, aggregator: 'max' as const, registers: [registry] },
      labelNames: label ? [label] : [],
      async collect() {
        const found = await recent()
        this.reset()
        // A gauge without labels would report 0 where nothing is known.
        if (!label) this.remove()
        if (!found) return
        for (const [value, count] of Object.entries(read(found))) this.set(label ? { [label]: value } : {}, count)
      },
    })
  }

  gauge('yantra_imports', 'Imports of the last day, by how they stand.', 'state', ({ states }) => states)
  gauge(
    'yantra_import_rows',
    'Rows of the imports of the last day, by what became of them.',
    'outcome',
    ({ rows }) => rows,
  )
  gauge('yantra_import_last_seconds', 'How long the newest import that has ended took.', '', ({ last }) => ({
    ...(last && { value: (last.seen_at - last.at) / 1_000 }),
  }))
  gauge('yantra_import_last_timestamp_seconds', 'When the newest import that has ended did so.', '', ({ last }) => ({
    ...(last && { value: last.seen_at / 1_000 }),
  }))
}
