import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../test/postgres.ts'
import { withDatabaseLost } from './database-lost.ts'
import { readNumbers, trial } from './stage.ts'

/** PostgreSQL is stopped under load and comes back. */
const { seconds } = readNumbers({ seconds: 60 })

await trial(async (stage) => {
  const postgres = await startPostgres({ durable: true })
  stage.after(() => postgres.stop())
  await withDatabaseLost(stage, postgres.url, async () => {
    await postgres.halt()
    await sleep(seconds * 1_000)
    await postgres.resume()
  })
})
