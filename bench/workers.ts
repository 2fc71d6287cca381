import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open.ts'
import { generateMachines, generateMakers } from './generate.ts'
import { insertRows, type Row } from './insert.ts'
import { describeLoad, loadApart } from './paced-load.ts'
import { generateQueries, toParameters } from './search-queries.ts'
import { end, startService } from './servers.ts'

/**
 * Requests a second with one worker and with two, in turns, for searches that never repeat and for one that is kept.
 * What asks takes processor time too: on two cores two workers and their callers share them.
 */
const MACHINES = 20_000
const SECONDS = 5
const ROUNDS = 2
const folder = mkdtempSync(join(tmpdir(), 'yantra-workers-'))
const path = join(folder, 'yantra.db')
try {
  const machines = [...generateMachines(MACHINES)]
  const db = await openDatabase({ kind: 'sqlite', path })
  await insertRows(db, [...(generateMakers() as unknown as Row[]), ...machines])
  await db.destroy()
  const targets = {
    'never repeated': generateQueries(machines, 20_000, 3).map((query) => `/v1/tractors?${toParameters(query)}`),
    kept: ['/v1/tractors?limit=5'],
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const workers of [1, 2]) {
      const service = await startService(`file:${path}`, '--workers', String(workers))
      for (const [name, paths] of Object.entries(targets)) {
        const request = paths.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        const load = await loadApart({ port: service.port, request, connections: 32, seconds: SECONDS })
        console.log(`round ${round}, ${workers} worker(s), ${name}: ${describeLoad(load)}`)
      }
      await end(service)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
