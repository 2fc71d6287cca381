import { guardText } from '../src/guard/guard.ts'
import { readCorpus } from '../test/guard/corpus.ts'

// How much processor time the guard takes: for texts of 200 characters, each with a contact, and for texts of
// 20,000 characters, the longest a listing may have, made to be slow. `npm run bench:guard`

const LONGEST = 20_000
const USUAL = 200
const RUNS = 5
const seeds: Record<string, string> = {
  'ordinary prose': 'The tractor is in good condition, 2200 hours, price 4,50,000. ',
  'prose with numbers': 'The tractor is in good condition, 2200 hours, price 4,50,000. Call 98765 43210. ',
  'one digit': '9',
  'digits apart': '9 8 7 6 5 4 3 2 1 0 ',
  'digits in lines': '8\n',
  'digits with commas': '9, ',
  'digits with points': '9. ',
  'digits with slashes': '9/',
  'digits with a word': '9 bhai ',
  'no number quite': '1,',
  'nine digits': '987654321 ',
  pairs: '98, 76, ',
  'halves of numbers': '98765 ',
  'mobile numbers': '9876543210 ',
  'further numbers': '9876543210 / 11 ',
  'labelled numbers': 'engine no 9876543210 ',
  'number words': 'nine eight ',
  'Hindi number words': 'नौ आठ ',
  'glued number words': `${'nine'.repeat(29)} `,
  'Hindi numbers': 'कॉल करें 98765 43210 ',
  'look-alikes': '0o',
  'letters by turns': '9a8b',
  sizes: '13.6x28 ',
  'words for calling': 'call 9 ',
  labels: 'engine no ',
  networks: 'insta ',
  entities: '&#57;',
  brackets: '(',
  'letters apart': 'a ',
  'at signs': 'a@',
  'at signs in codes': '9a8ca@',
  'at signs before codes': '@x9-',
  schemes: 'http://',
  dots: 'a.',
  endings: 'com.',
  domains: 'a.com ',
  'mail addresses': 'ramu@gmail.com is good ',
  'addresses in words': 'at gmail dot ',
  'Hindi prose': 'ट्रैक्टर अच्छी हालत में है ',
  'Tamil prose': 'டிராக்டர் நல்ல நிலையில் உள்ளது ',
}

/** Processor time in milliseconds, the least of several runs; on a busy machine it says more than the clock. */
function processorTime(work: () => void, runs = RUNS): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Words that are nowhere twice, so that nothing can be kept about them. */
function strangers(after: string): string {
  let text = ''
  for (let at = 1; text.length < LONGEST; at++) {
    for (let rest = Math.imul(at, 0x9e3779b1) >>> 1; rest > 0; rest = Math.floor(rest / 26))
      text += String.fromCharCode(97 + (rest % 26))
    text += after
  }
  return text
}

function measure(name: string, filled: string): void {
  // The last character makes a long run fail as late as it can.
  const text = `${filled.slice(0, LONGEST - 1)}x`
  console.log(
    `${name.padEnd(22)} ${processorTime(() => guardText(text))
      .toFixed(1)
      .padStart(6)} ms`,
  )
}

const clean = readCorpus('clean').map(({ text }) => text)
/** A contact as sellers write it among what else they write, as long as most descriptions. */
const texts = readCorpus('contacts').map(({ text }, at) => {
  let filled = text
  for (let k = 1; filled.length < USUAL; k++) filled = `${clean[(at * 7919 + k * 104_729) % clean.length]}. ${filled}`
  return filled.slice(-USUAL)
})
/** Of each hundred texts the least of several runs, so that one disturbance does not spoil a whole run. */
const hundreds = Array.from({ length: Math.ceil(texts.length / 100) }, (_, k) => ({
  texts: texts.slice(100 * k, 100 * k + 100),
  least: Number.POSITIVE_INFINITY,
}))
for (let run = 0; run < RUNS; run++)
  for (const hundred of hundreds) {
    const time = processorTime(() => hundred.texts.map((text) => guardText(text)), 1)
    hundred.least = Math.min(hundred.least, time)
  }
const usual = hundreds.reduce((sum, { least }) => sum + least, 0)
console.log(`${texts.length} texts of ${USUAL} characters: ${((usual * 1000) / texts.length).toFixed(0)} µs each`)
for (const [name, seed] of Object.entries(seeds)) measure(name, seed.repeat(Math.ceil(LONGEST / seed.length)))
measure('unknown words', strangers(' '))
measure('unknown before numbers', strangers(' 9876543210 '))
measure('unknown labels', strangers(' no 9876543210, '))
