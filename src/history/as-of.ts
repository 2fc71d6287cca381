import { kolkataDate } from '../calendar.ts'
import { toClassRecord } from '../catalogue/classes.ts'
import { toSheet } from '../catalogue/sheet.ts'
import type { Machine } from '../contract/machine.ts'
import { snapshot } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import { readHead } from './entries.ts'
import { makerSlugs, reaches, statesAt } from './states.ts'

/**
 * A sheet as it was at a moment, with maker and class as they were, and without similar machines, which are suggestions
 * of today. Undefined when the machine was not visible then, or the history does not reach back.
 */
export function sheetAsOf(db: Db, slug: string, moment: number): Promise<Machine | undefined> {
  return snapshot(db, async (trx) => {
    const point = { moment }
    if (!reaches(await readHead(trx), point)) return undefined
    const machine = (await statesAt(trx, 'machine', [slug], point)).get(slug)
    if (!machine || machine.published_at === null || machine.published_at > kolkataDate(moment)) return undefined
    const { facts, detail, class_key, ...row } = machine
    const makers = [...(await makerSlugs(trx, [machine])).values()]
    const [maker] = (await statesAt(trx, 'manufacturer', makers, point)).values()
    const machineClass = (await statesAt(trx, 'class', [class_key], point)).get(class_key)
    if (!maker || !machineClass) return undefined
    const record = {
      ...{ ...row, price_kind: row.price_kind as never, facts: JSON.parse(facts) },
      ...{ maker: { ...maker, aliases: [] }, machineClass: toClassRecord(class_key, machineClass.doc) },
    }
    return toSheet(record, JSON.parse(detail), [])
  })
}
