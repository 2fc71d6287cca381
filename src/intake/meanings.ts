import { nearestName } from '../text/nearest-name.ts'
import { type Fault, InputError } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { columnOf } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { foldWords } from './table-words.ts'
import { fieldUnit, unitsOf } from './written-values.ts'

// What an operator says beside a table: what every row has, and what its words mean.

export type Pair = readonly [name: string, value: string]

/** `lifecycle=current; price date=21/08/2026`, or each on a line, as pairs; one that still ends in … was not filled in. */
export function readPairs(option: string, given = ''): Pair[] {
  const pairs = given.split(/[;\n]/).filter((pair) => pair.trim() !== '')
  return pairs.flatMap((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2).map((side) => side.trim())
    if (value === '…' || value === '...') return []
    if (name === '' || value === '') throw new InputError(`${option} ${pair.trim()}: write name=value`)
    return [[name, value] as const]
  })
}

/** Words of a table as `--means` names them, to be filled in. */
export function toFillIn(words: readonly string[]): string {
  return words.map((word) => `${word.replace(/[;='’\s]+/g, ' ').trim()}=…`).join('; ')
}

export interface Meanings {
  /** A line in words that are known: whole cells, or what stands among their words. */
  of(line: TableLine): TableLine
  /** The same for words that are named with their column: `Status: D`. A header may be known by two names. */
  under(headers: readonly (readonly string[])[], line: TableLine): TableLine
  /** Takes what the table itself explains, behind what the operator says. */
  add(explained: readonly Pair[]): void
  /** Whether a text is what some word means. */
  has(text: string): boolean
  /** The words that were met since this was asked last. */
  met(): Fault[]
  /** Words that the table does not have. */
  unmet(): Fault[]
}

/** A shorter word may be part of a name. */
const LEAST_AMONG = 4
const MAX_SEEN = 5_000

export function createMeanings(pairs: readonly Pair[], type: RecordType = 'machine'): Meanings {
  const entries = pairs.map(([word, meant]) => {
    const text = inUnitOf(word, meant, type)
    const isColumn = columnOf(type, meant).target !== undefined
    return {
      word,
      text,
      key: foldWords(word),
      among: wordsOf(word),
      isColumn,
      isMet: false,
      isTold: false,
      isOwn: true,
    }
  })
  const seen = new Set<string>()

  /** Among other words one counts in a heading and beside a figure; elsewhere they may say the contrary: `not known`. */
  function cellOf(cell: string, isHeading: boolean, column?: string): string {
    const key = foldWords(cell)
    if (key === '') return cell
    if (seen.size < MAX_SEEN) seen.add(key)
    const scoped = column === undefined ? key : foldWords(`${column} ${cell}`)
    const whole = entries.find((entry) => entry.key === scoped) ?? entries.find((entry) => entry.key === key)
    const mayStand = isHeading || /\p{Nd}/u.test(cell)
    const isAmong = ({ among, isColumn }: (typeof entries)[0]) => (mayStand || isColumn) && among?.test(cell)
    const found = whole ?? (column === undefined ? entries.find(isAmong) : undefined)
    if (!found) return cell
    found.isMet = true
    return whole ? found.text : cell.replace(found.among!, found.text)
  }

  function lineOf(line: TableLine, columnAt: (at: number) => string | undefined): TableLine {
    if (entries.length === 0) return line
    const isHeading = line.cells.filter((cell) => cell.trim() !== '').length === 1
    const cells = line.cells.map((cell, at) => cellOf(cell, isHeading, columnAt(at)))
    return { ...line, cells, given: line.given ?? line.cells }
  }

  return {
    of: (line) => lineOf(line, () => undefined),
    under: (headers, line) => headers.reduce((one, header) => lineOf(one, (at) => header[at] ?? ''), line),
    add(explained) {
      for (const [word, text] of explained) {
        const untold = { isColumn: false, isMet: false, isTold: false, isOwn: false }
        entries.push({ word, text, key: foldWords(word), among: undefined, ...untold })
      }
    },
    has: (text) => entries.some((entry) => entry.text === text),
    met: () =>
      entries.flatMap((entry) => {
        if (!entry.isMet || entry.isTold) return []
        entry.isTold = true
        const reason = entry.isOwn ? 'is read as --means says' : 'is read as the lines above the header say'
        return [{ path: entry.word, reason, found: entry.text }]
      }),
    unmet: () =>
      entries.flatMap(({ word, key, isMet, isOwn }) => {
        if (isMet || !isOwn) return []
        const near = nearestName(key, seen)
        const reason = `--means ${word}: stands nowhere in the table`
        return [{ path: 'row', reason, ...(near !== undefined && { suggestion: near }) }]
      }),
  }
}

/** A word inside a longer text; undefined for one that is too short. */
function wordsOf(word: string): RegExp | undefined {
  const key = foldWords(word)
  if (key.length < LEAST_AMONG) return undefined
  return new RegExp(`(?<![\\p{L}\\p{M}])${key.replaceAll(' ', '[^\\p{L}\\p{M}\\p{N}]+')}(?![\\p{L}\\p{M}])`, 'iu')
}

/** A column that is named in other words keeps its unit: `Wajan (Qtl)=weight`. */
function inUnitOf(word: string, meant: string, type: RecordType): string {
  const { target, unit } = columnOf(type, meant)
  const last = foldWords(word).split(' ').at(-1)!
  const own = target === undefined || unit ? undefined : fieldUnit(target)
  return own && unitsOf(last).some(({ measure }) => measure === own.measure) ? `${meant} ${last}` : meant
}
