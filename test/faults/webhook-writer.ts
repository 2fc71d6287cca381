import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { upsertRows, writeTransaction } from '../../src/database/schema.ts'
import { recordEvents } from '../../src/webhooks/outbox.ts'

/** Commits one change after another, each with its event, until it is killed. Tells its parent of each commit. */
const db = await openDatabase(toDatabase(process.env.DATABASE_URL))
for (;;) {
  const committed = await writeTransaction(db, async (trx, lock) => {
    const id = lock.next()
    await upsertRows(
      trx,
      'manufacturers',
      ['slug'],
      [{ id, slug: `maker-${id}`, name: `Maker ${id}`, aliases: '[]', colour: null, revision: id }],
    )
    await recordEvents(trx, [
      {
        type: 'price.updated',
        created_at: Date.now(),
        data: { change: id },
        record: `manufacturer maker-${id}`,
        revision: id,
      },
    ])
    return id
  })
  // Waiting for the channel keeps the parent's picture close to the truth.
  await new Promise((resolve) => process.send?.(committed, resolve))
}
