import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createChangeFeedReader } from '../../src/database/change-feed-reader.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createUsedMarket } from '../../src/listings/listing-search.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { applyParsed } from '../../src/search/search-request.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { machinesOf } from '../../src/server/market-routes.ts'
import { createPageData, type PageDataParts } from '../../src/website/page-data.ts'
import { putSample, target } from '../backends.ts'

/** What the one search field answers beside machines, over the bundled sample. */
export async function openSampleAnswers() {
  const folder = mkdtempSync(join(tmpdir(), 'yantra-answers-'))
  const url = `file:${join(folder, 'yantra.db')}`
  await putSample(url)
  const db = await openDatabase(target(url))
  const log = pino({ level: 'silent' })
  const catalogue = createCatalogue(db, { log })
  await catalogue.ready
  const follower = createChangeFeedReader(db, { log })
  const used = createUsedMarket(follower, machinesOf(catalogue))
  const data = createPageData({ catalogue, used } as PageDataParts)
  return {
    /** The ids of the first used listings, as the market finds them. */
    async listings(q: string, limit: number): Promise<number[]> {
      return (await used.search({ q, limit })).hits.map(({ id }) => id)
    },
    /** The slugs of the first implements. */
    implements(q: string, limit: number): string[] {
      const result = data.findImplements(q, applyParsed({ ...EMPTY_QUERY, q }, data.read(q)))
      return result.slice(0, limit).map(({ slug }) => slug)
    },
    async close(): Promise<void> {
      await follower.close()
      await catalogue.close()
      await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}
