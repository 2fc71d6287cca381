import { DIGIT, LETTER, SPACE } from './character-fold.ts'
import { close, type Folded } from './fold.ts'

// "r a m u @ g m a i l": letters with a blank between each are read as the word they spell.

/** Letters that are drawn like digits: among digits they stand for themselves. */
const DRAWN_LIKE_DIGITS = new Set(Array.from('olisbz', (letter) => letter.charCodeAt(0)))

function isLoneLetter({ codes, classes, length }: Folded, at: number): boolean {
  if (at >= length || classes[at] !== LETTER || (codes[at] ?? 0) > 127) return false
  const after = classes[at + 1]
  return at + 1 >= length || (after !== LETTER && after !== DIGIT)
}

/** Closes the blanks inside spelled words; codes and classes are moved up in place. */
export function joinLetters(folded: Folded): Folded {
  const { codes, classes, length } = folded
  const starts = new Int32Array(length + 1)
  let to = 0
  for (let i = 0; i < length; ) {
    let end = i
    let spells = false
    const begins = i === 0 || (classes[i - 1] !== LETTER && classes[i - 1] !== DIGIT)
    if (begins && isLoneLetter(folded, i)) {
      for (end = i; ; end += 2) {
        if (!DRAWN_LIKE_DIGITS.has(codes[end] ?? 0)) spells = true
        if (classes[end + 1] !== SPACE || !isLoneLetter(folded, end + 2)) break
      }
    }
    const step = spells && end > i ? 2 : 1
    for (const stop = Math.max(end, i); i <= stop; i += step) {
      codes[to] = codes[i] ?? 0
      classes[to] = classes[i] ?? 0
      starts[to++] = folded.starts[i] ?? 0
    }
    if (step === 2) i = end + 1
  }
  return close({ ...folded, starts, length: to, disguised: true })
}
