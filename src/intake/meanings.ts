import { nearestName } from '../text/nearest-name.ts'
import { columnWords } from './column-words.ts'
import { type Fault, InputError, OPTIONS } from './report.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { columnOf } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { foldWords, withoutYear } from './table-words.ts'
import { fieldUnit, unitsOf } from './written-values.ts'

// What an operator says beside a table: what every row has, and what its words mean.

export type Pair = readonly [name: string, value: string]

/** `lifecycle=current; price date=21/08/2026`, or each on a line, as pairs; one that still ends in … was not filled in. */
export function readPairs(option: string, given = ''): Pair[] {
  return allPairs(option, given).filter(([, value]) => !isOpen(value))
}

function allPairs(option: string, given: string): Pair[] {
  const texts = given.split(/[;\n]/).filter((pair) => pair.trim() !== '')
  const pairs = texts.map((pair) => pair.split(/=(.*)/s, 2).map((side) => side.trim()) as [string, string])
  const broken = texts.filter((_, at) => !pairs[at]![0] || !pairs[at]![1])
  refuseOptions(broken.map((pair) => ({ path: `${option} ${pair.trim()}`, reason: 'write name=value' })))
  return pairs
}

/** Refuses what an operator says beside a table, all at once, before anything of the table is taken. */
export function refuseOptions(faults: readonly Fault[]): void {
  const once = new Map(faults.map((fault) => [fault.path, fault]))
  if (once.size > 0) throw new InputError([...once.values()]).at(OPTIONS)
}

const isOpen = (value: string) => value === '…' || value === '...'

/** What is wrong with a name that an operator gives for a column. */
export function strangeName(option: string, name: string, type: RecordType): Fault {
  const suggestion = nearestName(foldWords(name), columnWords().keys())
  const reason = `means no field of ${ROW_SHAPES[type].what}`
  return { path: `${option} ${name}`, reason, ...(suggestion !== undefined && { suggestion }) }
}

/** Words of a table as `--means` names them, to be filled in. */
export function toFillIn(words: readonly string[]): string {
  return words.map((word) => `${word.replace(/[;='’\s]+/g, ' ').trim()}=…`).join('; ')
}

export type Meanings = ReturnType<typeof createMeanings>

interface Entry {
  word: string
  text: string
  isColumn?: boolean
  /** The operator says it, not the table. */
  isOwn?: boolean
  isMet?: boolean
  isTold?: boolean
}

/** A shorter word may be part of a name. */
const LEAST_AMONG = 4
const MAX_SEEN = 5_000
const ASIDES = /\([^()]*\)/g

