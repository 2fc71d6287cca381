import { readFileSync } from 'node:fs'
import { wordsOf } from './places.ts'

// pins.txt: state|district|PINs, each as difference from the one before, with latitude and longitude in 1/100 degree; `~`:
// known only by its region. `=PIN` marks towns and other spellings.

/** Unit vector. */
export type Point = readonly [x: number, y: number, z: number]

const EARTH_KM = 6_371
const PIN = /^[1-9]\d{5}$/

function pointAt(lat: number, lng: number): Point {
  const [phi, theta] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(theta), Math.cos(phi) * Math.sin(theta), Math.sin(phi)]
}

type Degrees = [lat: number, lng: number]
interface District {
  name: string
  state: string
  pins: Degrees[]
}

/** Loaded on first use. */
let table: ReturnType<typeof readTable> | undefined
const existing = () => (table ??= readTable())

function readTable() {
  const pins = new Map<number, Degrees>()
  const districts = new Map<string, District[]>()
  for (const line of readFileSync(new URL('pins.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const [state, name, figures] = line.split('|') as [string, string, string]
    const district: District = { name, state, pins: [] }
    const numbers = figures.startsWith('=') ? [] : figures.split(' ').map(Number.parseFloat)
    if (numbers.length === 0) district.pins.push(pins.get(Number(figures.slice(1)))!)
    for (let i = 0, pin = 0; i < numbers.length; i += 3) {
      pin += numbers[i]!
      const degrees: Degrees = [numbers[i + 1]! / 100, numbers[i + 2]! / 100]
      pins.set(pin, degrees)
      district.pins.push(degrees)
    }
    if (name !== '') districts.getOrInsertComputed(wordsOf(name), () => []).push(district)
  }
  for (const same of districts.values()) same.sort((a, b) => b.pins.length - a.pins.length)
  return { pins, districts }
}

function middle(figures: number[]): number {
  const sorted = figures.sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

const middleOf = (places: readonly Degrees[]) =>
  pointAt(middle(places.map(([lat]) => lat)), middle(places.map(([, lng]) => lng)))

export function pointOfPin(pin: string): Point | undefined {
  const degrees = existing().pins.get(Number(pin))
  return degrees && pointAt(...degrees)
}

const ofDistricts = new Map<string, Point | undefined>()

/** Median of the PINs of the district, or of all districts that begin with the name (Bengaluru). */
export function pointOfDistrict(name: string, state: string): Point | undefined {
  // Sellers may write any name.
  if (ofDistricts.size > 10_000) ofDistricts.clear()
  return ofDistricts.getOrInsertComputed(`${state} ${name}`, () => {
    const { districts } = existing()
    const words = wordsOf(name)
    const isThere = (district: District) => district.state === state
    const self = districts.get(words)?.filter(isThere) ?? []
    const begun = () =>
      [...districts].flatMap(([other, same]) => (other.startsWith(`${words} `) ? same.filter(isThere) : []))
    const pins = (self.length > 0 || words === '' ? self : begun()).flatMap(({ pins }) => pins)
    return pins.length === 0 ? undefined : middleOf(pins)
  })
}

/** `near`: a PIN, or `district,STATE`. */
export function pointOf(near: string): Point | undefined {
  if (PIN.test(near)) return pointOfPin(near)
  const comma = near.lastIndexOf(',')
  return comma < 0
    ? undefined
    : pointOfDistrict(
        near.slice(0, comma).trim(),
        near
          .slice(comma + 1)
          .trim()
          .toUpperCase(),
      )
}

/** Returns the district as `near` takes it; without a state the larger one. */
export function nearNamed(words: string, state?: string): string | undefined {
  const same = existing().districts.get(wordsOf(words)) ?? []
  const result = same.find((item) => item.state === state) ?? same[0]
  return result && `${result.name},${result.state}`
}

export const isExistingPin = (text: string) => PIN.test(text) && existing().pins.has(Number(text))

/** Squared chord of a distance on the unit sphere. */
export const chordOf = (km: number) => (2 * Math.sin(Math.min(km / EARTH_KM / 2, Math.PI / 2))) ** 2

/** One decimal; infinite if unknown. */
export const kmOf = (chord: number) =>
  chord === Infinity ? chord : Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord) / 2)) * 10) / 10
