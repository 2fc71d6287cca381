import { MARK, REMOVED, sourceEnd, sourceStart } from './fold.ts'
import type { Span } from './spans.ts'
import { at, newToken, type Token, type Tokens } from './tokens.ts'

/**
 * The tokens of a text in which finds gave way to marks, from those it had before. Undefined where letters or digits stand
 * against a mark: they may read differently now. `source` is the text with the marks.
 */
export function withMarks(tokens: Tokens, finds: Span[], source: string): Tokens | undefined {
  const { folded, count } = tokens
  const list: Token[] = []
  const starts: number[] = []
  let text = ''
  let [from, shift, t, hints, signs] = [0, 0, 0, 0, 0]
  function add(token: Token): void {
    list.push(token)
    hints |= token.word.hints
    signs |= token.signs
  }
  function addUpTo(start: number): void {
    const moved = text.length - from
    for (; t <= count && at(tokens, t).start < start; t++) add(movedToken(at(tokens, t), moved))
    for (let i = from; i < start && i < folded.text.length; i++) starts.push(sourceStart(folded, i) + shift)
    text += folded.text.slice(from, start)
  }
  function movedToken(token: Token, moved: number): Token {
    const [start, end] = [token.start + moved, token.end + moved]
    const afterMark = list.at(-1)?.kind === 'mark' && token.start - token.gap.length < from
    if (!afterMark) return { ...token, start, end }
    return newToken(token.kind, token.text, start, end, folded.text.slice(from, token.start), token.word)
  }
  for (const { start, end } of finds) {
    addUpTo(start)
    if (t > 0 && at(tokens, t - 1).end >= start) return undefined
    while (t < count && at(tokens, t).start < end) t++
    if (at(tokens, t - 1).end > end || (t < count && at(tokens, t).start <= end)) return undefined
    const gap = text.slice(list.at(-1)?.end ?? 0)
    add(newToken('mark', MARK, text.length, text.length + 1, gap))
    starts.push(sourceStart(folded, start) + shift)
    text += MARK
    shift += REMOVED.length - (sourceEnd(folded, end - 1) - sourceStart(folded, start))
    from = end
  }
  addUpTo(folded.text.length + 1)
  return { folded: { source, text, starts }, list, count: list.length - 1, hints, signs }
}
