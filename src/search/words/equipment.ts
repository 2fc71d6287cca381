import { lazy } from '../../lib/cache.ts'
import { tokenize } from '../../lib/text/normalize.ts'
import { phrasesOf } from '../../lib/text/word-lists.ts'
import { EQUIPMENT, type Equipment } from '../../schema/records/machine-search-fields.ts'
import { labelsOf, wordLines } from '../../schema/records/words.ts'
import { isStopWord } from './word-lists.ts'

const LEVELS: Record<string, string> = { '3': 'iii', '4': 'iv', '5': 'v', '6': 'vi', '3 a': 'iiia', 'iii a': 'iiia' }
const LEVEL = /(?<= |^)(?:(?:3|iii) a|[3-6])(?= |$)/g
const ROMAN = /^(?:iiia?|iv|vi?)$/
const SCRIPTS = [/[a-z]/, /[\u0900-\u097f]/, /[\u0b80-\u0bff]/]

const linesOf = () => wordLines().filter(([field]) => (EQUIPMENT as readonly string[]).includes(field!))
/** Single words by the word of the list that they are other names of: double is dual. */
const sameWords = lazy(() => {
  const words = new Map<string, string>()
  for (const [field, key, , , , others = ''] of linesOf())
    for (const other of phrasesOf(others)) if (!other.includes(' ')) words.set(`${field} ${other}`, key!)
  return words
})

/**
 * The words that find what a machine is fitted with. Each word of the text is written together with the field's name, or
 * with the level of a norm, so that neither finds anything alone: powersteering, oilbrakes, tremiv.
 */
export function equipmentWords(field: Equipment, text: string): string[] {
  const isNorm = field === 'emission_norm'
  const plain = tokenize(text).join(' ')
  const reported = isNorm ? plain.replace(LEVEL, (level) => LEVELS[level]!) : plain
  const words = reported.split(' ').map((word) => sameWords().get(`${field} ${word}`) ?? word)
  const level = isNorm ? words.find((word) => ROMAN.test(word)) : field
  if (level === undefined) return []
  const phrases = new Set([level, ...labelsOf('spec', field).map((word) => word.toLowerCase())])
  const self = words.filter((word) => /^[a-z]{2,}$/.test(word) && !phrases.has(word) && !isStopWord(word))
  // Every norm but Bharat's own is a stage.
  return [...new Set(isNorm && !self.includes('bs') ? [...self, 'stage'] : self)].map((word) => word + level)
}

export function* equipmentPhrases(): Iterable<[phrase: string, words: string[]]> {
  const levels = Object.entries(LEVELS).flat()
  for (const [field, key, en, hi, ta, others = ''] of linesOf()) {
    if (key!.includes(' or ')) continue
    for (const spoken of [en!.toLowerCase(), hi!, ta!, ...phrasesOf(others)].filter(Boolean)) {
      if (field === 'emission_norm')
        for (const level of levels) yield [`${spoken} ${level}`, [key! + (LEVELS[level] ?? level)]]
      else
        for (const word of labelsOf('spec', field!)) {
          const other = word.toLowerCase()
          if (!SCRIPTS.some((script) => script.test(spoken) && script.test(other))) continue
          const words = equipmentWords(field as Equipment, key!)
          yield [`${spoken} ${other}`, words]
          yield [`${other} ${spoken}`, words]
        }
    }
  }
}
