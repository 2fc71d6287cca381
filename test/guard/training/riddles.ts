import { removeContacts } from '../../../src/guard/find.ts'
import type { Forest } from '../../../src/guard/phones/trees.ts'
import type { Riddles } from '../../../src/guard/riddles.ts'
import { signsOf, weigh } from '../../../src/guard/riddles.ts'
import { tokenise } from '../../../src/guard/text/tokens.ts'
import { type Entry, isContact, isMissed } from '../corpus.ts'

// What words speak for a riddle: logistic regression over the texts of those who tried to get round the guard on one
// side, clean texts and what the guard leaves of ordinary ones on the other.

/** The sets whose authors told their numbers mostly in disguises and riddles. */
const RIDDLERS = new Set([54, 58, 69, 72, 79, 88])
const RIDDLE_WEIGHT = 4
const GUARDED_WEIGHT = 0.5
/** Of the ordinary texts with a contact one of so many is looked at. */
const SOME = 4
const ROUNDS = 12
const RATE = 0.15
const DECAY = 0.0005
const FEWEST_TEXTS = 4
/** What a text weighs of itself, negative: riddles are few. */
const USUAL = 3
const LEAST = 0.05

export type Lesson = { signs: string[]; truth: 0 | 1; weight: number; set: number }

export function lessonsOf(entries: Entry[], trees: Forest): Lesson[] {
  const lessons: Lesson[] = []
  const add = (text: string, set: number, truth: 0 | 1, weight: number): void => {
    lessons.push({ signs: [...signsOf(tokenise(text))], truth, weight, set })
  }
  for (const [k, entry] of entries.entries()) {
    const { text, set = 0 } = entry
    if (!isContact(entry)) add(text, set, 0, 1)
    else if (RIDDLERS.has(set)) add(text, set, 1, RIDDLE_WEIGHT)
    else if (k % SOME === 0) {
      const guarded = removeContacts(text, trees)
      if (!isMissed(entry, guarded)) add(guarded, set, 0, GUARDED_WEIGHT)
    }
  }
  return lessons
}

/** The order in which lessons are taken: as if at random, and the same each time. */
const STRIDE = 7919

export function learnRiddles(lessons: Lesson[]): Riddles {
  const texts = new Map<string, number>()
  for (const { signs } of lessons) for (const sign of signs) texts.set(sign, (texts.get(sign) ?? 0) + 1)
  const weights = new Map<string, number>()
  const squares = new Map<string, number>()
  for (let step = 0; step < ROUNDS * lessons.length; step++) {
    const { signs, truth, weight } = lessons[(step * STRIDE) % lessons.length] as Lesson
    const slope = (1 / (1 + Math.exp(USUAL - weigh(weights, signs))) - truth) * weight
    for (const sign of signs) {
      if ((texts.get(sign) ?? 0) < FEWEST_TEXTS) continue
      const square = (squares.get(sign) ?? 0.01) + slope * slope
      const own = weights.get(sign) ?? 0
      squares.set(sign, square)
      weights.set(sign, own - (RATE * slope) / Math.sqrt(square) - DECAY * own)
    }
  }
  const kept = new Map<string, number>()
  for (const [sign, weight] of weights) if (Math.abs(weight) >= LEAST) kept.set(sign, Math.round(weight * 100) / 100)
  return kept
}

export function writeRiddles(riddles: Riddles): string {
  const lines = Array.from(riddles, ([sign, weight]) => `${sign}\t${weight}`)
  return `${lines.sort().join('\n')}\n`
}
