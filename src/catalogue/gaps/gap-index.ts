import { kolkataDate } from '../../calendar.ts'
import { ANEW, type Follower, feed, type Projection } from '../../following/follower.ts'
import { CLASSES, MACHINE_SHEETS, MAKERS } from '../catalogue-rows.ts'
import { toClassRecord } from '../classes.ts'
import { type ClassRecord, type MachineFacts, type MachineRecord, type Maker, UNKNOWN_MAKER } from '../records.ts'
import { gapsOf, type MachineGaps } from './machine-gaps.ts'

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

const nothing = () => ({
  machines: new Map<number, MachineGaps>(),
  classes: new Map<string, ClassRecord>(),
  makers: new Map<number, Maker>(),
})

/** Kept in memory from the first read on. Each read catches up first. */
export function createGapIndex(follower: Follower, clock: () => number = Date.now): GapIndex {
  let shown = nothing()
  /** Takes the place of `shown` when it is full. */
  let filling: typeof shown | undefined
  let following: Promise<void> | undefined
  let made: { day: string; gaps: Gaps } | undefined

  const projection: Projection = {
    tables: [
      feed(MAKERS, (makers) => {
        const held = (filling ?? shown).makers
        // Machines share the object of their maker, so all of them show its new name.
        for (const maker of makers) held.set(maker.id, Object.assign(held.get(maker.id) ?? {}, maker))
      }),
      feed(CLASSES, (classes) => {
        // A changed class may change the gaps of all its machines.
        if (!filling) return ANEW
        for (const record of classes) filling.classes.set(record.key, record)
      }),
      feed(MACHINE_SHEETS, (rows) => {
        const { machines, makers, classes } = filling ?? shown
        for (const { facts, detail, class_key, manufacturer_id, ...row } of rows) {
          const record: MachineRecord = {
            ...row,
            maker: makers.get(manufacturer_id) ?? UNKNOWN_MAKER,
            machineClass: classes.get(class_key) ?? toClassRecord(class_key, '{}'),
            facts: JSON.parse(facts) as MachineFacts,
            price_kind: row.price_kind as MachineRecord['price_kind'],
          }
          const gaps = gapsOf(record, () => JSON.parse(detail))
          machines.set(row.id, gaps)
        }
      }),
    ],
    reset() {
      filling = nothing()
    },
    reached() {
      shown = filling ?? shown
      filling = undefined
      made = undefined
    },
  }

  return {
    async read() {
      following ??= follower.follow(projection).catch((error: unknown) => {
        following = undefined
        throw error
      })
      await following
      await follower.catchUp()
      const day = kolkataDate(clock())
      if (made?.day !== day) made = { day, gaps: gather(day) }
      return made.gaps
    },
  }

  function gather(day: string): Gaps {
    const all = [...shown.machines.values()]
    const machines = all
      .filter(({ publishedAt }) => publishedAt !== null && publishedAt <= day)
      .sort((a, b) => a.completeness - b.completeness || (a.slug < b.slug ? -1 : 1))
    return { machines, unpublished: all.length - machines.length, classes: shown.classes }
  }
}
