import { isDigits, isIndic, tokenize } from './normalize.ts'

const NONE: readonly number[] = []
const SCRIPTS = ['latin', 'devanagari', 'tamil'] as const

function keysOf(word: string): string[] {
  const sound = phoneticKey(word)
  const keys: string[] = []
  if (sound?.fine) keys.push(`${sound.script}+${sound.fine}`)
  if (sound?.coarse) keys.push(`${sound.script}-${sound.coarse}`)
  return keys
}

export function createPhoneticIndex() {
  /** Most keys have one token and need no list. */
  const tokens = new Map<string, number | number[]>()

  return {
    add(token: number, text: string): void {
      for (const key of keysOf(text)) {
        const held = tokens.get(key)
        if (held === undefined) tokens.set(key, token)
        else if (typeof held === 'number') tokens.set(key, [held, token])
        else held.push(token)
      }
    },
    remove(token: number, text: string): void {
      for (const key of keysOf(text)) {
        const held = tokens.get(key)
        const left = typeof held === 'object' ? held.filter((other) => other !== token) : []
        if (left.length > 0) tokens.set(key, left)
        else tokens.delete(key)
      }
    },
    /** Tokens of other scripts that sound like this typed word. */
    alike(word: string): readonly number[] {
      const sound = phoneticKey(word)
      if (sound === undefined || sound.script === 'latin') return NONE
      return SCRIPTS.filter((script) => script !== sound.script).flatMap((script) => {
        const isCoarse = script === 'tamil' || sound.script === 'tamil'
        const key = isCoarse ? sound.coarse : sound.fine
        return key === '' ? [] : (tokens.get(`${script}${isCoarse ? '-' : '+'}${key}`) ?? [])
      })
    },
  }
}

/**
 * The rough sound of a word, so that a word in another script matches without an alias. `fine` tells voiced from
 * unvoiced and keeps vowels except a. `coarse` keeps only classes of consonants, since Tamil writes one letter for
 * several, and whether the word begins with a vowel. Only words typed in an Indic script are compared, and only with
 * other scripts: every machine has a Latin name, which Latin words match by letters.
 */
export interface PhoneticKey {
  script: 'latin' | 'devanagari' | 'tamil'
  fine: string
  coarse: string
}

const MIN_FINE = 4
const MIN_COARSE = 4

const pairs = (text: string) => new Map(text.split(' ').map((pair) => [pair[0]!, pair.slice(1)] as const))

const DEVANAGARI = pairs(
  'कk खk गg घg ङn चc छc जj झj ञn टt ठt डd ढd णn तt थt दd धd नn पp फf बb भb मm यy रr लl वv शs षs सs हh ळl ऴl ऱr ंn ँn ' +
    'इi ईi िi ीi उu ऊu ुu ूu एe ेe ऑo ओo औo ॉo ोo ौo ृri ऋri',
)
const TAMIL = pairs('கk சs டt தt பp றr னn ணn நn ஙn ஞn மm யy ரr லl ளl ழl வv ஜs ஷs ஸs ஹh')
const COARSE = pairs('kk gk cs js ss tt dt pp bp fp nn mm yy rr ll vv hh')

const SIMPLE: Record<string, string> = { w: 'v', q: 'k', x: 'ks', z: 'j' }
const isVowel = (letter: string | undefined) => letter !== undefined && 'aeiou'.includes(letter)

const append = (sound: string, next: string) => (next !== '' && sound.endsWith(next) ? sound : sound + next)

function coarseOf(fine: string): string {
  let coarse = ''
  for (const letter of fine) coarse = append(coarse, COARSE.get(letter) ?? '')
  // Tamil writes one letter for the ng of king.
  return coarse.endsWith('nk') ? coarse.slice(0, -1) : coarse
}

function readLatin(word: string): string {
  let sound = ''
  for (let i = 0; i < word.length; i++) {
    const letter = word[i]!
    const next = word[i + 1]
    if (letter === 'a') {
      if (next === 'i' || next === 'y') {
        sound = append(sound, 'e')
        i++
      }
    } else if (letter === 'e') {
      if (next === 'e') {
        sound = append(sound, 'i')
        i++
      } else if (next !== undefined && (next !== 'r' || i === 0)) sound = append(sound, 'e')
    } else if (letter === 'o') {
      // The o of power is spoken like an a.
      if (next !== 'w') sound = append(sound, next === 'o' ? 'u' : 'o')
      if (next === 'o') i++
    } else if (letter === 'h') {
      // An h next to a consonant is silent.
      const isHeard = i === 0 ? isVowel(next) || next === 'y' : isVowel(next) && isVowel(word[i - 1])
      if (isHeard) sound = append(sound, 'h')
    } else if (letter === 'c') {
      const soft = next === 'e' || next === 'i' || next === 'y'
      sound = append(sound, next === 'h' ? 'c' : soft ? 's' : 'k')
    } else if (letter === 'p' && next === 'h') {
      sound = append(sound, 'f')
    } else if (letter === 'y' && i > 0 && !isVowel(next)) {
      sound = append(sound, 'i')
    } else sound = append(sound, SIMPLE[letter] ?? letter)
  }
  return sound
}

