import { kept } from '../../running/kept.ts'

// Words in another spelling than the one that is known.

const MAX_KEPT = 16_384
const LONGEST_KEPT = 60
/** No word that is known is longer. */
const LONGEST = 24

/** The same answers, kept for short texts asked about lately: words, fields, makers and places come again and again. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = kept<string, T>(MAX_KEPT)
  return (text) => (text.length > LONGEST_KEPT ? answer(text) : known.getOrMake(text, answer))
}

/** Finds of these Latin words the one that is a letter off. */
export function spellingsOf(words: Iterable<string>, shortest: number): (word: string) => string | undefined {
  /** Each word by what is left of it without one of its letters: two words one letter apart share such a rest. */
  const rests = new Map<string, string[]>()
  for (const word of words) {
    if (word.length < shortest || !/^[a-z]+$/.test(word)) continue
    for (const rest of restsOf(word)) rests.set(rest, [...(rests.get(rest) ?? []), word])
  }
  return (word) => {
    if (word.length > LONGEST) return undefined
    for (const rest of restsOf(word)) for (const other of rests.get(rest) ?? []) if (isOneOff(word, other)) return other
    return undefined
  }
}

function restsOf(word: string): string[] {
  return Array.from({ length: word.length + 1 }, (_, i) => word.slice(0, i) + word.slice(i + 1))
}

/** A letter too many, too few or another, or two exchanged. */
function isOneOff(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [i, j] = [a.length, b.length]
  while (i > start && j > start && a[i - 1] === b[j - 1]) {
    i--
    j--
  }
  if (i - start <= 1 && j - start <= 1) return true
  return i - start === 2 && j - start === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}
