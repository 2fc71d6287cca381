import { spelledLetters } from '../../src/text/letter-names.ts'
import { soundAlike, soundOf } from '../../src/text/sounds.ts'

/** Typos, then words met only as a prefix, then how good the places are; compared in that order. */
export type Cost = readonly [typos: number, prefixes: number, places: number]

export function compareCosts(a: Cost, b: Cost): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

const add = (a: Cost, b: Cost): Cost => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const least = (a: Cost | undefined, b: Cost | undefined) =>
  a === undefined || (b !== undefined && compareCosts(b, a) < 0) ? b : a

/** Character by character: fold it, then break where the sort of character changes. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  let kind = ''
  const folded = [...text.toUpperCase().toLowerCase().normalize('NFD')]
    .filter((character) => !/\p{Default_Ignorable_Code_Point}|\u093c|[\u0300-\u036f]/u.test(character))
    .join('')
    .normalize('NFC')
  for (const character of folded) {
    const isDigit = /\p{Nd}/u.test(character)
    const next = isDigit
      ? 'digit'
      : /\p{L}/u.test(character) || (/\p{M}/u.test(character) && kind === 'letter')
        ? 'letter'
        : ''
    const written = isDigit ? String(digitOf(character)) : character
    if (next !== '' && next === kind) words.push(words.pop()! + written)
    else if (next !== '') words.push(written)
    kind = next
  }
  return words
}

const ZEROS = [0x30, 0x966, 0xbe6, 0x660, 0xff10]

function digitOf(character: string): number {
  const code = character.codePointAt(0)!
  return code - ZEROS.find((zero) => code >= zero && code < zero + 10)!
}

/** Edits between two words where swapping two neighbours is one edit. */
export function edits(a: string, b: string): number {
  const x = [...a]
  const y = [...b]
  const table = Array.from({ length: x.length + 1 }, (_, i) =>
    Array.from({ length: y.length + 1 }, (_, j) => (i === 0 ? j : i)),
  )
  for (let i = 1; i <= x.length; i++) {
    for (let j = 1; j <= y.length; j++) {
      const swapped = i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1] ? table[i - 2]![j - 2]! + 1 : 99
      const changed = table[i - 1]![j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1)
      table[i]![j] = Math.min(changed, swapped, table[i - 1]![j]! + 1, table[i]![j - 1]! + 1)
    }
  }
  return table[x.length]![y.length]!
}

const isNumber = (word: string) => /^[0-9]/.test(word)

export function allowance(word: string): number {
  const length = [...word].length
  if (isNumber(word) || length < 5) return 0
  return length < 9 ? 1 : 2
}

function wordCost(typed: string, held: string, typos: number, isLast: boolean): Cost | undefined {
  let best: Cost | undefined
  const limit = isNumber(typed) || isNumber(held) ? 0 : typos
  const full = limit === 0 ? (typed === held ? 0 : 99) : edits(typed, held)
  if (full <= limit) best = [full, 0, 0]
  if (!isLast) return best
  const letters = [...held]
  for (let length = 0; length <= letters.length; length++) {
    const beginning = letters.slice(0, length).join('')
    const distance = limit === 0 ? (beginning === typed ? 0 : 99) : edits(typed, beginning)
    if (distance <= limit) best = least(best, [distance, 1, 0])
  }
  return best
}

interface Held {
  word: string
  tier: number
  joined: boolean
}

function heldWords(text: string, tier: number): Held[] {
  const words = wordsOf(text)
  const joined = words
    .slice(1)
    .flatMap((word, at) => (isNumber(word) === isNumber(words[at]!) ? [words[at]! + word] : []))
  const read = (word: string, isJoined: boolean) =>
    [word, ...spelledLetters(word)].map((reading) => ({ word: reading, tier, joined: isJoined }))
  return [...words.flatMap((word) => read(word, false)), ...joined.flatMap((word) => read(word, true))]
}

/** The cheapest way to account for all typed words, or undefined when there is none. */
export function matchCost(
  typed: string[],
  places: Array<{ text: string; tier: number }>,
  leading: string | undefined,
): Cost | undefined {
  const held = places.flatMap(({ text, tier }) => heldWords(text, tier))
  const cheapest = (word: string, typos: number, isLast: boolean, isPair: boolean): Cost | undefined => {
    let best: Cost | undefined
    for (const { word: other, tier, joined } of held) {
      if (isPair && joined) continue
      const place = tier + (joined ? 1 : 0) + (isPair ? 1 : 0)
      const direct = wordCost(word, other, typos, isLast)
      if (direct !== undefined) best = least(best, add(direct, [0, 0, place]))
      if (soundAlike(soundOf(word), soundOf(other))) best = least(best, [1, 0, place])
      for (const reading of spelledLetters(word)) {
        const spelled = wordCost(reading, other, 0, isLast)
        if (spelled !== undefined) best = least(best, add(spelled, [0, 0, place + 1]))
      }
    }
    return best
  }
  const from = (at: number): Cost | undefined => {
    if (at === typed.length) return [0, 0, 0]
    const word = typed[at]!
    const alone = cheapest(word, allowance(word), at === typed.length - 1, false)
    const rest = alone && from(at + 1)
    let best = rest && add(alone, rest)
    const next = typed[at + 1]
    if (next !== undefined && isNumber(word) === isNumber(next)) {
      const typos = Math.min(2, allowance(word) + allowance(next))
      const together = cheapest(word + next, typos, at + 2 === typed.length, true)
      const after = together && from(at + 2)
      if (after) best = least(best, add(together, after))
    }
    return best
  }
  const whole = from(0)
  const isMet = leading !== undefined && typed.some((word, at) => meets(typed, word, at, leading))
  return whole && add(whole, [0, 0, isMet ? 0 : 1])
}

/** Whether a typed word, alone or with the next, is a way to type this word. */
function meets(typed: string[], word: string, at: number, held: string): boolean {
  const reads = (text: string, typos: number, isLast: boolean) =>
    wordCost(text, held, typos, isLast) !== undefined ||
    soundAlike(soundOf(text), soundOf(held)) ||
    spelledLetters(text).some((reading) => wordCost(reading, held, 0, isLast) !== undefined)
  if (reads(word, allowance(word), at === typed.length - 1)) return true
  const next = typed[at + 1]
  if (next === undefined || isNumber(word) !== isNumber(next)) return false
  return reads(word + next, Math.min(2, allowance(word) + allowance(next)), at + 2 === typed.length)
}
