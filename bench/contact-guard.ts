import { guardText } from '../src/guard/guard.ts'

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
  'prose with numbers': 'The tractor is in good condition, 2200 hours, price 4,50,000. Call 98765 43210. ',
  'numbers and endings': 'call 9876543210 is good, 9876543210 / 11 ',
  'further numbers': '9876543210 / 11 ',
  'mail addresses': 'ramu@gmail.com is good ',
  'hosts alone': '@gmail.com ',
  sizes: '13.6x28 ',
  'Hindi numbers': 'कॉल करें 98765 43210 ',
  'Hindi prose': 'ट्रैक्टर अच्छी हालत में है ',
  'Tamil prose': 'டிராக்டர் நல்ல நிலையில் உள்ளது ',
}

/** Words that are nowhere twice, so that nothing can be kept about them. */
const strangers: Record<string, (word: string) => string> = {
  'unknown words': (word) => `${word} `,
  'unknown before numbers': (word) => `${word} 9876543210 `,
  'unknown labels': (word) => `${word} no 9876543210, `,
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

function writeWord(at: number, first: number): string {
  let word = ''
  for (let rest = Math.imul(at + 1, 0x9e3779b1) >>> 1; rest > 0; rest = Math.floor(rest / 26))
    word += String.fromCharCode(first + (rest % 26))
  return word
}

function fillWith(write: (at: number) => string): string {
  const parts: string[] = []
  for (let length = 0; length < SIZE; length += parts.at(-1)?.length ?? 1) parts.push(write(parts.length))
  return parts.join('')
}

function measure(name: string, filled: string): void {
  // The last character makes a long run fail as late as it can.
  const text = `${filled.slice(0, SIZE - 1)}x`
  guardText(text.slice(0, SIZE / 4))
  console.log(`${name.padEnd(22)} ${best(() => guardText(text))} ms`)
}

for (const [name, seed] of Object.entries(seeds)) measure(name, seed.repeat(Math.ceil(SIZE / seed.length)))
const [a, ka] = [97, 0x915]
for (const [name, write] of Object.entries(strangers))
  measure(
    name,
    fillWith((at) => write(writeWord(at, a))),
  )
measure(
  'unknown Hindi words',
  fillWith((at) => `${writeWord(at, ka)} 9876543210 `),
)