export function createMeanings(given: string | undefined, type: RecordType = 'machine') {
  const pairs = readPairs('--means', given)
  const open = allPairs('--means', given ?? '').filter(([, value]) => isOpen(value))
  const passed = new Set(open.map(([word]) => foldWords(word)))
  const entries = new Map<string, Entry>()
  for (const [word, meant] of pairs) {
    const { target, both } = columnOf(type, meant)
    const isColumn = target !== undefined || both !== undefined
    const entry = { word, text: inUnitOf(word, meant, type), isColumn, isOwn: true }
    entries.set(foldWords(word), entry)
    // `Type: CR` holds in every column for the same field.
    const [, column = '', code = ''] = /^(.+?):\s*(.+)$/s.exec(word) ?? []
    const { target: field } = columnOf(type, column)
    if (field !== undefined) entries.set(foldWords(`${field} ${code}`), entry)
  }
  const seen = new Set<string>()
  const has = (text: string) => entries.values().some(({ text: meant, isOwn }) => isOwn && meant === text)

  /** Among other words one counts in a heading and beside a figure; elsewhere they may say the contrary: `not known`. */
  function cellOf(cell: string, isHeading: boolean, columns: readonly string[], line: ReadonlySet<string>): string {
    const key = foldWords(cell)
    if (key === '') return cell
    if (seen.size < MAX_SEEN) seen.add(key)
    const plain = withoutYear(cell)
    const keys = [...columns.map((column) => foldWords(`${column} ${plain}`)), key, foldWords(plain)]
    // A heading is asked for without what stands in brackets.
    const asides = isHeading ? (cell.match(ASIDES) ?? []) : []
    const bare = asides.length > 0 ? cell.replace(ASIDES, ' ') : cell
    const inBare = (word: string, text: string) => {
      const meant = bare !== cell && foldWords(bare).includes(word) ? withMeant(bare, word, text) : undefined
      return meant && [meant, ...asides].join(' ')
    }
    // What the table explains are words of its cells, not of its headers.
    const whole = keys.map((one) => entries.get(one)).find((entry) => entry?.isOwn || (entry && columns.length > 0))
    const mayStand = isHeading || /\p{Nd}/u.test(cell)
    if (whole) whole.isMet = true
    if (whole) return whole.text
    if (has(cell)) return cell
    const scopes = columns.map((column) => `${foldWords(column)} `).toSorted((a, b) => b.length - a.length)
    for (const [own, entry] of entries) {
      const word = own.slice(scopes.find((scope) => own.startsWith(scope))?.length ?? 0)
      const { text, isOwn = false, isColumn = false } = entry
      // The name of a column means nothing within its cells.
      if (isColumn && columns.length > 0 && !isHeading) continue
      // A word that is a whole cell of the line is meant there alone.
      if (line.has(word)) continue
      // `Rate=…` says nothing of `Rate Dt`, which is a column of its own.
      if (isColumn && columnOf(type, cell).target !== columnOf(type, entry.word).target) continue
      const among =
        isOwn && (mayStand || isColumn)
          ? ((key.includes(word) ? withMeant(cell, word, text) : undefined) ?? inBare(word, text))
          : undefined
      if (among === undefined) continue
      entry.isMet = true
      return among
    }
    return cell
  }

  return {
    /** A line in words that are known: whole cells, those named with their column first (`Status: D`), or words of them. */
    of(line: TableLine, headers: readonly (readonly string[])[] = []): TableLine {
      if (entries.size === 0) return line
      const { given = line.cells } = line
      const isHeading = given.filter((cell) => cell.trim() !== '').length === 1
      const columnsOf = (at: number) => headers.flatMap((header) => header[at] ?? [])
      const all = new Set(given.map(foldWords))
      return { ...line, cells: given.map((cell, at) => cellOf(cell, isHeading, columnsOf(at), all)), given }
    },
    /** Takes what the table itself explains, behind what the operator says. */
    add(explained: readonly Pair[]): void {
      for (const [word, text] of explained) {
        const key = foldWords(word)
        if (!entries.has(key)) entries.set(key, { word, text })
      }
    },
    /** Whether a text is what some word means. */
    has,
    /** Whether the operator left open what a text means. */
    passes: (text: string) => passed.has(foldWords(text)),
    /** The words that were met since this was asked last. */
    met: (): Fault[] => {
      const met = [...new Set(entries.values())].filter(({ isMet, isTold }) => isMet && !isTold)
      for (const entry of met) entry.isTold = true
      return met.map(({ word, text, isOwn }) => ({
        path: word,
        reason: isOwn ? 'is read as --means says' : 'is read as lines of the table explain it',
        found: text,
      }))
    },
    /** What else is wrong with the words that were given. */
    wrong: [] as Fault[],
    /** Words that the table does not have. */
    unmet: (): Fault[] =>
      [...entries]
        .filter(([, { isMet, isOwn }]) => isOwn && !isMet)
        .map(([key, { word }]) => {
          const reason = 'stands nowhere in the table'
          return { path: `--means ${word}`, reason, suggestion: nearestName(key, seen) }
        }),
  }
}

/** A text with a word inside it, however it is spelled, as what it means; undefined where it does not stand there. */
function withMeant(text: string, key: string, meant: string): string | undefined {
  if (key.length < LEAST_AMONG) return undefined
  const words = [...text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)]
  for (const [at, { index }] of words.entries()) {
    for (const last of words.slice(at, at + key.length)) {
      const end = last.index + last[0].length
      const folded = foldWords(text.slice(index, end))
      if (folded === key) return text.slice(0, index) + meant + text.slice(end)
      if (folded.length > key.length) break
    }
  }
  return undefined
}

/** A column that is named in other words keeps its unit: `Wajan (Qtl)=weight`, `Takat (kW)=power`. */
function inUnitOf(word: string, meant: string, type: RecordType): string {
  const { target, unit } = columnOf(type, meant)
  const last = foldWords(word).split(' ').at(-1)!
  // The name of a field names its own unit.
  const isPlain = !unit || foldWords(meant) === foldWords(target ?? '')
  const isKept = target !== undefined && isPlain && fieldUnit(target) && unitsOf(last).length > 0
  return isKept && columnOf(type, `${meant} ${last}`).target !== undefined ? `${meant} ${last}` : meant
}
