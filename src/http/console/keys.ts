import { kolkataDate } from '../../calendar.ts'
import { anonymousPage, issuedKeyPage, keyPage, keysPage, USE_DAYS } from '../../console/pages/keys.ts'
import type { Db } from '../../database/schema.ts'
import { notFound } from '../../errors.ts'
import { parseDuration } from '../../keys/expiry.ts'
import { InvalidKeyInput, readKeyInput } from '../../keys/key-input.ts'
import { KeyEnded, listKeys } from '../../keys/key-store.ts'
import { endKey, issueKey, renewKey } from '../../operator/keys.ts'
import { readUse } from '../../operator/traffic-store.ts'
import type { ConsoleDoor } from './door.ts'

const DAY_MS = 86_400_000

export function addKeyPages(door: ConsoleDoor, { db, reads }: { db: Db; reads: Db }): void {
  const since = (now: number) => kolkataDate(now - (USE_DAYS - 1) * DAY_MS)

  door.page('/keys', async (request) => {
    const uses = new Map<string, number>()
    for (const { keyId, requests } of await readUse(reads, since(request.now))) {
      uses.set(keyId, (uses.get(keyId) ?? 0) + requests)
    }
    const keys = (await listKeys(reads)).toReversed()
    return keysPage(request, { keys, uses })
  })

  door.page('/keys/anonymous', async (request) => anonymousPage(request, await readUse(reads, since(request.now), '')))

  door.page('/keys/:id', async (request) => {
    const [key] = await listKeys(reads, request.params.id!)
    return key && keyPage(request, { key, use: await readUse(reads, since(request.now), key.id) })
  })

  door.action('/keys/create', async (request) => {
    const { form, to, now } = request
    try {
      const input = readKeyInput(
        { name: form.get('name') ?? '', tier: form.get('tier') ?? '', expires: form.get('expires') || undefined },
        now,
      )
      return issuedKeyPage(request, await issueKey(db, 'console', input, now), 'The key was created.')
    } catch (error) {
      if (!(error instanceof InvalidKeyInput)) throw error
      return { to: to('keys'), text: `No key was created: ${error.field} ${error.message}.`, isBad: true }
    }
  })

  door.action('/keys/:id/rotate', async (request) => {
    const { form, to, now, params } = request
    const id = params.id!
    const overlap = parseDuration(form.get('overlap') ?? '')
    if (overlap === undefined) {
      return { to: to('keys'), text: 'The overlap is a duration: 0s, 30s, 15m, 24h, 90d.', isBad: true }
    }
    try {
      const issued = await renewKey(db, 'console', id, overlap, now)
      if (!issued) throw notFound('such key')
      const old = overlap === 0 ? 'The old string has ended.' : `The old string works on for ${form.get('overlap')}.`
      return issuedKeyPage(request, issued, `The key was rotated. ${old}`)
    } catch (error) {
      if (!(error instanceof KeyEnded)) throw error
      return { to: to('keys'), text: `It was not rotated: ${error.message}.`, isBad: true }
    }
  })

  door.action('/keys/:id/revoke', async ({ to, now, params }) => {
    const key = await endKey(db, 'console', params.id!, now)
    if (!key) throw notFound('such key')
    return { to: to('keys'), text: `${key.name} is revoked: every process refuses it within 5 seconds.` }
  })
}
