import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'

/** Sends until a message stops it. LEASE_MS shortens its leases. */
const database = toDatabase(process.env.DATABASE_URL)
const db = await openDatabase(database)
const secrets = await loadSecrets(db, { secretKey: process.env.SECRET_KEY, database, warn: console.error })
const leaseMs = Number(process.env.LEASE_MS)
const post = createPost(createTargetGuard({ allowPrivate: true }), { connectMs: leaseMs / 2, totalMs: leaseMs / 2 })
const log = { info() {}, warn: console.error, error: console.error }
const sender = createSender({ db, secrets, log, leaseMs, post })
sender.start()
process.on('message', async () => {
  await sender.stop()
  await db.destroy()
  process.disconnect?.()
})
process.send?.('ready')
