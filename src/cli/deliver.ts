import { pino } from 'pino'
import { startHeartbeat } from '../admin/heartbeat.ts'
import { type Config, toConfig } from '../config.ts'
import { lastBackup } from '../database/backup.ts'
import { openDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { REQUEST_TIMEOUTS } from '../database/unavailable.ts'
import { startExpiry } from '../history/listing-expiry.ts'
import { startRetention } from '../history/retention.ts'
import { startScheduledVisibility } from '../history/scheduled-visibility.ts'
import { registerImportMetrics } from '../import/import-metrics.ts'
import { startSweeping } from '../import/photographs.ts'
import { createGauges, type MetricRegistry } from '../lib/metrics.ts'
import { traceIds } from '../lib/tracing.ts'
import { registerUnsentMetrics } from '../listings/enquiries/metrics.ts'
import { startMailing } from '../listings/enquiries/outbox.ts'
import { serveMetrics } from '../server/health-routes.ts'
import { createRegistry } from '../server/metrics.ts'
import { type DeliveryParts, startDelivery } from '../webhooks/delivery.ts'
import { registerBacklogMetrics } from '../webhooks/metrics.ts'
import { loadSecrets } from '../webhooks/signing.ts'
import { createTargetGuard } from '../webhooks/ssrf-guard.ts'
import { isForPerson, readableLog } from './banner.ts'
import { type Commands, command } from './command.ts'
import { logMigration, onceDatabaseAnswers } from './on-database.ts'
import { untilStopped } from './until-stopped.ts'

const deliverCommand = command({
  about:
    'Delivers webhooks and mails enquiries without answering requests until SIGTERM or SIGINT; attempts in progress then have eight seconds. Any number may run on one database.',
  async run({ io }) {
    const config = toConfig(io.env)
    const target = isForPerson(config, io.stdout) ? readableLog(io.stdout) : io.stdout
    const log = pino({ level: config.logLevel, ...(config.tracing && { mixin: traceIds }) }, target)
    const stopTracing = config.tracing && (await import('./open-telemetry.ts')).startTracing(config.tracing)
    const patience = REQUEST_TIMEOUTS
    let onCommit = () => {}
    const db = await onceDatabaseAnswers(log, () =>
      openDatabase(config.database, {
        onCommit: () => onCommit(),
        timeouts: patience,
        create: false,
        applicationName: 'yantra deliver',
        onMigrated: logMigration(log),
      }),
    )
    try {
      const secrets = await loadSecrets(db, { ...config, warn: (message) => log.warn(message) })
      const guard = createTargetGuard({ allowPrivate: config.webhooks.allowPrivate })
      const metrics = createMetrics(db, config.database)
      const delivering = await startDelivering({ db, secrets, guard, config, log, metrics })
      onCommit = delivering.delivery.wake
      const stopAnnouncing = startScheduledVisibility(db, log)
      const presence = startHeartbeat({ db, kind: 'deliver', log, state: () => ({ revision: null }) })
      const server =
        config.metricsPort === undefined
          ? undefined
          : await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
      log.info(server ? { metrics: `${server.url}/metrics` } : {}, 'delivering')
      // Loops that wait do not keep the process alive.
      const staying = setInterval(() => {}, 3_600_000)
      await untilStopped()
      clearInterval(staying)
      await presence.stop()
      await Promise.all([stopAnnouncing(), delivering.stop(), server?.close()])
      log.info('stopped')
    } finally {
      await db.destroy()
      await stopTracing?.()
    }
    return 0
  },
})

export const commands: Commands = { deliver: deliverCommand }

/** The metrics of a process that serves or delivers, with what the database holds. */
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

/** Delivers webhooks, mails enquiries and keeps the history short. */
export async function startDelivering({ config, ...parts }: DeliveryParts & { config: Config }) {
  const { db, log, metrics } = parts
  const mailing = await startMailing(db, config, { log, registry: metrics })
  const delivery = startDelivery({ ...parts, config })
  const stopKeeping = startRetention(db, log, config.historyDays)
  const stopExpiry = startExpiry(db, log, config.listingDays)
  const stopSweeping = config.mediaFolder === undefined ? undefined : startSweeping(db, config.mediaFolder, log)
  return {
    delivery,
    stop: () => Promise.all([delivery.stop(), mailing.stop(), stopKeeping(), stopExpiry(), stopSweeping?.()]),
  }
}
