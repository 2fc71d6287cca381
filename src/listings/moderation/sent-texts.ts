import { contactSpans, guardUrl, guardVideo, isContactKey, splitContacts } from '../../redaction/redaction.ts'

interface SentPart {
  text: string
  removed: boolean
}

export interface SentText {
  /** Its path in the listing: `description`, `condition.note`, `photos[1]`. */
  field: string
  parts: SentPart[]
}

const URL_FIELDS = /^(?:video_url|photos\[\d+\]|photo_rows\[\d+\]\.url)$/

export function sentTexts(sent: Readonly<Record<string, unknown>>, contact?: unknown): SentText[] {
  const texts: SentText[] = []
  const split = splitContacts(sent)

  function visit(value: unknown, field: string, isContact: boolean): void {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) visit(item, `${field}[${i}]`, isContact)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, `${field}.${key}`, isContact || isContactKey(key))
    } else if (value !== null && value !== '') {
      const parts = partsOf(String(value), field, isContact)
      if (parts.some(({ removed }) => removed)) texts.push({ field, parts })
    }
  }

  function partsOf(text: string, field: string, isContact: boolean): SentPart[] {
    const goesWhole =
      isContact || (URL_FIELDS.test(field) && (field === 'video_url' ? guardVideo : guardUrl)(text, contact) === '')
    if (goesWhole) return [{ text, removed: true }]
    if (URL_FIELDS.test(field)) return [{ text, removed: false }]
    const spans = contactSpans(text)
    const others = (split.get(field) ?? []).filter(
      ({ start, end }) => !spans.some((its) => start < its.end && its.start < end),
    )
    return splitAt(
      text,
      [...spans, ...others].sort((a, b) => a.start - b.start),
    )
  }

  for (const [name, value] of Object.entries(sent)) visit(value, name, isContactKey(name))
  return texts
}

function splitAt(text: string, spans: readonly { start: number; end: number }[]): SentPart[] {
  const parts: SentPart[] = []
  let from = 0
  for (const { start, end } of spans) {
    if (start > from) parts.push({ text: text.slice(from, start), removed: false })
    parts.push({ text: text.slice(start, end), removed: true })
    from = end
  }
  if (from < text.length) parts.push({ text: text.slice(from), removed: false })
  return parts
}
