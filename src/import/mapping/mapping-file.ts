import { createRequire } from 'node:module'
import type { Node } from 'yaml'
import { RowInputError } from '../issue.ts'
import { type Mapping, type Proposal, segmentsOf, toMapping } from './mapping.ts'
import { targetsOf } from './targets.ts'

const MAX_CHARACTERS = 256 * 1024
/** Loaded on first use: a server rarely reads a mapping. */
const loadYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

export function readMapping(text: string): Mapping {
  if (text.length > MAX_CHARACTERS) throw new RowInputError('is larger than 256 kB, the limit for a mapping')
  const { parse, YAMLParseError } = loadYaml()
  try {
    return toMapping(parse(text))
  } catch (error) {
    if (error instanceof YAMLParseError) throw new RowInputError(`is not YAML: ${error.message.split('\n')[0]}`)
    throw error
  }
}

/** Writes a mapping as YAML, with the question and its choices as a comment after each `?`, and cells after columns. */
export function mappingText(
  mapping: Mapping,
  { questions, examples }: Pick<Partial<Proposal>, 'questions'> & { examples?: (header: string) => string[] } = {},
): string {
  const columns = Object.entries(mapping.columns).map(([header, column]) => {
    return [header, Object.keys(column).length === 1 ? column.field : column] as const
  })
  const { Document } = loadYaml()
  const document = new Document({ ...mapping, columns: Object.fromEntries(columns) })
  const place = (path: readonly string[]) =>
    (document.getIn(path, true) ?? document.getIn(path.slice(0, -1), true)) as Node | undefined
  for (const [header] of columns) {
    const cells = examples?.(header) ?? []
    const node = place(['columns', header])
    if (node && cells.length > 0) comment(node, `such as ${cells.join(' | ')}`)
  }
  for (const { path, text, choices, examples: cells } of questions ?? []) {
    const node = place(segmentsOf(path))
    const such = cells.length > 0 && !path.startsWith('columns/') ? `; such as ${cells.join(' | ')}` : ''
    if (node) comment(node, `${text} ${choices.join(', ')}${such}`)
  }
  if (questions)
    document.commentBefore = ` Replace every ? with one of the choices, then: yantra import FILE --mapping THIS_FILE\n Fields of a column: skip, note (shown in the preview only), ${targetsOf(mapping.type).join(', ')}`
  return document.toString({ lineWidth: 0 })
}

function comment(node: Node, text: string): void {
  const plain = ` ${text.replace(/\s+/g, ' ')}`
  node.comment = node.comment ? `${plain};${node.comment}` : plain
}
