import module from 'node:module'
import { kolkataDate } from '../src/calendar.ts'
import type { MachineBatch } from '../src/read-model/reading/machine-batch.ts'

/** The work of a start, one thing after the other on one thread; each line is a part and its milliseconds. */
module.enableCompileCache()
const path = process.argv[2]!
let before = 0
const part = (name: string) => {
  const now = performance.now()
  console.log(JSON.stringify({ name, ms: now - before }))
  before = now
}

part('process')
await import('../src/read-model/reading/machine-batch.ts')
part('code of the loading thread')
await import('fastify')
await import('kysely')
await import('typebox')
await import('prom-client')
await import('pino')
part('libraries')
await import('../src/commands/serve-start.ts')
part('the rest of the code')

const { openDatabase } = await import('../src/database/open.ts')
const db = await openDatabase({ kind: 'sqlite', path })
part('opening the database')
const { MACHINE_PAGES } = await import('../src/catalogue/catalogue-rows.ts')
const pages: Buffer[] = []
let next = await MACHINE_PAGES.all(db, -1)
for (; next; next = await MACHINE_PAGES.all(db, next.last!)) pages.push(next.rows)
part('rows as pages')
const { createBatchReader } = await import('../src/read-model/reading/machine-batch.ts')
const batches: MachineBatch[] = []
const reader = createBatchReader((batch) => batches.push(batch))
for (const page of pages) reader.read(page)
reader.finish()
part('pages read into batches')
const { createReadModel } = await import('../src/read-model/read-model.ts')
const model = createReadModel(kolkataDate(Date.now()))
batches.forEach(model.taker())
part('batches taken in')
model.settle()
part('orders and postings')
await db.destroy()
