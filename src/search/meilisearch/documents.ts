import { tokenize } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { ATTRIBUTES, type AttributeName, readAttributes } from '../index/attributes.ts'
import { columnValue, FIGURES, type FigureName } from '../index/figures.ts'
import type { SearchClass, SearchDocument, SearchMaker } from '../types.ts'
import { type FieldWords, toFieldText, toFieldWords } from './text.ts'

/**
 * Searchable texts, the better place first: the word a name begins with, names, aliases, what many machines share. What
 * is only found written together or apart stands one place further back.
 */
export const TEXTS = ['text_lead', 'text_name', 'text_alias', 'text_shared', 'text_rest'] as const
export type TextName = (typeof TEXTS)[number]

/** Dates as numbers: 20261115. */
type IndexFigures = Partial<Record<FigureName, number>>

/** A machine as Meilisearch holds it. An unknown value is absent, which sorts last whichever way. */
export interface IndexDocument extends Partial<Record<TextName | AttributeName, string>>, IndexFigures {
  id: number
  manufacturer: string
  /** Ties of relevance: less is more to the point. */
  surplus: number
  stage: number
}

const STAGES: readonly string[] = ['current', 'upcoming']
const MOST_SURPLUS = 63

export function toIndexDocument(
  machine: SearchDocument,
  maker: SearchMaker | undefined,
  machineClass: SearchClass | undefined,
): IndexDocument {
  const its = makerWords(maker)
  const own = [...readingsOf(machine.name).difference(its.readings)]
  const lead = toFieldWords(own.slice(0, 1), 'own')
  const names = toFieldWords([machine.name], 'own')
  const aliases = toFieldWords(given([machine.family, ...machine.aliases]), 'own')
  const attributes = attributeWords(machine, machineClass)
  const stage = STAGES.indexOf(machine.lifecycle)
  const document: { [K in keyof IndexDocument]: IndexDocument[K] | null | undefined } = {
    id: machine.id,
    text_lead: toFieldText(lead.alone),
    text_name: toFieldText(names.alone, its.name.alone, lead.together),
    text_alias: toFieldText(aliases.alone, names.together, its.name.together),
    // A maker's aliases stand behind the machine's own: one known as "… tractors" is no better a tractor than another.
    text_shared: toFieldText(attributes.alone, its.aliases.alone, aliases.together),
    text_rest: toFieldText(attributes.together, its.aliases.together),
    manufacturer: machine.manufacturer,
    ...Object.fromEntries(readAttributes(machine).map((value, at) => [ATTRIBUTES[at]!.name, value])),
    ...Object.fromEntries(FIGURES.map(({ name, kind }) => [name, machine[name] && columnValue(kind, machine[name])])),
    surplus: Math.min(own.length, MOST_SURPLUS),
    stage: stage < 0 ? STAGES.length : stage,
  }
  return Object.fromEntries(
    Object.entries(document).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as IndexDocument
}

interface MakerWords {
  name: FieldWords
  aliases: FieldWords
  readings: Set<string>
}

/** What many machines share is worked out once, as long as the records are the same objects. */
const makers = new WeakMap<SearchMaker, MakerWords>()
const classes = new WeakMap<SearchClass, Map<string, FieldWords>>()
const NO_MAKER: SearchMaker = { slug: '', name: '', aliases: [] }
const NO_CLASS: SearchClass = { key: '', words: [], loads: [] }

function makerWords(maker = NO_MAKER): MakerWords {
  const known = makers.get(maker)
  if (known) return known
  const name = toFieldWords([maker.name], 'own')
  const words = { name, aliases: toFieldWords(maker.aliases, 'shared'), readings: readingsOf(maker.name) }
  makers.set(maker, words)
  return words
}

function attributeWords({ kind, power_source, wheel_drive }: SearchDocument, machineClass = NO_CLASS): FieldWords {
  const key = JSON.stringify([kind, power_source, wheel_drive])
  const known = classes.get(machineClass) ?? new Map<string, FieldWords>()
  classes.set(machineClass, known)
  const words =
    known.get(key) ?? toFieldWords(given([kind, power_source, wheel_drive, ...machineClass.words]), 'shared')
  known.set(key, words)
  return words
}

/** Distinct words of a text in order, letter names read as letters too. */
function readingsOf(text: string): Set<string> {
  return new Set(tokenize(text).flatMap((word) => [word, ...spelledLetters(word)]))
}

function given(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string')
}
