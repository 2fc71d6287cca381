import { removeContacts } from '../../src/redaction/find.ts'
import { type Trees, WEIGHTS } from '../../src/redaction/phones/trees.ts'
import { type ReviewWeights, type Signs, scaleOf, signsOf } from '../../src/redaction/review-score.ts'
import { type Entry, guardedOnce, isContact, isMissed } from '../../test/redaction/corpus.ts'

// What speaks for a contact that the guard missed: logistic regression over what it misses and over texts of those who
// tried to get round it on one side, clean texts and what it leaves of ordinary ones on the other.

/** The sets whose authors told their numbers mostly in disguises and riddles. */
const RIDDLERS = new Set([54, 58, 69, 72, 79, 88, 99, 111, 116, 119, 120, 130, 134, 141, 143, 151])
const MISSED_WEIGHT = 4
/** Honest owners who write as they talk, or of many figures: what is most like a text that hides a number. */
const HONEST = new Set([
  70, 74, 82, 91, 102, 108, 109, 110, 114, 117, 121, 122, 132, 136, 144, 145, 146, 147, 148, 149, 150, 152,
])
const HONEST_WEIGHT = 6
const GUARDED_WEIGHT = 0.5
/** Of the ordinary texts whose contact is found one of so many is looked at. */
const SOME = 4
const ROUNDS = 20
const RATE = 0.2
const FEWEST_TEXTS = 2
/** What a text weighs of itself, negative: missed ones are few. */
const USUAL = 3
const MIN = 0.05

export type Lesson = Signs & { truth: 0 | 1; weight: number; set: number }

export function lessonsOf(entries: Entry[], trees: Trees): Lesson[] {
  const lessons: Lesson[] = []
  for (const [k, entry] of entries.entries()) {
    const { text, set = 0 } = entry
    const guarded = trees === WEIGHTS ? guardedOnce(text) : removeContacts(text, trees)
    const add = (seen: Signs, truth: 0 | 1, weight: number): void => {
      lessons.push({ ...seen, truth, weight, set })
    }
    if (!isContact(entry)) add(signsOf(guarded, trees), 0, HONEST.has(set) ? HONEST_WEIGHT : 1)
    else if (isMissed(entry, guarded)) add(signsOf(guarded, trees), 1, MISSED_WEIGHT)
    // What would be found in it, had it been missed, nobody knows.
    else if (RIDDLERS.has(set)) add({ ...signsOf(text, trees), findings: [] }, 1, MISSED_WEIGHT)
    else if (k % SOME === 0) add(signsOf(guarded, trees), 0, GUARDED_WEIGHT)
  }
  return lessons
}

/** What is found besides is weighed first and by itself, so that words which are known by heart do not speak for it. */
export function learnReviewReasons(lessons: Lesson[]): ReviewWeights {
  const findings = descend(
    lessons.map((lesson) => ({ ...lesson, words: [] })),
    new Map(),
  )
  const remaining = new Map<string, number>()
  for (const [sign, weight] of descend(lessons, findings))
    if (Math.abs(weight) >= MIN) remaining.set(sign, Math.round(weight * 100) / 100)
  return remaining
}

/** The order in which lessons are taken: as if at random, and the same each time. */
const STRIDE = 7919

/** Weights of all signs but those that are known. */
function descend(lessons: Lesson[], existing: ReviewWeights): ReviewWeights {
  const names: string[] = []
  const places = new Map<string, number>()
  const texts: number[] = []
  const placeOf = (sign: string): number => {
    const place = places.get(sign) ?? names.push(sign) - 1
    places.set(sign, place)
    texts[place] = (texts[place] ?? 0) + 1
    return place
  }
  const rows = lessons.map(({ words, findings, truth, weight }) => {
    const scale = scaleOf(words)
    const worth = Float64Array.from([...findings, ...words], (_, k) => (k < findings.length ? 1 : scale))
    return { places: Int32Array.from([...findings, ...words], placeOf), worth, truth, weight }
  })
  const weights = Float64Array.from(names, (name) => existing.get(name) ?? 0)
  const squares = new Float64Array(names.length).fill(0.01)
  const isFixed = names.map((name, place) => existing.has(name) || (texts[place] ?? 0) < FEWEST_TEXTS)
  for (let step = 0; step < ROUNDS * rows.length; step++) {
    const { places, worth, truth, weight } = rows[(step * STRIDE) % rows.length] as (typeof rows)[number]
    let sum = 0
    for (let k = 0; k < places.length; k++) sum += (weights[places[k]!] ?? 0) * (worth[k] ?? 0)
    const slope = (1 / (1 + Math.exp(USUAL - sum)) - truth) * weight
    for (let k = 0; k < places.length; k++) {
      const place = places[k]!
      if (isFixed[place]) continue
      const self = slope * (worth[k] ?? 0)
      squares[place] = (squares[place] ?? 0) + self * self
      weights[place] = (weights[place] ?? 0) - (RATE * self) / Math.sqrt(squares[place] ?? 1)
    }
  }
  return new Map(names.map((name, place) => [name, weights[place] ?? 0]))
}

export function writeReviewReasons(reviewReasons: ReviewWeights): string {
  const lines = Array.from(reviewReasons, ([sign, weight]) => `${sign}\t${weight}`)
  return `${lines.sort().join('\n')}\n`
}
