import { setTimeout as sleep } from 'node:timers/promises'
import { generateMachines } from '../../bench/generate.ts'
import { generateQueries, toParameters } from '../../bench/search-queries.ts'
import type { Fault } from './fault.ts'
import { openLoadApart } from './open-load.ts'
import { calmest, p99 } from './paced-load.ts'
import { catalogueOf, loadBoth, serveTwice } from './serve.ts'

const ROUNDS = 5
const MACHINES = 20_000
const ATTACKS_A_SECOND = 100
/** Visitors, each from an address of their own, who look at sheets and search for what nobody searched for before. */
const VISITORS = 20
const VISITS_A_SECOND = 60
/** Pages are kept once the catalogue has stood still for a while. */
const SETTLED_MS = 2_500

const visitors = (group: number) => Array.from({ length: VISITORS }, (_, at) => `127.0.${group}.${at + 1}`)

let made = 0
/** Eight letters that begin no name: every one of them is unknown. */
function unknownWord(): string {
  return `zq${(made++ * 7_919 + 2_000_000).toString(36).padStart(6, 'x')}`
}

const attack = () => `/en/machines?q=${Array.from({ length: 20 }, unknownWord).join('+')}`

export const searchesFromOneAddress: Fault = {
  number: 51,
  what: `${ATTACKS_A_SECOND} searches a second of twenty unknown words each on the pages, from one address, over 20,000 machines, ${ROUNDS} times`,
  bar: 'others no 503, p99 within 3×',
  async run(form) {
    const [service, unharmed] = await serveTwice({ DATABASE_URL: await catalogueOf(MACHINES) })
    // Less than the limit for searched pages allows in a minute: it is the gate that is asked.
    const seconds = form === 'full' ? 5 : 3
    const sheets = [...generateMachines(1_000)]
    const queries = generateQueries(sheets, VISITS_A_SECOND * seconds * (ROUNDS + 1), 51).map(toParameters)
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const visits = () =>
      Array.from({ length: VISITS_A_SECOND * seconds }, (_, at) =>
        get(at % 2 === 0 ? `/en/machines/${sheets[at]!.slug}` : `/en/machines?${queries.pop()}`),
      )
    const others = (group: number) =>
      loadBoth(service, unharmed, {
        ...{ request: visits(), connections: VISITORS, rate: VISITS_A_SECOND, seconds },
        from: visitors(group),
      })
    const rounds: [quiet: number, during: number][] = []
    const seen: Record<string, number> = {}
    const attacked: Record<string, number> = {}
    const attackFrom = (address: string) =>
      openLoadApart({
        ...{ url: service.url, rate: ATTACKS_A_SECOND, patienceMs: 30_000, from: address },
        targets: Array.from({ length: ATTACKS_A_SECOND * (seconds + 1) }, attack),
      })
    try {
      await sleep(SETTLED_MS)
      // A service that runs has compiled what it runs often.
      await Promise.all([others(1), attackFrom('127.1.0.1')])
      for (let round = 1; round <= ROUNDS; round++) {
        const attacker = attackFrom(`127.1.${round}.1`)
        await sleep(500)
        const [during, quiet] = await others(round + 1)
        const { times } = await attacker
        rounds.push([p99(quiet.times), p99(during.times)])
        for (const [status, count] of Object.entries(during.statuses)) seen[status] = (seen[status] ?? 0) + count
        for (const [status, list] of Object.entries(times)) attacked[status] = (attacked[status] ?? 0) + list.length
      }
    } finally {
      await Promise.all([service.stop(), unharmed.stop()])
    }
    const { ratio, told } = calmest(rounds)
    const list = (counts: Record<string, number>) =>
      Object.entries(counts)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')
    return {
      passed: Object.keys(seen).join() === '200' && ratio <= 3,
      figure: `others ${list(seen)}; p99 in ${ROUNDS} rounds ${told}; the attacker ${list(attacked)}`,
    }
  },
}
