import type { ImplementSummary, MachineSummary } from '../schema/api/machine.ts'
import { type Answer, type Sources, ToolError } from './tool.ts'

/** The size of a whole answer on arrival: text, structured content and what the protocol adds. */
export const MAX_CHARACTERS = 16_000
const OF_PROTOCOL = 300
/** Space for notes about what was left out. */
const FOR_NOTES = 700
/** A shorter part of a text is not worth reading. */
const LEAST_TEXT = 200

function answerWith(value: Record<string, unknown>, isStructured = false): Answer {
  const content: Answer['content'] = [{ type: 'text', text: JSON.stringify(value) }]
  return isStructured ? { content, structuredContent: value } : { content }
}

/** As many items as fit, from the first; `make` builds the answer and says how many were left out. */
export function answerWithItems<T>(
  items: readonly T[],
  make: (shown: readonly T[]) => Record<string, unknown>,
  isStructured = false,
): Answer {
  const made = (count: number) => answerWith(make(items.slice(0, count)), isStructured)
  return made(mostThatFits(items.length, (count) => fits(made(count))))
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
export function answerWithFields(fields: readonly (readonly [string, unknown])[], more: string): Answer {
  let shown: Record<string, unknown> = {}
  const ignored: Record<string, string> = {}
  const takes = (name: string, value: unknown) => fits(answerWith(withField(shown, name, value)), FOR_NOTES)
  for (const [name, value] of fields) {
    if (takes(name, value)) {
      shown = withField(shown, name, value)
    } else if (Array.isArray(value)) {
      const count = mostThatFits(value.length, (count) => takes(name, value.slice(0, count)))
      if (count > 0) shown = withField(shown, name, value.slice(0, count))
      ignored[name] = `${value.length - count} of ${value.length}`
    } else if (typeof value === 'string') {
      const length = mostThatFits(value.length, (length) => takes(name, value.slice(0, length)))
      if (length >= LEAST_TEXT) shown = withField(shown, name, `${value.slice(0, length).replace(/\s*\S*$/u, '')}…`)
      ignored[name] = 'its end'
    } else {
      ignored[name] = 'all'
    }
  }
  if (Object.keys(ignored).length === 0) return answerWith(shown)
  return answerWith({ ...shown, left_out: ignored, more })
}

export function errorAnswer(message: string): Answer {
  return { content: [{ type: 'text', text: message.slice(0, MAX_CHARACTERS / 2) }], isError: true }
}

export function sizeOf(answer: Answer): number {
  return JSON.stringify(answer).length
}

function fits(answer: Answer, spare = 0): boolean {
  return sizeOf(answer) <= MAX_CHARACTERS - OF_PROTOCOL - spare
}

/** The largest count up to `all` that fits. If one does not fit, no larger one does. */
function mostThatFits(all: number, fitsSo: (count: number) => boolean): number {
  if (fitsSo(all)) return all
  let least = 0
  let most = all
  while (most - least > 1) {
    const middle = (least + most) >> 1
    if (fitsSo(middle)) least = middle
    else most = middle
  }
  return least
}

/** Without unknown fields: an absent field says the same in fewer words. */
export function knownFields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, known]) => known !== null && known !== undefined))
}

/**
 * A machine in a list: the known fields of its summary, without the plate, which repeats its figures, and without what
 * only a page needs. `is_sample` appears where it is true.
 */
export function machineCard(machine: MachineSummary): Record<string, unknown> {
  const { id: _, plate: __, image: ___, section: ____, published_at: _____, is_sample, ...rest } = machine
  return knownFields({ ...rest, manufacturer: machine.manufacturer.slug, is_sample: is_sample || undefined })
}

export function implementCard(its: ImplementSummary): Record<string, unknown> {
  const { id: _, image: __, published_at: ___, fits_classes: ____, ...rest } = its
  return knownFields({ ...rest, manufacturer: its.manufacturer.slug })
}

/** Suggests the slug that a search finds for the words of the unknown one. */
export function unknownSlug({ catalogue }: Sources, slug: string): ToolError {
  const nearest = catalogue.model.nearestTo(slug)
  const told = nearest ? `The nearest is "${nearest.slug}" (${nearest.name}). ` : ''
  const shown = slug.length > 120 ? `${slug.slice(0, 120)}…` : slug
  return new ToolError(
    `There is no machine "${shown}". ${told}search_machines finds slugs by name, figures or filters.`,
  )
}
