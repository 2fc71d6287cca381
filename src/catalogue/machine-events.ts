import { Machine, type MachineSummary, type PriceItem } from '../contract/machine.ts'
import type { EventName, PriceEventData, VariantEventData, WithdrawnEventData } from '../contract/webhook.ts'
import { type Db, rowsAmong } from '../database/schema.ts'
import type { MachineTable, ManufacturerTable } from '../database/tables/catalogue.ts'
import type { NewEvent } from '../webhooks/outbox.ts'
import { classesAfter } from './catalogue-rows.ts'
import { type PriceSummary, sortPrices } from './price-summary.ts'
import type { ClassRecord, MachineDetail, MachineFacts } from './records.ts'
import { toSummary } from './sheet.ts'

const FIELDS = Object.keys(Machine.properties)

interface Parties {
  maker: ManufacturerTable
  machineClass: ClassRecord
  /** The section comes from the class, so a change of it is not the machine's. */
  sectionIsDerived: boolean
}

/** The parties of machines as they are stored. */
export async function readParties(trx: Db, machines: readonly (MachineTable | undefined)[]) {
  const ids = new Set(machines.flatMap((machine) => machine?.manufacturer_id ?? []))
  const makers = new Map((await rowsAmong(trx, 'manufacturers', 'id', [...ids])).map((maker) => [maker.id, maker]))
  const classes = new Map((await classesAfter(trx, -1)).map((record) => [record.key, record]))
  return (machine: MachineTable) => ({
    maker: makers.get(machine.manufacturer_id)!,
    machineClass: classes.get(machine.class_key)!,
  })
}

/** 1 when a machine with this date is visible and so counts as announced; otherwise 0. */
export function announcement(publishedAt: string | null, today: string): 0 | 1 {
  return publishedAt !== null && publishedAt <= today ? 1 : 0
}

/** The events of a machine's change: it became visible or invisible, or it changed while visible. Makes only wanted ones. */
export function machineEvents(
  before: MachineTable | undefined,
  after: MachineTable,
  parties: Parties,
  wanted: ReadonlySet<EventName>,
  now: number,
): NewEvent[] {
  if (wanted.size === 0) return []
  if (after.announced === 0) {
    return before?.announced === 1 && wanted.has('variant.withdrawn') ? [withdrawnEvent(after, now)] : []
  }
  const machine = () => summaryOf(after, parties)
  if (!before || before.announced === 0) {
    return wanted.has('variant.published') ? [publishedEvent(after, machine(), now)] : []
  }
  const events: NewEvent[] = []
  const changed = wanted.has('variant.updated') ? changedFields(before, after, parties) : []
  if (changed.length > 0) {
    const data: VariantEventData = { machine: machine(), changed, version: after.version }
    events.push({ type: 'variant.updated', created_at: now, data })
  }
  if (wanted.has('price.updated') && pricesChanged(before, after)) {
    const { prices } = JSON.parse(after.detail) as MachineDetail
    const data: PriceEventData = {
      machine: machine(),
      prices: sortPrices(prices),
      previous: priceSummaryOf(before),
      version: after.version,
    }
    events.push({ type: 'price.updated', created_at: now, data })
  }
  return events
}

export function publishedEvent(row: MachineTable, machine: MachineSummary, now: number): NewEvent {
  const data: VariantEventData = { machine, changed: [], version: row.version }
  return { type: 'variant.published', created_at: now, data }
}

/** Told of a machine that is no longer visible, or was removed. */
export function withdrawnEvent({ id, slug, version }: MachineTable, now: number): NewEvent {
  const data: WithdrawnEventData = { machine: { id, slug }, version }
  return { type: 'variant.withdrawn', created_at: now, data }
}

export function summaryOf(
  row: MachineTable,
  { maker, machineClass }: Omit<Parties, 'sectionIsDerived'>,
  base?: string,
): MachineSummary {
  const { id, slug, published_at, media_image } = row
  const facts = JSON.parse(row.facts) as MachineFacts
  const its = { maker: { ...maker, aliases: [] }, machineClass, facts, ...priceSummaryOf(row) }
  return toSummary({ id, slug, published_at, media_image, ...its }, base)
}

/** The machine's changed public fields except prices, in the contract's order. */
function changedFields(before: MachineTable, after: MachineTable, { sectionIsDerived }: Parties): string[] {
  const old = publicFields(before)
  const young = publicFields(after)
  return FIELDS.filter((name) => {
    if (name === 'section' && sectionIsDerived) return false
    const [was, is] = [old[name], young[name]]
    return typeof was === 'object' || typeof is === 'object' ? JSON.stringify(was) !== JSON.stringify(is) : was !== is
  })
}

function publicFields(row: MachineTable): Record<string, unknown> {
  const { media, spec } = JSON.parse(row.detail) as MachineDetail
  const { manufacturer_id: manufacturer, class_key: machine_class, published_at } = row
  return { ...JSON.parse(row.facts), manufacturer, machine_class, published_at, media, spec }
}

/** Whether the prices differ. Their order counts only where it changes the summary. */
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
