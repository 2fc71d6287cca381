import type { ImplementSummary, MachineSummary } from '../schema/api/machine.ts'
import { type Sources, ToolError, type ToolResult } from './tool.ts'

/** Of a whole response. */
export const MAX_CHARACTERS = 16_000
const OF_PROTOCOL = 300
const FOR_NOTES = 700
/** Shorter parts are not worth reading. */
const MIN_TEXT = 200

function answerWith(value: Record<string, unknown>, isStructured = false): ToolResult {
  const content: ToolResult['content'] = [{ type: 'text', text: JSON.stringify(value) }]
  return isStructured ? { content, structuredContent: value } : { content }
}

/** `make` gets as many items as fit. */
export function answerWithItems<T>(
  items: readonly T[],
  make: (page: readonly T[]) => Record<string, unknown>,
  isStructured = false,
): ToolResult {
  const resultOf = (count: number) => answerWith(make(items.slice(0, count)), isStructured)
  return resultOf(maxThatFits(items.length, (count) => fitsLimit(resultOf(count))))
}

/** `a.b` is a field of `a`. */
function withField(fields: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const [key = '', inner] = name.split('.')
  return { ...fields, [key]: inner === undefined ? value : { ...(fields[key] as object), [inner]: value } }
}

/** Adds the fields that fit. Lists and texts are cut; `left_out` names what is missing, `more` says where it is. */
export function answerWithFields(fields: readonly (readonly [string, unknown])[], more: string): ToolResult {
  let page: Record<string, unknown> = {}
  const ignored: Record<string, string> = {}
  const takes = (name: string, value: unknown) => fitsLimit(answerWith(withField(page, name, value)), FOR_NOTES)
  for (const [name, value] of fields) {
    if (takes(name, value)) {
      page = withField(page, name, value)
    } else if (Array.isArray(value)) {
      const count = maxThatFits(value.length, (count) => takes(name, value.slice(0, count)))
      if (count > 0) page = withField(page, name, value.slice(0, count))
      ignored[name] = `${value.length - count} of ${value.length}`
    } else if (typeof value === 'string') {
      const length = maxThatFits(value.length, (length) => takes(name, value.slice(0, length)))
      if (length >= MIN_TEXT) page = withField(page, name, `${value.slice(0, length).replace(/\s*\S*$/u, '')}…`)
      ignored[name] = 'its end'
    } else {
      ignored[name] = 'all'
    }
  }
  if (Object.keys(ignored).length === 0) return answerWith(page)
  return answerWith({ ...page, left_out: ignored, more })
}

export function errorAnswer(message: string): ToolResult {
  return { content: [{ type: 'text', text: message.slice(0, MAX_CHARACTERS / 2) }], isError: true }
}

export function sizeOf(answer: ToolResult): number {
  return JSON.stringify(answer).length
}

function fitsLimit(answer: ToolResult, reserve = 0): boolean {
  return sizeOf(answer) <= MAX_CHARACTERS - OF_PROTOCOL - reserve
}

function maxThatFits(all: number, fitsSo: (count: number) => boolean): number {
  if (fitsSo(all)) return all
  let low = 0
  let high = all
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fitsSo(middle)) low = middle
    else high = middle
  }
  return low
}

export function nonNullFields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined))
}

/** The plate repeats other figures. */
export function machineCard(machine: MachineSummary): Record<string, unknown> {
  const { id: _, plate: __, image: ___, section: ____, published_at: _____, is_sample, ...rest } = machine
  return nonNullFields({ ...rest, manufacturer: machine.manufacturer.slug, is_sample: is_sample || undefined })
}

export function implementCard(its: ImplementSummary): Record<string, unknown> {
  const { id: _, image: __, published_at: ___, fits_classes: ____, ...rest } = its
  return nonNullFields({ ...rest, manufacturer: its.manufacturer.slug })
}

export function unknownSlug({ catalogue }: Sources, slug: string): ToolError {
  const nearest = catalogue.model.nearestTo(slug)
  const hint = nearest ? `The nearest is "${nearest.slug}" (${nearest.name}). ` : ''
  const page = slug.length > 120 ? `${slug.slice(0, 120)}…` : slug
  return new ToolError(
    `No machine has the slug "${page}". ${hint}search_machines finds slugs by name, figures or filters.`,
  )
}
