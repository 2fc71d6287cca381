import type { Db } from '../database/schema.ts'

/** Whether a database holds no manufacturer, machine, implement or listing. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['manufacturers', 'machines', 'implements', 'listings'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}
