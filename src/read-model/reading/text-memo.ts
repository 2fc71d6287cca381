/** Remembers strings made from short, repeated bytes: comparing bytes is faster than making a string. */
interface TextMemo {
  read(source: Buffer, start: number, end: number): string
}

/** A text is remembered until another hashes to its place. */
const PLACES = 1024
const LONGEST = 24

export function createTextMemo(): TextMemo {
  const texts: string[] = new Array(PLACES).fill('')
  const lengths = new Uint8Array(PLACES)
  const held = new Uint8Array(PLACES * LONGEST)

  return {
    read(source, start, end) {
      const size = end - start
      if (size > LONGEST) return source.toString('utf8', start, end)
      let hash = size
      for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + source[at]!) | 0
      const place = (hash ^ (hash >>> 10)) & (PLACES - 1)
      const first = place * LONGEST
      let same = 0
      if (lengths[place] === size) while (same < size && held[first + same] === source[start + same]) same++
      if (same === size && lengths[place] === size) return texts[place]!
      for (let at = 0; at < size; at++) held[first + at] = source[start + at]!
      lengths[place] = size
      texts[place] = source.toString('utf8', start, end)
      return texts[place]!
    },
  }
}
