const MOST_KEPT = 1024

/** The same answers, kept for the words asked about lately: the words of one text repeat. */
export function remembered<T>(answer: (word: string) => T): (word: string) => T {
  const kept = new Map<string, T>()
  return (word) => {
    let found = kept.get(word)
    if (found === undefined) {
      found = answer(word)
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(word, found)
    }
    return found
  }
}
