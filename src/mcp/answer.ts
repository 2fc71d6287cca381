import type { ImplementSummary, MachineSummary } from '../schema/api/machine.ts'
import { type Sources, ToolError, type ToolResult } from './tool.ts'

/** The size of a whole answer on arrival: text, structured content and what the protocol adds. */
export const MAX_CHARACTERS = 16_000
const OF_PROTOCOL = 300
/** Space for notes about what was left out. */
const FOR_NOTES = 700
/** A shorter part of a text is not worth reading. */
const MIN_TEXT = 200

function answerWith(value: Record<string, unknown>, isStructured = false): ToolResult {
  const content: ToolResult['content'] = [{ type: 'text', text: JSON.stringify(value) }]
  return isStructured ? { content, structuredContent: value } : { content }
}

/** As many items as fit, from the first; `make` builds the answer and says how many were left out. */
export function answerWithItems<T>(
  items: readonly T[],
  make: (page: readonly T[]) => Record<string, unknown>,
  isStructured = false,
): ToolResult {
  const resultOf = (count: number) => answerWith(make(items.slice(0, count)), isStructured)
  return resultOf(maxThatFits(items.length, (count) => fitsLimit(resultOf(count))))
}

/** A field whose name has a point in it stands under the key before the point. */
function withField(fields: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const [key = '', inner] = name.split('.')
  return { ...fields, [key]: inner === undefined ? value : { ...(fields[key] as object), [inner]: value } }
}

/**
 * The fields that fit, in order. A list is cut after a whole item, a text after a word; other values that do not fit
 * are left out. `left_out` names them, and `more` tells where the whole is.
 */
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

/** The largest count up to `all` that fits. If one does not fit, no larger one does. */
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

/** Without unknown fields: an absent field says the same in fewer words. */
export function nonNullFields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined))
}

/**
 * A machine in a list: the known fields of its summary, without the plate, which repeats its figures, and without what
 * only a page needs. `is_sample` appears where it is true.
 */
export function machineCard(machine: MachineSummary): Record<string, unknown> {
  const { id: _, plate: __, image: ___, section: ____, published_at: _____, is_sample, ...rest } = machine
  return nonNullFields({ ...rest, manufacturer: machine.manufacturer.slug, is_sample: is_sample || undefined })
}

export function implementCard(its: ImplementSummary): Record<string, unknown> {
  const { id: _, image: __, published_at: ___, fits_classes: ____, ...rest } = its
  return nonNullFields({ ...rest, manufacturer: its.manufacturer.slug })
}

/** Suggests the slug that a search finds for the words of the unknown one. */
export function unknownSlug({ catalogue }: Sources, slug: string): ToolError {
  const nearest = catalogue.model.nearestTo(slug)
  const hint = nearest ? `The nearest is "${nearest.slug}" (${nearest.name}). ` : ''
  const page = slug.length > 120 ? `${slug.slice(0, 120)}…` : slug
  return new ToolError(`There is no machine "${page}". ${hint}search_machines finds slugs by name, figures or filters.`)
}
