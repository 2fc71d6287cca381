import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../test/postgres.ts'
import { withDatabaseLost } from './database-lost.ts'
import { readNumbers, trial } from './stage.ts'
import { layWire } from './wire.ts'

/**
 * The primary PostgreSQL is lost under load and its streaming replica is promoted after some seconds. Commits wait for
 * the replica, as docs/operating/postgresql.md says. The database is known by the addresses of both, or with --moved=1 by
 * one that leads to the new primary from then on. With --silent=1 the primary does not end but answers nothing more, as a
 * machine that is lost does.
 */
const { seconds, moved, silent } = readNumbers({ seconds: 10, moved: 0, silent: 0 })
const STANDBY = 'standby'

await trial(async (stage) => {
  const waiting = [`synchronous_standby_names=${STANDBY}`, 'synchronous_commit=on']
  const primary = await startPostgres({ durable: true, settings: waiting })
  stage.after(() => {
    if (silent) primary.thaw()
    return primary.stop()
  })
  await primary.halt()
  const from = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=yantra application_name=${STANDBY}`
  const standby = await startPostgres({ durable: true, settings: [from], standbyFor: primary.data })
  stage.after(() => standby.stop())
  await primary.resume()
  await untilStreaming(primary.url)
  const wire = await layWire(stage, primary.port)
  const { host } = new URL(primary.url)
  const known = moved ? `127.0.0.1:${wire.port}` : `${host},127.0.0.1:${standby.port}`
  await withDatabaseLost(stage, primary.url.replace(host, known), async () => {
    if (silent) primary.freeze()
    else await primary.kill()
    await sleep(seconds * 1_000)
    await ask(standby.url, 'select pg_promote()')
    wire.leadTo(standby.port)
  })
})

/** Until then a commit would wait for a replica that has not come yet. */
async function untilStreaming(url: string): Promise<void> {
  const state = `select sync_state from pg_stat_replication where application_name = '${STANDBY}'`
  for (let tries = 0; (await ask(url, state))[0]?.sync_state !== 'sync'; tries++) {
    if (tries > 200) throw new Error('the replica does not stream')
    await sleep(50)
  }
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
