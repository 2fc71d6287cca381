import type { Config } from '../../config.ts'
import { overviewPage } from '../../console/pages/overview.ts'
import type { Db } from '../../database/schema.ts'
import { deliveryFindings, examineKey, processFindings } from '../../operator/findings.ts'
import { readOverview } from '../../operator/overview.ts'
import type { ConsoleDoor } from './door.ts'

interface OverviewParts {
  reads: Db
  config: Pick<Config, 'secretKey' | 'database'>
}

export function addOverviewPage(door: ConsoleDoor, { reads, config }: OverviewParts): void {
  door.page('/', async (request) => {
    const { now } = request
    const overview = await readOverview(reads, now)
    const findings = [
      await examineKey(reads, config),
      ...deliveryFindings(overview.subscriptions, now),
      ...processFindings(overview.processes, now),
    ]
    return overviewPage(request, { ...overview, findings })
  })
}
