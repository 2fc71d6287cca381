import { RowInputError } from '../report.ts'
import type { RecordType } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import type { Mapping } from './mapping.ts'
import { fieldNamed } from './synonyms.ts'
import { lettersOf } from './words.ts'

/** The headers are looked for among the first lines. */
export const HEAD_LINES = 30

/** Where the headers of a sheet are: one line, or two with groups in the first. */
export interface Headers {
  /** The index of their last line. */
  last: number
  /** The index of their first line. */
  first: number
  names: string[]
}

/** Keys for headers: one space between words, and numbers after those that come twice or are empty. */
function keysOf(cells: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return cells.map((cell, i) => {
    const plain = cell.replace(/\s+/g, ' ').trim() || `column ${i + 1}`
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    return count === 1 ? plain : `${plain} #${count}`
  })
}

/** Two header lines as one: `Engine` above `HP` and `CC` gives `Engine / HP` and `Engine / CC`. */
function joinLines(upper: readonly string[], lower: readonly string[]): string[] | undefined {
  const width = Math.max(upper.length, lower.length)
  const names: string[] = []
  let group = ''
  let grouped = 0
  for (let i = 0; i < width; i++) {
    const [above, below] = [upper[i]?.trim() ?? '', lower[i]?.trim() ?? '']
    if (/^[\d.,/-]+$/.test(below)) return undefined
    if (above !== '') group = below === '' || above === below ? '' : above
    else if (below === '') group = ''
    if (group !== '' && above === '') grouped++
    names.push(below === '' || above === below ? above : group === '' ? below : `${group} / ${below}`)
  }
  return grouped > 0 && names.filter((name) => name === '').length <= 1 ? names : undefined
}

/** The line, or two, whose cells name most columns of this type or of this mapping. */
export function findHeaders(lines: readonly TableLine[], type: RecordType, mapping?: Mapping): Headers {
  const mapped = new Set(Object.keys(mapping?.columns ?? {}).map(lettersOf))
  const scoreOf = (names: readonly string[]) => {
    const filled = names.filter((name) => name.trim() !== '')
    const isNamed = (name: string) => mapped.has(lettersOf(name)) || fieldNamed(type, name).exact !== undefined
    return filled.length > 1 || names.length === 1 ? filled.filter(isNamed).length : 0
  }
  let best: { score: number; first: number; last: number; names: readonly string[] } | undefined
  const head = lines.slice(0, HEAD_LINES)
  for (const [i, { cells }] of head.entries()) {
    const joined = i > 0 ? joinLines(head[i - 1]!.cells, cells) : undefined
    for (const [names, first] of [
      [cells, i],
      [joined ?? [], i - 1],
    ] as const) {
      const score = scoreOf(names)
      if (
        score > (best?.score ?? 0) ||
        (score > 0 && score === best?.score && first < best.last && best.last === i - 1 && joined === names)
      )
        best = { score, first, last: i, names }
    }
  }
  if (best) return { first: best.first, last: best.last, names: keysOf(best.names) }
  // No header is recognised: the first line with the most texts.
  const counts = head.map(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length)
  if (Math.max(...counts) < 2) throw new RowInputError('has no line that names columns: is it a table?').at(1)
  const last = counts.indexOf(Math.max(...counts))
  return { first: last, last, names: keysOf(lines[last]!.cells) }
}

/** How many headers name a field of each type. */
export function headerScores(lines: readonly TableLine[]): Record<'machine' | 'listing' | 'implement', Set<string>> {
  const namedBy = (type: RecordType) => {
    try {
      return new Set(findHeaders(lines, type).names.flatMap((name) => fieldNamed(type, name).exact?.field ?? []))
    } catch {
      return new Set<string>()
    }
  }
  return { machine: namedBy('machine'), listing: namedBy('listing'), implement: namedBy('implement') }
}
