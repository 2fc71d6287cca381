import { listAudit } from '../../audit/audit.ts'
import { auditPage } from '../../console/pages/audit.ts'
import type { Db } from '../../database/schema.ts'
import { type ConsoleDoor, readRows } from './door.ts'

export function addAuditPage(door: ConsoleDoor, { reads }: { reads: Db }): void {
  door.page('/audit', async (request) => {
    const { rows: entries, ...paging } = await readRows(request.query, (rows) => listAudit(reads, rows))
    return auditPage(request, { entries, ...paging })
  })
}
