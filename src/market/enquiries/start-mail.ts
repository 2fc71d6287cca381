import type { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { createMailMetrics } from './enquiry-metrics.ts'
import { type EnquiryMailParts, startEnquiryMail } from './outbox.ts'

type Settings = Pick<Config, 'enquiries' | 'baseUrl'>

/** Starts the outbox by the settings; the mail client is loaded only when a server is configured. */
export async function startMailing(
  db: Db,
  { enquiries, baseUrl }: Settings,
  { log, registry }: Pick<EnquiryMailParts, 'log'> & { registry: Registry },
) {
  const { mail, to, retentionDays } = enquiries
  const smtp = mail && (await import('./smtp.ts')).createSmtp(mail.url)
  const outbox = startEnquiryMail({
    ...{ db, log, retentionDays, siteUrl: baseUrl, fallback: to },
    send: smtp?.send,
    onMail: createMailMetrics(registry),
    from: mail?.from ?? '',
  })
  return {
    wake: outbox.wake,
    async stop(): Promise<void> {
      await outbox.stop()
      smtp?.close()
    },
  }
}
