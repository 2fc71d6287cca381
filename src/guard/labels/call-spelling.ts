import { remembered } from '../text/remembered.ts'
import { wordsMeaning } from '../words/lexicon.ts'
import { listOf } from '../words/lists.ts'
import { bonesOf } from '../words/sound.ts'
import { CALL, PAYMENT, SOCIAL } from '../words/vocabulary.ts'

// Words for calling as they are misspelled or cut short: after them no number is that of a paper.

const SHORTEST = 4

/** Each word with one letter left out: two words one letter apart share such a rest. */
const rests = new Set<string>()
const bones = new Set<string>()
const beginnings = new Set<string>()
const indic = new Set<string>()

for (const word of [...wordsMeaning(CALL | SOCIAL | PAYMENT), ...listOf('call-spelling')]) {
  if (word.charCodeAt(0) > 0x8ff) {
    indic.add(word)
    continue
  }
  beginnings.add(word)
  if (word.length < SHORTEST) continue
  for (let end = 3; end < word.length; end++) beginnings.add(word.slice(0, end))
  if (bonesOf(word).length > 2) bones.add(bonesOf(word))
  for (let i = 0; i < word.length; i++) rests.add(word.slice(0, i) + word.slice(i + 1))
}

/** Whether a word may be one for calling, in a spelling of its own. */
export const resemblesCall = remembered((word) => {
  if (word.charCodeAt(0) > 0x8ff) return indic.has(word)
  if (beginnings.has(word) || bones.has(bonesOf(word)) || rests.has(word)) return true
  if (word.length < SHORTEST) return false
  for (let i = 0; i < word.length; i++) if (rests.has(word.slice(0, i) + word.slice(i + 1))) return true
  return false
})
