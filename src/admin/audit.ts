import { type AuditEntry, listAudit } from '../history/audit.ts'
import { listOf, type Resource } from './actions.ts'
import { text, time } from './inputs.ts'

export const audit: Resource<AuditEntry> = {
  name: 'audit',
  singular: 'change',
  about: 'Every change by commands and in the console, newest first, without secrets and contacts.',
  id: {},
  json: (entry) => entry,
  columns: ['at', 'by', 'who', 'action', 'target', 'detail'],
  list: listOf<AuditEntry>()({
    description: 'show who changed what',
    filters: {
      who: text('NAME', 'only by this person'),
      action: text('NAME', 'only this action, such as keys.create, or all of a resource: keys'),
      since: time('from this time: a date-time, a date (00:00 UTC) or a duration ago (24h)'),
      until: time('until this time'),
    },
    limit: 100,
    run: (db, filters, rows) => listAudit(db, { ...filters, ...rows }),
  }),
  actions: {},
}
