import { ANY_LABEL, UNKNOWN } from '../../src/redaction/lexicon/lexicon.ts'
import { readTextContext, type TextContext } from '../../src/redaction/phones/candidate-spans.ts'
import { candidatesOf, type NumberCandidate, tokensOf } from '../../src/redaction/phones/choose.ts'
import { FEATURES, figuresOf, numeralsOf } from '../../src/redaction/phones/features.ts'
import { sourceEnd, sourceStart } from '../../src/redaction/text/fold.ts'
import { means, type TextTokens, tokenAt, tokenise } from '../../src/redaction/text/tokens.ts'
import type { Entry } from '../../test/redaction/corpus.ts'

// What the trees learn from: every window of every text, and whether it is a contact.

export type Example = { row: Float64Array; truth: boolean; weight: number; set: number; text: string; stretch: string }

type Placed = { candidate: NumberCandidate; row: Float64Array; start: number; end: number; own: number; all: number }

/** The stretches of a text where its secrets stand. */
function secretsIn({ text, secret = [] }: Entry): boolean[] {
  const marked = new Array<boolean>(text.length).fill(false)
  for (const piece of secret) {
    if (piece === '') continue
    for (let i = text.indexOf(piece); i >= 0; i = text.indexOf(piece, i + 1)) marked.fill(true, i, i + piece.length)
  }
  return marked
}

/** What else the trees learn from a text: the same text beside others of its author, and with words they do not know. */
export function variantsOf(entries: Entry[], random: () => number): Example[] {
  const examples: Example[] = []
  const bySet = Map.groupBy(entries, ({ set }) => set ?? 0)
  for (const entry of entries) {
    const mates = bySet.get(entry.set ?? 0) ?? []
    const mate = mates[Math.floor(random() * mates.length)] ?? entry
    const joint = JOINTS[Math.floor(random() * JOINTS.length)] ?? ' '
    const [first, second] = random() < 0.5 ? [entry, mate] : [mate, entry]
    examples.push(...examplesOf(join(first, second, joint)), ...examplesOf(entry, random))
    const number = writeNumber(random)
    const [before, after] = random() < 0.6 ? [entry, number] : [number, entry]
    if ((entry.secret ?? []).length === 0)
      examples.push(...examplesOf({ ...join(before, after, joint), set: entry.set ?? 0 }))
  }
  for (const example of examples) example.weight = VARIANT_WEIGHT
  return examples
}

const JOINTS = [' ', '. ', ', ', '\n', ' | ', ' - ']
const GROUPS = [
  '10',
  '5 5',
  '3 3 4',
  '4 3 3',
  '4 6',
  '3 7',
  '4 2 4',
  '2 2 2 2 2',
  '1 1 1 1 1 1 1 1 1 1',
  '5 3 2',
  '2 4 4',
]
const SIGNS = [' ', ' ', '-', '-', '.', '/', '_', ' - ', '\n', '  ', ')-', ') ']
/** The share of numbers that end in what might be a year. */
const YEARS = 0.1
const PREFIXES = ['', '', '', '', '+91 ', '+91-', '0', '91 ', '(+91) ']

/** A mobile number as one may write it, and nothing else. */
function writeNumber(random: () => number): Entry {
  const pick = <T>(list: readonly T[], or: T): T => list[Math.floor(random() * list.length)] ?? or
  const sign = pick(SIGNS, ' ')
  let rest = String(6 + Math.floor(random() * 4))
  while (rest.length < 10) rest += String(Math.floor(random() * 10))
  // One that ends like a year is no year.
  if (random() < YEARS) rest = rest.slice(0, 6) + String(1950 + Math.floor(random() * 90))
  const groups: string[] = []
  for (const size of pick(GROUPS, '10').split(' ').map(Number)) {
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  const [first = '', ...others] = groups
  const bracket = sign.startsWith(')') && others.length > 0
  const body = bracket ? `(${first}${sign}${others.join(sign.slice(1))}` : groups.join(sign)
  const text = `${bracket ? '' : pick(PREFIXES, '')}${body}`
  return { text, secret: [text] }
}

const VARIANT_WEIGHT = 0.5
/** The share of words that a variant takes for unknown. */
const FORGOTTEN = 0.2

function join(a: Entry, b: Entry, joint: string): Entry {
  return { text: a.text + joint + b.text, secret: [...(a.secret ?? []), ...(b.secret ?? [])], set: a.set ?? 0 }
}

/** Takes some words for unknown; of a clean text none that may be its label. */
function forget(tokens: TextTokens, isClean: boolean, random: () => number): void {
  for (const token of tokens.list) {
    if (token.kind !== 'word' || token.word.digits !== '' || random() >= FORGOTTEN) continue
    if (isClean && means(token, ...ANY_LABEL, 'number-noun', 'money-word')) continue
    token.word = UNKNOWN
  }
}

export function examplesOf(entry: Entry, random?: () => number): Example[] {
  const tokens = tokenise(entry.text)
  if (random !== undefined) forget(tokens, (entry.secret ?? []).length === 0, random)
  const scene = readTextContext(tokens)
  const marked = secretsIn(entry)
  const placed = candidatesOf(scene).map((candidate) => place(scene, candidate, marked))
  const chosen = chooseTrue(placed)
  const examples: Example[] = []
  for (const item of placed) {
    const { row, start, end } = item
    // What is decided without the trees they need not learn.
    if (item.candidate.score > 0) continue
    const truth = chosen.includes(item)
    // A part of a contact is neither wanted nor wrong.
    if (!truth && chosen.some((other) => other.start <= start && end <= other.end)) continue
    if (
      !truth &&
      item.own > 0 &&
      item.own === item.all &&
      chosen.some((other) => start <= other.start && other.end <= end)
    )
      continue
    const stretch = entry.text.slice(start, end)
    examples.push({ row, truth, weight: 1, set: entry.set ?? 0, text: entry.text, stretch })
  }
  return examples
}

function place(scene: TextContext, candidate: NumberCandidate, marked: boolean[]): Placed {
  const { tokens, numerals } = scene
  const { folded } = tokens
  let [self, all] = [0, 0]
  for (const numeral of numeralsOf(candidate).flatMap((n) => numerals[n] ?? [])) {
    for (let i = tokenAt(tokens, numeral.first).start; i < tokenAt(tokens, numeral.last).end; i++) {
      all++
      if (marked[sourceStart(folded, i)] === true) self++
    }
  }
  const { first, last } = tokensOf(scene, candidate)
  const figure = figuresOf(scene, candidate, candidate.labelled)
  const row = new Float64Array(FEATURES.length)
  for (let feature = 0; feature < row.length; feature++) row[feature] = figure(feature)
  return {
    candidate,
    row,
    start: sourceStart(folded, tokenAt(tokens, first).start),
    end: sourceEnd(folded, tokenAt(tokens, last).end - 1),
    own: self,
    all,
  }
}

/** Of the windows that hold a secret those that hold it best, none overlapping another. */
function chooseTrue(placed: Placed[]): Placed[] {
  const order = placed
    .filter(({ own: self }) => self > 0)
    .toSorted((a, b) => b.own / b.all - a.own / a.all || b.own - a.own || a.start - b.start)
  const chosen: Placed[] = []
  for (const item of order)
    if (!chosen.some((other) => item.start < other.end && other.start < item.end)) chosen.push(item)
  return chosen
}
