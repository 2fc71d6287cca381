import { readFileSync } from 'node:fs'
import { type Db, upsertRows, writeTransaction } from '../src/database/schema.ts'
import type { MarketListing } from '../src/schema/api/listing.ts'
import { createRandom, type GeneratedMachine, generateManufacturers } from './generate.ts'

/** Used listings of generated machines, whose price law is known; the same seed gives the same rows on every machine. */

export type GeneratedListing = Omit<MarketListing, 'status'> & {
  status: 'live' | 'sold' | 'withdrawn'
  sold: number | null
}

const PLACES: Record<string, readonly string[]> = {
  PB: ['Ludhiana', 'Amritsar', 'Patiala', 'Sangrur', 'Bathinda', 'Moga'],
  HR: ['Karnal', 'Hisar', 'Sirsa', 'Rohtak', 'Kaithal'],
  UP: ['Meerut', 'Agra', 'Bareilly', 'Varanasi', 'Etawah', 'Hardoi', 'Sitapur'],
  MP: ['Indore', 'Ujjain', 'Dewas', 'Sehore', 'Vidisha'],
  RJ: ['Jaipur', 'Kota', 'Alwar', 'Sikar', 'Nagaur'],
  MH: ['Nashik', 'Pune', 'Nagpur', 'Kolhapur', 'Latur', 'NASHIK'],
  GJ: ['Rajkot', 'Surat', 'Mehsana', 'Junagadh'],
  KA: ['Hassan', 'Belagavi', 'Mysuru', 'Raichur'],
  TN: ['Erode', 'Salem', 'Madurai', 'Thanjavur'],
  TG: ['Warangal', 'Nizamabad', 'Karimnagar'],
}
const STATES = Object.keys(PLACES)
/** The PINs of a district, by its state and its name in lower case, with latitude and longitude in degrees. */
export const PINS = new Map<string, [pin: string, lat: number, lng: number][]>()
for (const line of readFileSync(new URL('../src/listings/pins.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const [state, name, figures] = line.split('|')
  const result: [string, number, number][] = []
  let pin = 0
  for (const [step, lat, lng] of figures!.matchAll(/(\d+)~? (\d+) (\d+)/g).map((match) => match.slice(1).map(Number))) {
    pin += step!
    result.push([String(pin), lat! / 100, lng! / 100])
  }
  const town = figures!.startsWith('=') && [...PINS.values()].flat().find(([existing]) => figures === `=${existing}`)
  PINS.set(`${state} ${name!.toLowerCase()}`, town ? [town] : result)
}
/** Some PINs are of no post office. */
const pinOf = (id: number, state: string, district: string) => {
  const pins = id % 40 === 0 ? undefined : PINS.get(`${state} ${district.toLowerCase()}`)
  return pins ? pins[id % pins.length]![0] : '199999'
}
export const NOW = Date.parse('2026-11-15T06:00:00Z')
const A_DAY = 86_400_000
const THIS_YEAR = 2026

/** What a machine is worth after so many years and hours, as a share of its price when new. */
export const worth = (age: number, hours: number) => 0.92 * Math.exp(-0.085 * age) * Math.exp(-0.045 * (hours / 1_000))
/** Sellers ask more or less than the worth: the standard deviation of the logarithm. */
export const SPREAD = 0.12

export function* generateListings(
  count: number,
  machines: readonly GeneratedMachine[],
  { seed = 7, now = NOW } = {},
): Generator<GeneratedListing> {
  const random = createRandom(seed)
  const upTo = (bound: number) => Math.floor(random() * bound)
  const pick = <T>(values: readonly T[]): T => values[upTo(values.length)]!
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const manufacturerNames = new Map(generateManufacturers().map(({ slug, name }) => [slug, name]))
  for (let id = 1; id <= count; id++) {
    const machine = machines[Math.floor(random() ** 2 * machines.length)]!
    const manufacturer = manufacturerNames.get(machine.manufacturer)!
    const age = Math.floor(random() ** 1.4 * 18)
    const hours = Math.round(age * (300 + random() * 700) + random() * 200)
    const state_code = pick(STATES)
    const isNew = machine.prices[0]?.price_inr ?? (machine.engine_hp ?? 40) * 15_500
    const price = Math.round((isNew * worth(age, hours) * Math.exp(SPREAD * normal())) / 1_000) * 1_000
    const drawn = random()
    const status = drawn < 0.85 ? 'live' : drawn < 0.97 ? 'sold' : 'withdrawn'
    const created = now - upTo(600) * A_DAY - upTo(A_DAY)
    const sold = status === 'sold' ? Math.min(now - A_DAY, created + upTo(200) * A_DAY) : null
    const seller = random() < 0.6 ? 'owner' : 'dealer'
    yield {
      id,
      status,
      sold,
      kind: 'vehicle',
      created_at: new Date(created).toISOString(),
      maker_slug: machine.manufacturer,
      maker_name: manufacturer,
      variant_slug: machine.slug,
      variant_name: machine.name.slice(manufacturer.length + 1),
      machine_slug: machine.slug,
      machine_class: machine.machine_class,
      vehicle_class: machine.machine_class,
      year: THIS_YEAR - age,
      ...(random() < 0.9 && { hours }),
      km: random() < 0.2 ? upTo(80_000) : 0,
      owners: 1 + Math.floor(random() ** 2 * 4),
      price_inr: price,
      state_code: state_code as MarketListing['state_code'],
      ...placeOf(id, state_code, pick(PLACES[state_code]!)),
      seller,
      ...(seller === 'dealer' && { dealer_name: `${pick(['Malwa', 'Krishna', 'Sai', 'Balaji'])} Tractors` }),
      inspection_mode: pick(['declared', 'declared', 'photo', 'physical']),
      description:
        'Single hand driven, papers clear. New clutch plate and battery. Swaraj and John Deere owners call it good.',
      photos: random() < 0.5 ? [`https://media.yantra.example/listings/${id}/1.webp`] : [],
      ...(sold !== null && { sold_at: new Date(sold).toISOString(), sold_price_inr: Math.round(price * 0.94) }),
    }
  }
}

/** A listing stands at a PIN of its district. */
const placeOf = (id: number, state: string, district: string) => ({ district, pin: pinOf(id, state, district) })

/** Listings straight into the table, unchecked: many of them, quickly. */
export async function insertListings(db: Db, listings: Iterable<GeneratedListing>, batch = 2_000): Promise<void> {
  let held: GeneratedListing[] = []
  const flush = () =>
    writeTransaction(db, async (trx, lock) => {
      const rows = held.map(({ id, status, sold, ...doc }) => ({
        ...{ id, status, sold_at: sold, machine_slug: doc.machine_slug ?? '', doc: JSON.stringify(doc) },
        ...{ revision: lock.next(), maker: doc.maker_slug, district: doc.district.toLowerCase() },
        ...{ state_code: doc.state_code, removed: '', announced: status === 'live' ? 1 : 0 },
      }))
      await upsertRows(trx, 'listings', ['id'], rows)
      held = []
    })
  for (const listing of listings) if (held.push(listing) === batch) await flush()
  if (held.length > 0) await flush()
}
