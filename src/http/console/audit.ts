import { listAudit } from '../../audit/audit.ts'
import { auditPage } from '../../console/pages/audit.ts'
import type { Db } from '../../database/schema.ts'
import { type ConsoleDoor, MOST_PAGES, readPage } from './door.ts'

const ROWS = 50

export function addAuditPage(door: ConsoleDoor, { reads }: { reads: Db }): void {
  door.page('/audit', async (request) => {
    const page = readPage(request.query)
    const entries = await listAudit(reads, { limit: ROWS + 1, offset: (page - 1) * ROWS })
    return auditPage(request, {
      entries: entries.slice(0, ROWS),
      page,
      hasMore: entries.length > ROWS && page < MOST_PAGES,
    })
  })
}
