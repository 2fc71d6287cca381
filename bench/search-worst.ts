import { readFileSync } from 'node:fs'
import { createSearchIndex } from '../src/search/search-index.ts'
import { EMPTY_QUERY } from '../src/search/types.ts'
import { takeDocuments } from '../test/search/take-documents.ts'
import { createRandom, generateMachines, generateMakers } from './generate.ts'
import { readClasses, toDocument } from './search-documents.ts'

/**
 * The dearest searches: CPU time of texts of 200 characters that are never asked twice, by their shape:
 * `npm run bench:search-worst`.
 */
const MACHINES = Number(process.argv[2] ?? 20_000)
const SEARCHES = 25
const LONGEST = 200

const random = createRandom(29)
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
const letters = (length: number) => Array.from({ length }, () => pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')
/** Names as makers give them: they have more words than generated ones. */
const models = readFileSync(new URL('../test/search/reading-sets/model-names.txt', import.meta.url), 'utf8').split('\n')
const machines = [...generateMachines(MACHINES)].map((machine, at) => ({
  ...machine,
  name: models[at] || machine.name,
}))
const words = [...new Set(machines.flatMap(({ name }) => name.toLowerCase().split(' ')))]
const names = words.filter((word) => /^[a-z]{4,}$/.test(word))
const hindi = [
  'महिंद्रा',
  'ट्रैक्टर',
  'स्वराज',
  'सोनालिका',
  'जॉन',
  'डियर',
  'आयशर',
  'फार्मट्रैक',
  'कीमत',
  'चाहिए',
  'जेसीबी',
  'पावरट्रैक',
]
const misspelled = (word: string) => word.slice(0, 2) + letters(1) + word.slice(3)
const wishes = ['cheapest', 'most powerful', 'heaviest', 'sabse naya', 'upcoming']

const SHAPES: Record<string, () => string> = {
  'unknown words of nine letters': () => letters(9),
  'unknown words of twenty letters': () => letters(20),
  'words with typos': () => misspelled(pick(names)),
  'words in Hindi': () => pick(hindi) + pick(['', 'ा', 'े']),
  'words of one letter': () => letters(1),
  'words of two letters': () => letters(2),
  digits: () => String(Math.floor(random() * 10)),
  years: () => String(1990 + Math.floor(random() * 50)),
  'words of names': () => pick(words),
  'either, or': () => `${pick(words)} or`,
  'one letter, or': () => `${letters(1)} or`,
  'wishes and or': () => `${pick(words)} or ${pick(wishes)}`,
}

function textOf(part: () => string): string {
  let text = ''
  while (text.length < LONGEST) text += `${part()} `
  return text.slice(0, LONGEST).trim()
}

const index = createSearchIndex('2026-11-15')
index.apply({ makers: generateMakers(), classes: readClasses() })
takeDocuments(index, machines.map(toDocument))

function costOf(part: () => string): number {
  const q = textOf(part)
  const before = process.cpuUsage()
  index.search({ ...EMPTY_QUERY, q })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

console.log(`${MACHINES.toLocaleString('en-IN')} machines, ${SEARCHES} texts of ${LONGEST} characters each; ms of CPU`)
for (const part of Object.values(SHAPES)) for (let time = 0; time < SEARCHES; time++) costOf(part)
for (const [shape, part] of Object.entries(SHAPES)) {
  const times = Array.from({ length: SEARCHES }, () => costOf(part)).sort((a, b) => a - b)
  console.log(`  ${shape}: median ${times[SEARCHES >> 1]!.toFixed(1)}, most ${times.at(-1)!.toFixed(1)}`)
}
