import { builtinClasses } from '../catalogue/records.ts'
import { LIFECYCLES, PRICE_KINDS, SOURCE_KINDS } from '../contract/values.ts'
import type { ImportTable } from '../database/tables/operator.ts'
import type { CheckedRow } from './check-row.ts'
import { guard } from './guard.ts'
import { BY_CELLS, NO_FIELD, OTHER_NAME, PART } from './header-columns.ts'
import { NO_HEADING } from './headings.ts'
import { addCounts, type BatchResult } from './import-batch.ts'
import { toFillIn } from './meanings.ts'
import { placeText } from './rejects.ts'
import type { Fault } from './report.ts'
import { SHORT } from './states.ts'
import { columnOf } from './table-columns.ts'
import { IS_MADE } from './table-values.ts'
import { foldWords, partsOf, says } from './table-words.ts'

/** How many rows were rejected for one reason, whatever the value. */
export interface ReasonCount {
  field: string
  reason: string
  rows: number
}

/** How many rows were understood alike, with the first of them. */
export interface ReadingCount extends ReasonCount {
  found?: string | undefined
}

export type ImportCounts = Pick<ImportTable, 'read' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'repeated'>

export interface ImportSummary extends ImportCounts {
  /** Listings that wait in review because the guard is in doubt, instead of going live. */
  to_review: number
  /** How many contacts and links the guard removed, by field. */
  removed: Record<string, number>
  /** How many records lost a field that their whole row leaves out, by field. */
  emptied: Record<string, number>
  /** How many cells of tables were left out of rows that were taken, by field. */
  left_out: Record<string, number>
  /** What was understood of tables as people write them, the most frequent first. */
  understood: ReadingCount[]
  /** What is odd about rows that were taken, with the first of each, the most frequent first. */
  warnings: ReadingCount[]
  /** Columns and words of tables that mean nothing, or nothing in their column, as `--means` can name them. */
  not_understood: string[]
  /** The most frequent first. */
  reasons: ReasonCount[]
}

/** What rows need and lack, as `--with` names it, to be filled in, and what may be said there. */
export function toGive({ reasons = [], warnings = [] }: Partial<ImportSummary>): { pairs: string; choices: string[] } {
  const lacking = [...reasons, ...warnings].filter(({ reason }) => /(?:^|: )is missing$/.test(reason))
  const names = new Set(lacking.map(({ field }) => field.replace('[]', '').replace(/[._]/g, ' ')))
  const given = [...names].filter((name) => name !== 'name' && name !== 'slug')
  const isClassAsked = [...reasons, ...warnings].some(({ reason }) => /is no class|is ambiguous.*_/.test(reason))
  const asked = [...given, ...(isClassAsked ? ['machine class'] : [])]
  const choices = [...new Set(asked)].flatMap((name) => {
    const all = name === 'machine class' ? builtinClasses().map(({ key }) => key) : CHOICES[name]
    return all ? [`${name}: ${all.join(', ')}`] : []
  })
  return { pairs: toFillIn(given), choices }
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  ...{ lifecycle: LIFECYCLES, 'price kind': PRICE_KINDS, 'price source kind': SOURCE_KINDS },
  'price state code': ['a state, or IN for all of India'],
}

/** A rejected or odd row: where it is and, when that cannot be a contact, the value found. */
interface Example {
  /** `file:line`. */
  at: string
  found?: string
  /** What may have been meant. */
  suggestion?: string
}

/** How often a reason occurred, with a few of the rows. */
export interface KeptReason extends ReasonCount {
  examples: Example[]
}

export type KeptReasons = Record<'reasons' | 'warnings', KeptReason[]>

/** Rows with ever new field names must not fill the memory. */
const MAX_REASONS = 1_000
const MAX_WORDS = 60

