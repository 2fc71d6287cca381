import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { upsertRows, writeTransaction } from '../../src/database/schema.ts'
import { recordEvents } from '../../src/webhooks/outbox.ts'

/** Commits changes, each with its event, until it is killed. Sends its parent a message after each commit. */
const db = await openDatabase(toDatabase(process.env.DATABASE_URL))
for (;;) {
  await writeTransaction(db, async (trx, lock) => {
    const id = lock.next()
    const maker = { id, slug: `maker-${id}`, name: `Maker ${id}`, aliases: '[]', colour: null, revision: id }
    await upsertRows(trx, 'manufacturers', ['slug'], [maker])
    const event = { created_at: Date.now(), data: { change: id }, record: `manufacturer maker-${id}`, revision: id }
    await recordEvents(trx, [{ type: 'price.updated', ...event }])
  })
  // The parent counts commits as they come.
  await new Promise((resolve) => process.send?.('committed', resolve))
}
