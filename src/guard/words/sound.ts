/** How a romanised word sounds, roughly: spellings of one word differ in doubled letters, in `h` and in long vowels. */
export function soundOf(word: string): string {
  let sound = ''
  for (let i = 0; i < word.length; i++) {
    let letter = word.charAt(i)
    const before = sound.at(-1) ?? ''
    if (letter === 'w') letter = 'v'
    if (letter === 'e' && word.charAt(i + 1) === 'e') {
      letter = 'i'
      i++
    } else if (letter === 'o' && word.charAt(i + 1) === 'o') {
      letter = 'u'
      i++
    }
    if (letter === 'h' && before !== '' && !'aeiou'.includes(before)) continue
    if (letter === 'h' && i === word.length - 1) continue
    if (letter !== before) sound += letter
  }
  return sound
}

/** Vowels and nasals of Devanagari and Tamil that are mixed up in writing. */
const ALIKE = new Map<number, number>([
  [0x0908, 0x0907],
  [0x0940, 0x093f],
  [0x090a, 0x0909],
  [0x0942, 0x0941],
  [0x0910, 0x090f],
  [0x0948, 0x0947],
  [0x094c, 0x094b],
  [0x0949, 0x094b],
  [0x0911, 0x0913],
  [0x0914, 0x0913],
  [0x0945, 0x0947],
  [0x090d, 0x090f],
  [0x0936, 0x0938],
  [0x0937, 0x0938],
  [0x0923, 0x0928],
  [0x0b88, 0x0b87],
  [0x0bc0, 0x0bbf],
  [0x0b8a, 0x0b89],
  [0x0bc2, 0x0bc1],
  [0x0b8f, 0x0b8e],
  [0x0bc7, 0x0bc6],
  [0x0bcb, 0x0bca],
  [0x0b93, 0x0b92],
  [0x0bb3, 0x0bb2],
  [0x0bb4, 0x0bb2],
  [0x0ba3, 0x0ba9],
  [0x0ba8, 0x0ba9],
  [0x0bb1, 0x0bb0],
  [0x0b9e, 0x0ba9],
  [0x0bb8, 0x0b9a],
  [0x0bb7, 0x0b9a],
  [0x0b9c, 0x0b9a],
])
const HALF_NASAL = /[\u0928\u092e\u0919\u091e]\u094d(?=[\u0915-\u0939])/g

/** How a word of Devanagari or Tamil sounds, roughly. */
export function indicSound(word: string): string {
  let sound = ''
  for (const letter of word.replace(HALF_NASAL, '\u0902')) {
    const code = letter.charCodeAt(0)
    const plain = String.fromCharCode(ALIKE.get(code) ?? code)
    if (sound.at(-1) !== plain) sound += plain
  }
  return sound
}

/** The first letter and the consonants after it, which is what is left of a word in a hurry. */
export function bonesOf(word: string): string {
  return (
    (word[0] ?? '') +
    word
      .slice(1)
      .replace(/[aeiou]/g, '')
      .replace(/(.)\1/g, '$1')
  )
}
