import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { examineBacklog, examineSecretKey } from '../webhooks/examine.ts'
import { viewSubscriptions } from '../webhooks/operator.ts'
import type { Finding } from './finding.ts'

/** The first attempt comes within seconds: what has waited for longer waits for a reason. */
const LONG_PENDING_MS = 5 * 60_000

export async function examineKey(db: Db, config: Config): Promise<Finding> {
  const check = 'secret key'
  const { from, isThere, secrets, opens } = await examineSecretKey(db, config)
  if (isThere && secrets === 0) return { check, ok: true, detail: `${from} is there; no webhook secret needs it yet` }
  if (isThere && opens) return { check, ok: true, detail: `${from} opens the webhook secrets` }
  if (isThere) {
    const detail = `${from} is not the key that sealed the ${secrets} webhook secrets: nothing is sent, nothing is lost`
    return { check, ok: false, detail }
  }
  if (from === 'SECRET_KEY') {
    return { check, ok: false, detail: 'PostgreSQL needs SECRET_KEY (32 or more characters) for webhooks' }
  }
  if (secrets === 0) return { check, ok: true, detail: 'none yet; serve makes a key file beside the database' }
  const detail = `the key file ${from} is lost, and ${secrets} webhook secrets cannot be opened without it: nothing is sent`
  return { check, ok: false, detail }
}

export async function* examineDeliveries(db: Db, now: number): AsyncGenerator<Finding> {
  const check = 'deliveries'
  const { pending, oldest } = await examineBacklog(db, now)
  const waited = oldest === undefined ? 0 : now - oldest
  const since = waited >= LONG_PENDING_MS ? `, the oldest for ${Math.floor(waited / 60_000)} min` : ''
  yield { check, ok: waited < LONG_PENDING_MS, detail: `${pending} pending${since}` }
  for (const { id, state, failing_since, disabled_reason, failed } of await viewSubscriptions(db, now)) {
    if (state === 'failing') yield { check, ok: false, detail: `${id} has failed since ${failing_since}` }
    if (state === 'disabled') yield { check, ok: false, detail: `${id} is disabled: ${disabled_reason}` }
    if (state === 'active' && failed > 0) {
      yield { check, ok: false, detail: `${id}: ${failed} failed for good; \`yantra webhooks replay ${id} --failed\`` }
    }
  }
}
