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
