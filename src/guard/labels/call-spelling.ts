import { foldWord } from '../text/fold.ts'
import { remembered } from '../text/remembered.ts'
import { frameOf, indicFrameOf, mayHoldRest, newFilter, putWord } from '../words/likeness.ts'
import { bonesOf, indicSound } from '../words/sound.ts'
import { CALL, MEANINGS, PAYMENT, SOCIAL } from '../words/vocabulary.ts'

// Words for calling as they are misspelled or cut short: after them no number is that of a paper.

const MORE =
  'viber botim truecaller contact contactno mobileno phoneno whatsappno whatsaap wattsapp whatsup wtsp wtsapp whtsp wp wapp mbno phno cellno callno mobno mno cno telno kal koll'
const SHORTEST = 4

const rests = new Set<string>()
const bones = new Set<string>()
const beginnings = new Set<string>()
const indic = new Set<string>()
/** For words that resemble none. */
const alike = newFilter()
const frames = new Set<number>()

for (const [meaning, line] of [...MEANINGS, [CALL, MORE] as const]) {
  if ((meaning & (CALL | SOCIAL | PAYMENT)) === 0) continue
  for (const word of line.split(' ').map(foldWord)) {
    if (word.charCodeAt(0) > 0x8ff) {
      indic.add(indicSound(word))
      frames.add(indicFrameOf(word))
      continue
    }
    beginnings.add(word)
    if (word.length < SHORTEST) continue
    for (let end = 3; end < word.length; end++) beginnings.add(word.slice(0, end))
    if (bonesOf(word).length > 2) {
      bones.add(bonesOf(word))
      frames.add(frameOf(word))
    }
    for (let i = 0; i < word.length; i++) {
      const rest = word.slice(0, i) + word.slice(i + 1)
      rests.add(rest)
      putWord(alike, rest)
    }
  }
}

/** Whether a word may be one for calling, in a spelling of its own. */
export function resemblesCall(word: string): boolean {
  if (word.charCodeAt(0) > 0x8ff) return frames.has(indicFrameOf(word)) && resemblesKnown(word)
  if (beginnings.has(word)) return true
  return (frames.has(frameOf(word)) || mayHoldRest(alike, word)) && resemblesKnown(word)
}

const resemblesKnown = remembered(readCall)

function readCall(word: string): boolean {
  if (word.charCodeAt(0) > 0x8ff) return indic.has(indicSound(word))
  if (bones.has(bonesOf(word)) || rests.has(word)) return true
  if (word.length < SHORTEST) return false
  for (let i = 0; i < word.length; i++) if (rests.has(word.slice(0, i) + word.slice(i + 1))) return true
  return false
}