function readIndic(word: string, letters: ReadonlyMap<string, string>): string {
  let sound = ''
  // An h behind a consonant is not heard: रिव्हर्सिबल.
  for (const letter of word.replaceAll('्ह', '')) sound = append(sound, letters.get(letter) ?? '')
  return sound
}

/** A word of an Indic script with something else, or another Indic script, joined to it: कुबोटा4wd. */
const MIXED = /^[^\x00-\x7f].*[\x00-\x7f]|[\u0900-\u097f][\u0b80-\u0bff]|[\u0b80-\u0bff][\u0900-\u097f]/

export function phoneticKey(word: string): PhoneticKey | undefined {
  if (word.length < 4 || MIXED.test(word)) return undefined
  const code = word.charCodeAt(0)
  if (code >= 97 && code <= 122) {
    const fine = readLatin(word)
    return { script: 'latin', fine: longEnough(fine, MIN_FINE), coarse: coarseSound(word, coarseOf(fine)) }
  }
  if (code >= 0x900 && code <= 0x97f) {
    const fine = readIndic(word, DEVANAGARI)
    return { script: 'devanagari', fine: longEnough(fine, MIN_FINE), coarse: coarseSound(word, coarseOf(fine)) }
  }
  if (code >= 0xb80 && code <= 0xbff) {
    return { script: 'tamil', fine: '', coarse: coarseSound(word, coarseOf(readIndic(word, TAMIL))) }
  }
  return undefined
}

const MIN_NAME = 4
const MIN_TAMIL_NAME = 3

/**
 * The classes of consonants of a whole name and whether it begins with a vowel, in any of the scripts: जॉन डियर, ஜான் டீர் and John Deere have the same.
 * Empty for a name that is too short to be told by them.
 */
export function namePhoneticKey(words: readonly string[]): string {
  let isTamil = false
  const sounds = words.map((word) => {
    const code = word.charCodeAt(0)
    isTamil ||= code >= 0xb80
    const fine = code < 0x900 ? readLatin(word) : readIndic(word, code >= 0xb80 ? TAMIL : DEVANAGARI)
    return coarseOf(fine.replaceAll('y', ''))
  })
  const isLatin = words.every((word) => word.charCodeAt(0) < 0x900)
  const sound = (BEGINS_WITH_VOWEL.test(words[0] ?? '') ? 'a' : '') + sounds.join('')
  return longEnough(sound, isTamil || isLatin ? MIN_TAMIL_NAME : MIN_NAME)
}

const MIN_PREFIX = 3

/** The words of some names. One is asked for as it stands, by its beginning, joined with the next, or in another script by its sound. */
export function spokenWords(names: readonly string[]): { words: readonly string[]; has(word: string): boolean } {
  const words = names.flatMap(tokenize)
  const sounds = words.filter((word) => !isDigits(word)).map((word) => `~${namePhoneticKey([word])}`)
  const joined = words.map((word, i) => word + (words[i + 1] ?? ''))
  const text = ` ${[...words, ...joined, ...sounds].join(' ')} `
  return {
    words,
    has(word) {
      const isWhole = isDigits(word) || word.length < MIN_PREFIX
      if (text.includes(isWhole ? ` ${word} ` : ` ${word}`)) return true
      const sound = isIndic(word) ? namePhoneticKey([word]) : ''
      return sound !== '' && text.includes(` ~${sound} `)
    },
  }
}

const BEGINS_WITH_VOWEL = /^[aeiou\u0904-\u0914\u0b85-\u0b94]/

function coarseSound(word: string, consonants: string): string {
  const sound = longEnough(consonants, MIN_COARSE)
  return sound !== '' && BEGINS_WITH_VOWEL.test(word) ? `a${sound}` : sound
}

const longEnough = (sound: string, minLength: number) => (sound.length >= minLength ? sound : '')
