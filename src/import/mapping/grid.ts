import { RowInputError } from '../issue.ts'
import type { RecordType } from '../row-shapes.ts'
import type { TableLine } from '../table-source.ts'
import type { Mapping } from './mapping.ts'
import { fieldNamed } from './synonyms.ts'
import { lettersOf } from './words.ts'

export const HEAD_LINES = 30

export interface Headers {
  first: number
  last: number
  names: string[]
}

function toHeaders(cells: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return cells.map((cell, i) => {
    const plain = cell.replace(/\s+/g, ' ').trim() || `column ${i + 1}`
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    return count === 1 ? plain : `${plain} #${count}`
  })
}

/** Two header lines as one: `Engine` above `HP` and `CC` gives `Engine / HP` and `Engine / CC`. */
function joinLines(upper: readonly string[], lower: readonly string[]): string[] {
  const names: string[] = []
  let group = ''
  let isGrouped = false
  for (let i = 0; i < Math.max(upper.length, lower.length); i++) {
    const [above, below] = [upper[i]?.trim() ?? '', lower[i]?.trim() ?? '']
    if (/^[\d.,/-]+$/.test(below)) return []
    if (above !== '' || below === '') group = below === '' || above === below ? '' : above
    isGrouped ||= group !== '' && above === ''
    names.push(below === '' || above === below ? above : group === '' ? below : `${group} / ${below}`)
  }
  return isGrouped && names.filter((name) => name === '').length <= 1 ? names : []
}

export function findHeaders(lines: readonly TableLine[], type: RecordType, mapping?: Mapping): Headers {
  const mapped = new Set(Object.keys(mapping?.columns ?? {}).map(lettersOf))
  const isNamed = (name: string) => mapped.has(lettersOf(name)) || fieldNamed(type, name).exact !== undefined
  const scoreOf = (names: readonly string[]) => {
    const filled = names.filter((name) => name.trim() !== '')
    return filled.length > 1 || names.length === 1 ? filled.filter(isNamed).length : 0
  }
  const head = lines.slice(0, HEAD_LINES)
  let best: Headers & { score: number } = { score: 0, first: 0, last: 0, names: [] }
  for (const [i, { cells }] of head.entries()) {
    const joined = joinLines(head[i - 1]?.cells ?? [], cells)
    for (const [names, first] of [
      [cells, i],
      [joined, i - 1],
    ] as const) {
      const score = scoreOf(names)
      if (score > best.score) best = { score, first, last: i, names: [...names] }
    }
  }
  if (best.score > 0) return { ...best, names: toHeaders(best.names) }
  // No header is recognised: the first line with the most texts.
  const counts = head.map(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length)
  if (Math.max(...counts) < 2) throw new RowInputError('has no line that names columns: is it a table?', 1)
  const last = counts.indexOf(Math.max(...counts))
  return { first: last, last, names: toHeaders(lines[last]!.cells) }
}
