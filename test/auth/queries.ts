import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../src/database/schema.ts'

/** The same database, with its queries counted. */
export function countQueries(db: Db): { db: Db; count: () => number } {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), count: () => count }
}
