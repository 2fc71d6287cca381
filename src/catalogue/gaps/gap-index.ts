import { kolkataDate } from '../../calendar.ts'
import { readRevision } from '../../database/revision.ts'
import type { Db } from '../../database/schema.ts'
import { classesAfter, lastRemoval, machinesAfter, makersAfter } from '../catalogue-rows.ts'
import { toClassRecord } from '../classes.ts'
import { type ClassRecord, type MachineFacts, type MachineRecord, type Maker, UNKNOWN_MAKER } from '../records.ts'
import { gapsOf, type MachineGaps } from './machine-gaps.ts'

const PAGE_ROWS = 500

/** What the catalogue lacks now. */
interface Gaps {
  /** Published machines, the least complete first. */
  machines: readonly MachineGaps[]
  unpublished: number
  classes: ReadonlyMap<string, ClassRecord>
}

export interface GapIndex {
  read(): Promise<Gaps>
}

/** Kept in memory from the first read on. Each read catches up first and lets requests through between pages. */
export function createGapIndex(db: Db, clock: () => number = Date.now): GapIndex {
  const byId = new Map<number, MachineGaps>()
  const classes = new Map<string, ClassRecord>()
  const makers = new Map<number, Maker>()
  let seen = 0
  let removal = 0
  let following: Promise<void> | undefined
  let made: { day: string; gaps: Gaps } | undefined

  async function follow(): Promise<void> {
    const newest = await readRevision(db)
    const removedAt = await lastRemoval(db)
    if (newest === seen && removedAt === removal) return
    made = undefined
    const changed = await classesAfter(db, seen)
    // A changed class affects all its machines, and a removal leaves no changed row: both need a full load.
    if (seen > 0 && (changed.length > 0 || removedAt !== removal)) {
      byId.clear()
      makers.clear()
      seen = 0
    }
    for (const record of seen === 0 ? await classesAfter(db, 0) : changed) classes.set(record.key, record)
    for (const maker of await makersAfter(db, seen)) makers.set(maker.id, maker)
    for (let after = seen; after < newest; ) {
      const rows = await machinesAfter(db, after, PAGE_ROWS)
      for (const { facts, detail, class_key, manufacturer_id, ...row } of rows) {
        const record: MachineRecord = {
          ...row,
          maker: makers.get(manufacturer_id) ?? UNKNOWN_MAKER,
          machineClass: classes.get(class_key) ?? toClassRecord(class_key, '{}'),
          facts: JSON.parse(facts) as MachineFacts,
          price_kind: row.price_kind as MachineRecord['price_kind'],
        }
        byId.set(
          row.id,
          gapsOf(record, () => JSON.parse(detail)),
        )
      }
      after = rows.length < PAGE_ROWS ? newest : rows.at(-1)!.revision
      await new Promise(setImmediate)
    }
    seen = newest
    removal = removedAt
  }

  return {
    async read() {
      following ??= follow().finally(() => {
        following = undefined
      })
      await following
      const day = kolkataDate(clock())
      if (made?.day !== day) made = { day, gaps: gather(day) }
      return made.gaps
    },
  }

  function gather(day: string): Gaps {
    const all = [...byId.values()]
    const machines = all
      .filter(({ publishedAt }) => publishedAt !== null && publishedAt <= day)
      .sort((a, b) => a.completeness - b.completeness || (a.slug < b.slug ? -1 : 1))
    return { machines, unpublished: all.length - machines.length, classes }
  }
}
