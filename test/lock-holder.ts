import { once } from 'node:events'
import { toDatabase } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'
import { writeTransaction } from '../src/database/schema.ts'

/** Holds the writer lock from the moment it says so until it is told to let go. */
const db = await openDatabase(toDatabase(process.env.DATABASE_URL))
await writeTransaction(db, async () => {
  const reported = once(process, 'message')
  process.send?.('held')
  await reported
})
await db.destroy()
process.disconnect?.()
