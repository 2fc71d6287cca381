import { type Db, findRows } from '../database/schema.ts'
import type { MachineTable, ManufacturerTable } from '../database/tables/catalogue.ts'
import { Machine, type MachineSummary, type PriceItem } from '../schema/api/machine.ts'
import { classesAfter } from './catalogue-rows.ts'
import { toMachineDetail, toSummary } from './machine-detail.ts'
import { type PriceSummary, sortPrices } from './price-summary.ts'
import { type RecordEvents, visibleFromDay } from './record-events.ts'
import type { ClassRecord, MachineDetail, MachineFacts, MachineRecord } from './records.ts'

const FIELDS = Object.keys(Machine.properties)

interface MachineParties {
  manufacturer: ManufacturerTable
  machineClass: ClassRecord
}

export const machineEvents: RecordEvents<MachineTable, MachineParties> = {
  ...visibleFromDay,
  readParties,
  published: {
    'variant.published': ({ after, version, parties }) => ({
      machine: summaryOf(after, parties),
      changed: [],
      version,
    }),
  },
  updated: {
    'variant.updated'({ before, after, version, parties }) {
      const changed = changedFields(before, after, parties)
      return changed.length > 0 ? { machine: summaryOf(after, parties), changed, version } : undefined
    },
    'price.updated'({ before, after, version, parties }) {
      if (!pricesChanged(before, after)) return undefined
      const { prices } = JSON.parse(after.detail) as MachineDetail
      const previous = priceSummaryOf(before)
      return { machine: summaryOf(after, parties), prices: sortPrices(prices), previous, version }
    },
  },
  withdrawn: {
    'variant.withdrawn': ({ before: { id, slug }, version }) => ({ machine: { id, slug }, version }),
  },
}

export async function readParties(trx: Db, machines: readonly (MachineTable | undefined)[]) {
  const ids = new Set(machines.flatMap((machine) => machine?.manufacturer_id ?? []))
  const manufacturers = new Map(
    (await findRows(trx, 'manufacturers', 'id', [...ids])).map((manufacturer) => [manufacturer.id, manufacturer]),
  )
  const classes = new Map((await classesAfter(trx, -1)).map((record) => [record.key, record]))
  return (machine: MachineTable) => ({
    manufacturer: manufacturers.get(machine.manufacturer_id)!,
    machineClass: classes.get(machine.class_key)!,
  })
}

export function summaryOf(row: MachineTable, parties: MachineParties, base?: string): MachineSummary {
  return toSummary(recordOf(row, parties), base)
}

/** Similar machines are suggestions, not facts. */
export function detailOf(row: MachineTable, parties: MachineParties, base?: string): Promise<Machine> {
  return toMachineDetail(recordOf(row, parties), JSON.parse(row.detail) as MachineDetail, [], base)
}

function recordOf(row: MachineTable, { manufacturer, machineClass }: MachineParties): MachineRecord {
  const { id, slug, published_at, media_image } = row
  const facts = JSON.parse(row.facts) as MachineFacts
  const its = { manufacturer: { ...manufacturer, aliases: [] }, machineClass, facts, ...priceSummaryOf(row) }
  return { id, slug, published_at, media_image, ...its }
}

/** Without prices, in schema order. */
function changedFields(before: MachineTable, after: MachineTable, { machineClass }: MachineParties): string[] {
  const old = publicFields(before)
  const young = publicFields(after)
  return FIELDS.filter((name) => {
    // A section of the class is not the machine's.
    if (name === 'section' && young.section === machineClass.section) return false
    const [was, is] = [old[name], young[name]]
    return typeof was === 'object' || typeof is === 'object' ? JSON.stringify(was) !== JSON.stringify(is) : was !== is
  })
}

function publicFields(row: MachineTable): Record<string, unknown> {
  const { media, spec } = JSON.parse(row.detail) as MachineDetail
  const { manufacturer_id: manufacturer, class_key: machine_class, published_at } = row
  return { ...JSON.parse(row.facts), manufacturer, machine_class, published_at, media, spec }
}

/** Order counts only if it changes the summary. */
function pricesChanged(before: MachineTable, after: MachineTable): boolean {
  if (before.detail === after.detail) return false
  const items = (row: MachineTable) => {
    const { prices } = JSON.parse(row.detail) as { prices: PriceItem[] }
    return JSON.stringify(prices.map((price) => JSON.stringify(price)).sort())
  }
  if (items(before) !== items(after)) return true
  return JSON.stringify(priceSummaryOf(before)) !== JSON.stringify(priceSummaryOf(after))
}

function priceSummaryOf({ price_from_inr, price_to_inr, price_kind, price_as_of }: MachineTable): PriceSummary {
  return { price_from_inr, price_to_inr, price_kind: price_kind as PriceSummary['price_kind'], price_as_of }
}
