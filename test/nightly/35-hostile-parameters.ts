import { percentile } from '../../bench/load.ts'
import { SearchParameters } from '../../src/contract/search.ts'
import { ask } from '../ask.ts'
import type { Fault } from './fault.ts'
import { serve } from './serve.ts'

/** As they stand in an address. */
const VALUES = [
  '',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%F0%9F',
  '%',
  'Infinity',
  '-Infinity',
  'NaN',
  '9007199254740992',
  '1e400',
  '-0',
  '0x10',
  '%2C%2C%2C',
  encodeURIComponent('क'.repeat(500)),
  'q'.repeat(8_192),
  '%5B%5D',
  '%7B%7D',
  '1%0A2',
  '%252e',
  '+',
  '%E2%80%8B',
]

export const hostileParameters: Fault = {
  number: 35,
  what: 'hostile values in every parameter, given once, twice and empty (quick: once over; full: ten times)',
  bar: 'documented 200, 400 or 431; p99 < 200 ms',
  async run(form) {
    const service = await serve({ RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' })
    const statuses: Record<string, number> = {}
    const times: number[] = []
    try {
      await ask(`${service.url}/v1/tractors?q=warm`)
      for (let round = 0; round < (form === 'full' ? 10 : 1); round++) {
        for (const name of Object.keys(SearchParameters.properties)) {
          for (const value of VALUES) {
            for (const query of [
              `${name}=${value}`,
              `${name}=${value}&${name}=1`,
              `q=a&${name}=${value}&offset=${round}`,
            ]) {
              const start = performance.now()
              const { status } = await ask(`${service.url}/v1/tractors?${query}`)
              times.push(performance.now() - start)
              statuses[status] = (statuses[status] ?? 0) + 1
            }
          }
        }
      }
      times.sort((a, b) => a - b)
      const p99 = percentile(times, 0.99)
      const strange = Object.keys(statuses).filter((status) => !['200', '400', '431'].includes(status))
      return {
        passed: strange.length === 0 && p99 < 200 && service.alive(),
        figure: `${times.length} requests ${JSON.stringify(statuses)}; p99 ${p99.toFixed(1)} ms, longest ${times.at(-1)!.toFixed(0)} ms`,
      }
    } finally {
      await service.stop()
    }
  },
}
