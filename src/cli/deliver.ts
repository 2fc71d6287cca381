import type { Config } from '../config.ts'
import { lastBackup } from '../database/backup.ts'
import type { Db } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { startExpiry } from '../history/listing-expiry.ts'
import { startRetention } from '../history/retention.ts'
import { registerImportMetrics } from '../import/import-metrics.ts'
import { startSweeping } from '../import/photographs.ts'
import { createGauges, type MetricRegistry } from '../lib/metrics.ts'
import { registerUnsentMetrics } from '../listings/enquiries/metrics.ts'
import { startMailing } from '../listings/enquiries/outbox.ts'
import { createRegistry } from '../server/metrics.ts'
import { type DeliveryParts, startDelivery } from '../webhooks/delivery.ts'
import { registerBacklogMetrics } from '../webhooks/metrics.ts'

export function createMetrics(reads: Db, database: DatabaseTarget): MetricRegistry {
  const metrics = createRegistry()
  registerBacklogMetrics(metrics, reads)
  registerImportMetrics(metrics, reads)
  const gauge = createGauges(metrics, async () => lastBackup(database))
  const help = 'When `yantra backup` last wrote one; absent where it never did.'
  gauge('yantra_backup_last_timestamp_seconds', help, (last) => last && last.writtenAt / 1_000)
  registerUnsentMetrics(metrics, reads)
  return metrics
}

export async function startDelivering({ config, ...parts }: DeliveryParts & { config: Config }) {
  const { db, log, metrics } = parts
  const mailing = await startMailing(db, config, { log, registry: metrics })
  const delivery = startDelivery({ ...parts, config })
  const stops = [
    startRetention(db, log, config.historyDays),
    startExpiry(db, log, config.listingDays),
    config.mediaFolder === undefined ? async () => {} : startSweeping(db, config.mediaFolder, log),
  ]
  return { delivery, stop: () => Promise.all([delivery.stop(), mailing.stop(), ...stops.map((stop) => stop())]) }
}
