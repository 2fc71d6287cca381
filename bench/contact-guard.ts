import { guardText } from '../src/market/contact-guard.ts'

// How much processor time the guard takes over a million characters made to be slow: `npx node bench/contact-guard.ts`.

const SIZE = 1_000_000
const seeds: Record<string, string> = {
  'ordinary prose': 'The tractor is in good condition, 2200 hours, price 4,50,000. ',
  'one digit': '9',
  'digits apart': '9 8 7 6 5 4 3 2 1 0 ',
  'no number quite': '1,',
  'nine digits': '987654321 ',
  'mobile numbers': '9876543210 ',
  'halves of numbers': '98765 ',
  'number words': 'nine eight ',
  'Hindi number words': 'नौ आठ ',
  'glued number words': `${'nine'.repeat(29)} `,
  'look-alikes': '0o',
  endings: 'com.',
  'at signs': 'a@',
  'addresses in words': 'at gmail dot ',
  domains: 'a.com ',
  dots: 'a.',
  entities: '&#57;',
  labels: 'engine no ',
  networks: 'insta ',
  brackets: '(',
  'letters by turns': '9a8b',
  'labelled numbers': 'engine no 9876543210 ',
  'letters apart': 'a ',
  'words for calling': 'call 9 ',
  'digits with slashes': '9/',
}

const RUNS = 5

/** Processor time in milliseconds; on a busy machine it says more than the clock. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function best(work: () => void): string {
  const runs = Array.from({ length: RUNS }, () => processorTime(work))
  return Math.min(...runs)
    .toFixed(1)
    .padStart(7)
}

for (const [name, seed] of Object.entries(seeds)) {
  // The last character makes a long run fail as late as it can.
  const text = `${seed.repeat(Math.ceil(SIZE / seed.length)).slice(0, SIZE - 1)}x`
  guardText(text.slice(0, SIZE / 4))
  console.log(`${name.padEnd(20)} ${best(() => guardText(text))} ms`)
}
