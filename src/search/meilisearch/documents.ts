import { dateNumber } from '../columns.ts'
import { tokenize } from '../fold.ts'
import { hpBand } from '../hp-band.ts'
import { spelledLetters } from '../letter-names.ts'
import type { SearchClass, SearchDocument, SearchMaker } from '../types.ts'
import { toFieldText, toFieldWords } from './text.ts'

/** Raised whenever the same machine gives another document, so that indexes made before are built anew. */
export const DOCUMENT_VERSION = 1

/** Searchable texts by the place of a word: the machine's name first. The last holds what was joined or split. */
export const TEXTS = ['text_0', 'text_1', 'text_2', 'text_3'] as const
export type TextName = (typeof TEXTS)[number]

/** A machine as Meilisearch holds it. An unknown value is absent, which sorts last whichever way. */
export interface IndexDocument extends Partial<Record<TextName, string>> {
  id: number
  machine_class: string
  manufacturer: string
  kind?: string
  power_source?: string
  wheel_drive?: string
  lifecycle: string
  section: string
  hp_band?: string
  engine_hp?: number
  operating_weight_kg?: number
  lift_capacity_kg?: number
  price_from_inr?: number
  /** Dates as numbers: 20261115. */
  launched_at?: number
  published_at?: number
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
  const names = toFieldWords(given([machine.name, maker?.name]))
  const aliases = toFieldWords(given([machine.family, ...machine.aliases, ...(maker?.aliases ?? [])]))
  const attributes = sharedWords(machine, machineClass)
  const stage = STAGES.indexOf(machine.lifecycle)
  const document: { [K in keyof IndexDocument]: IndexDocument[K] | null | undefined } = {
    id: machine.id,
    text_0: toFieldText(names.alone),
    text_1: toFieldText(aliases.alone.union(names.together)),
    text_2: toFieldText(attributes.alone.union(aliases.together)),
    text_3: toFieldText(attributes.together),
    machine_class: machine.machine_class,
    manufacturer: machine.manufacturer,
    kind: machine.kind,
    power_source: machine.power_source,
    wheel_drive: machine.wheel_drive,
    lifecycle: machine.lifecycle,
    section: machine.section,
    hp_band: hpBand(machine.engine_hp),
    engine_hp: machine.engine_hp,
    operating_weight_kg: machine.operating_weight_kg,
    lift_capacity_kg: machine.lift_capacity_kg,
    price_from_inr: machine.price_from_inr,
    launched_at: dateNumber(machine.launched_at) || null,
    published_at: dateNumber(machine.published_at) || null,
    surplus: surplusOf(machine.name, maker?.name ?? ''),
    stage: stage < 0 ? STAGES.length : stage,
  }
  return Object.fromEntries(
    Object.entries(document).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as IndexDocument
}

/** Machines come class by class, so the words that many share are worked out once. */
let shared: { key: string; of: SearchClass | undefined; words: ReturnType<typeof toFieldWords> }[] = []
const MOST_SHARED = 200

function sharedWords({ kind, power_source, wheel_drive }: SearchDocument, of: SearchClass | undefined) {
  const key = JSON.stringify([kind, power_source, wheel_drive])
  const known = shared.find((one) => one.key === key && one.of === of)
  if (known) return known.words
  const words = toFieldWords(given([kind, power_source, wheel_drive, ...(of?.words ?? [])]))
  if (shared.length >= MOST_SHARED) shared = []
  shared.push({ key, of, words })
  return words
}

/** Distinct words of the name beyond the maker's. */
function surplusOf(name: string, makerName: string): number {
  const read = (text: string) => new Set(tokenize(text).flatMap((word) => [word, ...spelledLetters(word)]))
  return Math.min(read(name).difference(read(makerName)).size, MOST_SURPLUS)
}

function given(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string')
}
