import { spelledLetters } from '../lib/text/letter-names.ts'
import { changesScript, normalizeText, toAsciiDigits, tokenize } from '../lib/text/normalize.ts'
import { namePhoneticKey, phoneticKey } from '../lib/text/phonetic-key.ts'
import { phrasesOf } from '../lib/text/word-lists.ts'
import { linesOf } from './mapping/words.ts'

/** Words that models are often named with: other scripts write them by their sound. */
const MODEL_WORDS = linesOf('groups').flatMap(([group, words]) => (group === 'model' ? phrasesOf(words!) : []))
const soundKey = (word: string, isTamil: boolean) =>
  (isTamil ? namePhoneticKey([word]) : phoneticKey(word)?.fine) || undefined
const bySound = [false, true].map(
  (isTamil) => new Map(MODEL_WORDS.flatMap((word) => [soundKey(word, isTamil) ?? []].flat().map((key) => [key, word]))),
)

const lettersIn = (kind: string) =>
  new Map(
    linesOf('letters')
      .filter(([name]) => name === kind)
      .flatMap(([, pairs]) => pairs!.split(' ').map((pair) => [pair[0]!, pair.slice(1)] as const)),
  )
const [CONSONANTS, VOWELS] = [lettersIn('consonants'), lettersIn('vowels')]
const VIRAMA = /[\u094d\u0bcd]/

function inLatin(word: string): string | undefined {
  if (/^[\u0000-\u024f]*$/.test(word)) return word
  const isTamil = /[\u0b80-\u0bff]/.test(word)
  const existing = spelledLetters(word)[0] ?? bySound[Number(isTamil)]!.get(soundKey(word, isTamil) ?? '')
  if (existing !== undefined) return existing
  let latin = ''
  const signs = [...word]
  for (const [i, sign] of signs.entries()) {
    const consonant = CONSONANTS.get(sign)
    const next = signs[i + 1]
    if (consonant === undefined) {
      const vowel = VOWELS.get(sign) ?? (VIRAMA.test(sign) ? '' : undefined)
      if (vowel === undefined) return undefined
      latin += vowel
    } else {
      const isSilent = next === undefined || VIRAMA.test(next) || (VOWELS.has(next) && !/[ंँः]/.test(next))
      latin += consonant + (isSilent ? '' : 'a')
    }
  }
  return latin
}

export function slugOf(...names: readonly string[]): string | undefined {
  const text = toAsciiDigits(names.join(' ').normalize('NFKC'))
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
    .replace(/(?:[\p{L}\p{M}]{1,4}\.){2,}/gu, (letters) => {
      const parts = letters.split('.')
      return parts.every((part) => part.length < 2 || spelledLetters(normalizeText(part)).length > 0)
        ? `${parts.join('')} `
        : letters
    })
    .replace(/(\d)(di|i{2,3}|iv)(?![a-z])/gi, '$1 $2')
  // The letters of Devanagari do not spell a name of another script.
  if (changesScript(text)) return undefined
  const words = normalizeText(text).split(/[^\p{L}\p{M}0-9]+/u)
  const latin = words.flatMap((word) => (/^[a-z0-9]*$/.test(word) ? [word] : tokenize(word).map(inLatin)))
  if (latin.some((word) => word === undefined || /[^a-z0-9]/.test(word))) return undefined
  return latin.filter((word) => word !== '').join('-') || undefined
}
