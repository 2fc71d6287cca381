import { dateNumber } from '../columns.ts'
import { tokenize } from '../fold.ts'
import { hpBand } from '../hp-band.ts'
import { spelledLetters } from '../letter-names.ts'
import type { SearchClass, SearchDocument, SearchMaker } from '../types.ts'
import { toFieldText, toFieldWords } from './text.ts'

/** Raised whenever the same machine gives another document, so that indexes made before are built anew. */
export const DOCUMENT_VERSION = 1

/**
 * Searchable texts, the better place first: the word a name begins with, names, aliases, what many machines share. What
 * is only found written together or apart stands one place further back.
 */
export const TEXTS = ['text_lead', 'text_name', 'text_alias', 'text_shared', 'text_rest'] as const
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
  const own = ownWords(machine.name, maker?.name ?? '')
  const lead = toFieldWords(own.slice(0, 1))
  const names = toFieldWords(given([machine.name, maker?.name]))
  const aliases = toFieldWords(given([machine.family, ...machine.aliases]))
  // Behind the machine's own: a maker known as "… tractors" is no better a tractor than any other.
  const makers = toFieldWords(maker?.aliases ?? [])
  const attributes = sharedWords(machine, machineClass)
  const stage = STAGES.indexOf(machine.lifecycle)
  const document: { [K in keyof IndexDocument]: IndexDocument[K] | null | undefined } = {
    id: machine.id,
    text_lead: toFieldText(lead.alone),
    text_name: toFieldText(names.alone.union(lead.together)),
    text_alias: toFieldText(aliases.alone.union(names.together)),
    text_shared: toFieldText(attributes.alone.union(aliases.together).union(makers.alone)),
    text_rest: toFieldText(attributes.together.union(makers.together)),
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
    surplus: Math.min(own.length, MOST_SURPLUS),
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

/** Distinct words of the name, in order, that the maker's name does not have. */
function ownWords(name: string, makerName: string): string[] {
  const read = (text: string) => new Set(tokenize(text).flatMap((word) => [word, ...spelledLetters(word)]))
  return [...read(name).difference(read(makerName))]
}

function given(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string')
}
