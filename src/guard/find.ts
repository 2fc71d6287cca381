import { findHandles } from './addresses/handles.ts'
import { findMail } from './addresses/mail.ts'
import { withSigns } from './addresses/said-signs.ts'
import { findWeb } from './addresses/web.ts'
import { type Budget, findPhones, spansOf } from './phones/choose.ts'
import { type Trees, WEIGHTS } from './phones/trees.ts'
import { type Folded, MARK, type Span } from './text/fold.ts'
import { at, means, type Tokens } from './text/tokens.ts'

/** What finds addresses of each kind; each adds what it finds. */
const FINDERS = [
  ['handle', findHandles],
  ['mail or payment address', findMail],
  ['web address', findWeb],
] as const

/** Every address of a text, and what it is. */
export function findAddresses(tokens: Tokens): { span: Span; what: string }[] {
  const reading = withSigns(tokens)
  const found: { span: Span; what: string }[] = []
  for (const [what, find] of FINDERS) {
    const spans: Span[] = []
    find(reading.tokens, spans)
    for (const span of spans) found.push({ span: reading.place(span), what })
  }
  return found
}

/** Every contact in the text, in order; a contact beside one that was removed before is found together with its mark. */
export function findContacts(tokens: Tokens, trees: Trees = WEIGHTS, budget?: Budget): Span[] {
  const spans = findAddresses(tokens).map(({ span }) => span)
  for (const { first, last } of spansOf(findPhones(tokens, trees, budget)))
    spans.push(widen(tokens.folded, { start: at(tokens, first).start, end: at(tokens, last).end }))
  return unite(tokens, spans)
}

const WIDEST_JOIN = 12

/** Brackets and a plus that belong to a number go with it. */
function widen({ text }: Folded, span: Span): Span {
  let { start, end } = span
  const plus = /\+[ ([]{0,2}$/.exec(text.slice(Math.max(0, start - 3), start))
  if (plus !== null) start -= plus[0].length
  const count = (sign: string): number => text.slice(start, end).split(sign).length - 1
  for (const [open = '', close = ''] of ['()', '[]']) {
    const unopened = count(close) - count(open)
    if (unopened > 0 && text[start - 1] === open) start--
    if (unopened < 0 && text[end] === close) end++
  }
  return { start, end }
}

/**
 * The stretches that go, in order: overlapping ones united, neighbours with nothing but
 * separators and joining words between made one. A mark that was there before and stays alone is none.
 */
function unite(tokens: Tokens, spans: Span[]): Span[] {
  const marks = tokens.list.filter(({ kind }) => kind === 'mark')
  const all = [...spans, ...marks].sort((a, b) => a.start - b.start || b.end - a.end)
  const united: Span[] = []
  let token = 0
  for (const { start, end } of all) {
    const open = united.at(-1)
    if (open !== undefined) {
      while (token < tokens.count && at(tokens, token).start < open.end) token++
      if (start <= open.end || areAdjacent(tokens, token, open.end, start)) {
        open.end = Math.max(open.end, end)
        continue
      }
    }
    united.push({ start, end })
  }
  return united.filter(({ start, end }) => end - start > 1 || tokens.folded.text[start] !== MARK)
}

function areAdjacent(tokens: Tokens, token: number, from: number, to: number): boolean {
  if (to - from > WIDEST_JOIN) return false
  for (let t = token; t < tokens.count && at(tokens, t).start < to; t++) if (!means(at(tokens, t), 'join')) return false
  // A colon ends a thought; what follows is told apart from what stood before.
  return !tokens.folded.text.slice(from, to).replaceAll(MARK, '').includes(':')
}
