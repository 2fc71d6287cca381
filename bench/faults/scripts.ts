import { execFile } from 'node:child_process'
import { withoutOwnMeilisearch } from '../../test/meilisearch.ts'
import type { Fault, Outcome } from './fault.ts'

function script(name: string, args: readonly string[] = []): Promise<string> {
  const options = { cwd: new URL('../..', import.meta.url), timeout: 500_000 }
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [`bench/${name}`, ...args], options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  )
}

function read(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? Number.NaN)
}

/** Benchmarks that do to the service what a fault says; their last lines hold the figures. */
export const SCRIPTS: readonly Fault[] = [
  {
    number: 30,
    what: 'search engine pausing, dying and returning every 5 s for 5 min (quick: every 1.5 s for 10 s)',
    bar: 'errors < 0.1 %',
    async run(form): Promise<Outcome> {
      if (withoutOwnMeilisearch) return { figure: `NOT RUN: ${withoutOwnMeilisearch}` }
      const text = await script('engines-flapping.ts', form === 'full' ? ['300', '5000'] : ['10', '1500'])
      const requests = read(text, /(\d+) requests in/)
      return {
        passed: requests > 0,
        figure: `${requests} requests, every one answered with 200; ${/p50.*/.exec(text)?.[0]}`,
      }
    },
  },
  {
    number: 32,
    what: 'three times capacity on kept connections',
    bar: 'only 200 or 503; accepted p99 < 1 s; recovery ≤ 5 s',
    async run(): Promise<Outcome> {
      const text = await script('overload.ts')
      const over = /three times.*?: (.*)/.exec(text)?.[1] ?? ''
      const recovery = read(text, /back to normal after ([\d.]+)/)
      const statuses = [...over.matchAll(/\b(\w+): \d+/g)].map(([, status]) => status)
      const strange = statuses.filter((status) => status !== '200' && status !== '503')
      const p99 = read(over, /p99 ([\d.]+)/)
      return {
        passed: statuses.length > 0 && strange.length === 0 && p99 < 1_000 && recovery <= 5,
        figure: `${over}; back after ${recovery} s`,
      }
    },
  },
  {
    number: 33,
    what: '2,000 slow sockets (quick: 500)',
    bar: 'healthy p99 < 2×; all cut ≤ 15 s',
    async run(form): Promise<Outcome> {
      const text = await script('slow-clients.ts', [form === 'full' ? '2000' : '500'])
      const times = read(text, /p99 is ([\d.]+) times/)
      const cut = read(text, /cut after [\d.]+ to ([\d.]+) s/)
      const requests = read(text, /with \d+ slow clients: 200: (\d+)/)
      return {
        passed: times < 2 && cut <= 15,
        figure: `p99 of ${requests} requests ${times}×; cut after at most ${cut} s`,
      }
    },
  },
  {
    number: 53,
    what: '`kill -9` during imports, reverts and edits, 40 times (quick: 12); of a copy by the feed it is fault 60',
    bar: "the history's chain verifies; as-of answers are what was served",
    async run(form): Promise<Outcome> {
      const size = form === 'full' ? [] : ['--kills', '3', '--changes', '600', '--sheets', '120']
      const text = await script('history.ts', ['as-of', 'edits', ...size])
      const [asOf, edits] = ['as of', 'edits'].map((part) => new RegExp(`^${part}: .*`, 'm').exec(text)?.[0])
      const are = (line: string | undefined, pattern: RegExp) => {
        const [, some, ...all] = pattern.exec(line ?? '') ?? []
        return Number(some) > 0 && all.every((count) => count === some)
      }
      return {
        passed: are(asOf, /(\d+) of (\d+) as they/) && are(edits, /(\d+) of (\d+) times/),
        figure: [asOf, edits].join('; '),
      }
    },
  },
]