/** Counts what happened to the rows. */
export function createTally() {
  const counts = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0, to_review: 0 }
  const removed: Record<string, number> = {}
  const emptied: Record<string, number> = {}
  const leftOut: Record<string, number> = {}
  const [reasons, understood, warnings] = [countReasons(), countReasons(), countReasons()]
  const words = new Map<string, string>()
  /** The names of columns, by what they mean in the table at hand. */
  const columns = new Map<string, string>()

  function addWord(given: string | undefined, known = given): void {
    const [word, key] = [given?.replace(/\s+/g, ' '), foldWords(known ?? '')]
    if (word !== undefined && words.size < MAX_WORDS && !words.has(key) && guard().guardText(word) === word)
      words.set(key, word)
  }

  return {
    add(rows: readonly CheckedRow[], result: BatchResult): void {
      const { created, changed, unchanged, rejected, repeated, toReview, warned } = result
      addCounts(counts, { read: rows.length, rejected: rejected.length, to_review: toReview })
      addCounts(counts, { created, changed, unchanged, repeated })
      for (const row of rows) {
        const ask = row.isCorrected ? () => {} : addWord
        for (const { path, reason, found } of row.readings ?? []) {
          understood.add({ path, reason }, () => (found === undefined ? {} : { found }))
          if ([OTHER_NAME, BY_CELLS, PART].includes(reason)) columns.set(path, found!)
          if (reason === NO_FIELD && ![path, ...partsOf(path)].some((part) => says('aside', part))) ask(path)
          if (reason === SHORT) ask(`${columns.get(path) ?? path}: ${/^"(.+)":/u.exec(found!)?.[1]}`)
          // How others spell a maker that only another script names, nobody knows.
          if (reason.startsWith(IS_MADE) && !/\p{Script=Latin}/u.test(reason.slice(IS_MADE.length)))
            ask(...scoped(row, path, /^"(.+?)":/u.exec(found!)?.[1], columns))
          if (reason === NO_HEADING && /^[^.:]{3,60}$|^\S+[.)]\s[^.:]{3,50}$/.test(found ?? '')) ask(found)
        }
        for (const fault of [...row.faults, ...(row.left?.faults ?? [])]) ask(...strangeWord(row, fault, columns))
      }
      for (const row of warned) {
        for (const fault of row.warnings ?? []) warnings.add(fault, () => toExample(row, fault))
      }
      addCounts(removed, result.removed)
      addCounts(emptied, result.emptied)
      addCounts(leftOut, result.leftOut)
      for (const row of rejected) {
        const told = new Map(row.faults.map((fault) => [reasonKey(fault), fault]))
        for (const fault of told.values()) reasons.add(fault, () => toExample(row, fault))
      }
    },
    /** Turns all changes into nothing kept. */
    keepNothing(): void {
      counts.created = 0
      counts.changed = 0
      for (const counts of [emptied, leftOut]) for (const name of Object.keys(counts)) delete counts[name]
    },
    get summary(): ImportSummary {
      const plain = ({ field, reason, rows }: KeptReason) => ({ field, reason, rows })
      const first = (one: KeptReason) => {
        const found = one.examples[0]?.found
        return { ...plain(one), ...(found !== undefined && { found }) }
      }
      return {
        ...counts,
        ...{ removed: { ...removed }, emptied: { ...emptied }, left_out: { ...leftOut } },
        ...{ understood: understood.all().map(first), warnings: warnings.all().map(first) },
        ...{ not_understood: [...words.values()], reasons: reasons.all().map(plain) },
      }
    },
    /** The most frequent reasons with the first rows of each, without anything that may be a seller's contact. */
    kept: (): KeptReasons => ({ reasons: keptOf(reasons.all()), warnings: keptOf(warnings.all()) }),
  }
}

const EXAMPLES_OF_EACH = 3
const MAX_KEPT_REASONS = 50

/** Counts faults or readings, with the first rows of each. */
function countReasons() {
  const counts = new Map<string, KeptReason>()
  function add(fault: Fault, example: () => Partial<Example>): void {
    const known = counts.get(reasonKey(fault))
    if (known) {
      known.rows++
      if (known.examples.length < EXAMPLES_OF_EACH) known.examples.push(example() as Example)
    } else if (counts.size < MAX_REASONS || fault.reason === OTHER.reason) {
      const one = { field: fieldOf(fault), reason: fault.reason, rows: 1, examples: [example() as Example] }
      counts.set(reasonKey(fault), one)
    } else add(OTHER, example)
  }
  return { add, all: () => [...counts.values()].sort((a, b) => b.rows - a.rows) }
}

const OTHER: Fault = { path: 'row', reason: 'other reasons' }

/** Equal for faults that differ only in the value or the place in a list. */
export function reasonKey(fault: Fault): string {
  return `${fieldOf(fault)}: ${fault.reason}`
}

function fieldOf({ path }: Fault): string {
  if (path === '') return 'row'
  return path.includes('[') ? path.replace(/\[\d+\]/g, '[]') : path
}

function keptOf(reasons: readonly KeptReason[]): KeptReason[] {
  return reasons.slice(0, MAX_KEPT_REASONS).map(({ field, reason, rows, examples }) => ({
    ...{ field: guard().guardText(field), reason: guard().guardText(reason), rows, examples: [...examples] },
  }))
}

function toExample(row: CheckedRow, { path, found, suggestion }: Fault): Example {
  const hint = suggestion !== undefined && guard().guardText(suggestion) === suggestion ? { suggestion } : {}
  const at = guard().guardText(placeText(row))
  // Any field of a listing may hold a seller's name, and a shortened value part of a number.
  if (found === undefined || row.type === 'listing' || row.type === undefined) return { at, ...hint }
  if (path.split(/[.[\]]+/).some(guard().isContactKey) || guard().guardText(found) !== found) return { at, ...hint }
  return { at, found, ...hint }
}

/**
 * A word as `--means` names it: with its column, so that it says nothing elsewhere, but a heading as it stands. An
 * answer holds in all columns for the field, if the name of its own means that, so it is asked once.
 */
function scoped(
  { readings = [], type = 'machine' }: CheckedRow,
  path: string,
  word: string | undefined,
  columns: ReadonlyMap<string, string>,
): [word?: string, known?: string] {
  const field = path.replace(/\[\d+\]/, '')
  const column = columns.get(field)
  const isAbove = readings.some((one) => one.path === path && one.reason.startsWith('is taken from the line'))
  if (word === undefined || column === undefined || isAbove) return word === undefined ? [] : [word]
  const all = columnOf(type, column).target === field ? field : column
  return [`${column}: ${word}`, `${all}: ${word}`]
}

/** The word of a cell that means nothing where it stands. */
function strangeWord(
  row: CheckedRow,
  { path, reason, found = '' }: Fault,
  columns: ReadonlyMap<string, string>,
): [word?: string, known?: string] {
  if (!row.readings || row.type === 'listing') return []
  const unit = /has a unit that is not known here: ([\p{L}\p{M}. ]+)$/u.exec(reason)?.[1]
  const [, word] =
    (/must be one of|is no class|is a maker that is not known/.test(reason) && /^"(.*?)"…?$/s.exec(found)) || []
  return scoped(row, path, unit ?? word, columns)
}
