import { kolkataDate } from '../../calendar.ts'
import { anonymousPage, keyPage, keysPage, USE_DAYS } from '../../console/pages/keys.ts'
import type { Db } from '../../database/schema.ts'
import { listKeys } from '../../keys/key-store.ts'
import { readUse } from '../../operator/traffic-store.ts'
import type { ConsoleRoutes } from './console-routes.ts'

const DAY_MS = 86_400_000

export function addKeyPages(routes: ConsoleRoutes, { reads }: { reads: Db }): void {
  const since = (now: number) => kolkataDate(now - (USE_DAYS - 1) * DAY_MS)

  routes.page('/keys', async (request) => {
    const uses = new Map<string, number>()
    for (const { keyId, requests } of await readUse(reads, since(request.now))) {
      uses.set(keyId, (uses.get(keyId) ?? 0) + requests)
    }
    const keys = (await listKeys(reads)).toReversed()
    return keysPage(request, { keys, uses })
  })

  routes.page('/keys/anonymous', async (request) =>
    anonymousPage(request, await readUse(reads, since(request.now), '')),
  )

  routes.page('/keys/:id', async (request) => {
    const [key] = await listKeys(reads, request.params.id!)
    return key && keyPage(request, { key, use: await readUse(reads, since(request.now), key.id) })
  })
}
