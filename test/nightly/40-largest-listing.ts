import { rmSync, writeFileSync } from 'node:fs'
import { startImport } from '../../bench/import-process.ts'
import { MarketListing } from '../../src/contract/listing.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import type { Fault } from './fault.ts'
import { calmest, p99 } from './paced-load.ts'
import { loadBoth, newFile, serveTwice } from './serve.ts'

const SHEET = 'GET /v1/tractors/mahindra-575-di HTTP/1.1\r\nHost: a\r\n\r\n'
/** Numbers that never end, in figures, words and other digits. */
const SOUP = [
  '98765 43210 ',
  'nine double eight seven ',
  '९८७६५ ४३२१० ',
  'ramu at gmail dot com ',
  '9.8.7.6.5-4-3-2-1-0 ',
]
const TEXT = 20_000
const TEXTS = 12
const TURNS = 5

/** Texts of the greatest length, as many as a listing has room for. */
function listing(round: number) {
  const texts = Array.from({ length: TEXTS }, (_, at) => {
    const soup = SOUP[at % SOUP.length]!
    return `${round} ${soup.repeat(Math.ceil(TEXT / soup.length))}`.slice(0, TEXT - 100)
  })
  // In other letters than Latin a character has three bytes.
  const fitting = texts.filter((_, at) => at % SOUP.length !== 2)
  return {
    ...LEAST_LISTING,
    type: 'listing',
    id: 9_000 + round,
    description: fitting[0],
    updates: fitting.slice(1).map((text) => ({ at: LEAST_LISTING.created_at, text })),
  }
}

export const largestListing: Fault = {
  number: 40,
  what: 'listings of the largest size allowed, hostile text, read for the first time one after another',
  bar: "under 100 ms of processor for each, others' p99 within 3×; every key allow-listed",
  async run(form) {
    const path = newFile()
    const [service, unharmed] = await serveTwice({ DATABASE_URL: `file:${path}`, RATE_LIMIT_ANONYMOUS: '0' })
    const rounds = form === 'full' ? 40 : 20
    const rows = Array.from({ length: rounds }, (_, round) => JSON.stringify(listing(round)))
    const file = `${path}.ndjson`
    writeFileSync(file, rows.join('\n'))
    const each = rounds / 2 / TURNS
    const others = { request: SHEET, connections: 5, rate: 500, seconds: each / 2 }
    try {
      // A person would look at such listings first.
      const settings = { DATABASE_URL: `file:${path}`, GUARD_REVIEW: 'false' }
      const { code, stderr } = await startImport(settings, file).ended
      if (code !== 0) return { passed: false, figure: `not imported: ${stderr.slice(0, 200)}` }
      const strange = new Set<string>()
      const read = async (round: number) => {
        const response = await fetch(`${service.url}/v1/market/listings/${9_000 + round}`)
        const body = (await response.json()) as object
        if (response.status !== 200) strange.add(String(response.status))
        for (const key of Object.keys(body)) if (!(key in MarketListing.properties)) strange.add(key)
      }
      const half = rounds / 2
      await read(0)
      const times: number[] = []
      for (let round = 1; round < half; round++) {
        const start = service.cpuMs()
        await read(round)
        times.push(service.cpuMs() - start)
      }
      await loadBoth(service, unharmed, { ...others, seconds: 2 })
      const turns: [quiet: number, during: number][] = []
      for (let next = half; next < rounds; next += each) {
        const loads = loadBoth(service, unharmed, others)
        for (let round = next; round < next + each; round++) {
          await read(round)
          await new Promise((resolve) => setTimeout(resolve, 400))
        }
        const [during, quiet] = await loads
        turns.push([p99(quiet.times), p99(during.times)])
      }
      const { ratio, told } = calmest(turns)
      const slowest = Math.max(...times)
      return {
        passed: strange.size === 0 && slowest < 100 && ratio <= 3,
        figure: `${rounds} of ${Math.round(rows[0]!.length / 1_024)} kB, at most ${slowest} ms of processor each; others' p99 in ${TURNS} rounds ${told}${strange.size > 0 ? `; strange: ${[...strange].join()}` : ''}`,
      }
    } finally {
      await Promise.all([service.stop(), unharmed.stop()])
      rmSync(file, { force: true })
    }
  },
}
