import { createTextMemo } from './text-memo.ts'

/**
 * Machines as one text that the database puts together: to make a string of every column of every row takes longer
 * than all the rest of reading them. The fields stand in this order, each with a mark after it that none of them
 * holds: they are figures, slugs, keys, dates and JSON. Only the address of an image may hold anything, so its length
 * is told before.
 */
const FIELDS = [
  'id',
  'slug',
  'manufacturer_id',
  'class_key',
  'published_at',
  'price_from_inr',
  'price_to_inr',
  'price_kind',
  'price_as_of',
  'linkage',
  'aliases',
  'facts',
  'media_image',
] as const
type Field = (typeof FIELDS)[number]

const MARK = '\u0001'
const MARK_BYTE = 1
const ZERO = 0x30
const LAST = FIELDS.length - 1
const NUMBERS = Object.fromEntries(FIELDS.map((name, number) => [name, number])) as Record<Field, number>

/** Small pages die young: the memory of the process does not grow with them. */
const ROWS = 500

export interface MachinePage {
  /** The highest id in it; null, like the text, when there are no more machines. */
  last: number
  page: Uint8Array | string | null
}

/** The next page after an id, in no order; `after` stands for that id. SQLite can give it out as bytes. */
export function machinePageSql(after: string, asBytes: boolean): string {
  const fields = FIELDS.map((name) =>
    name === 'media_image' ? `octet_length(${name}), '${MARK}', ${name}` : `${name}, '${MARK}'`,
  )
  const page = `string_agg(concat(${fields.join(', ')}), '')`
  return `select max(id) as last, ${asBytes ? `cast(${page} as blob)` : page} as page
    from (select ${FIELDS.join(', ')} from machines where id > ${after} order by id limit ${ROWS}) as machine`
}

export function pageBytes(page: Uint8Array | string): Buffer {
  return typeof page === 'string' ? Buffer.from(page) : Buffer.from(page.buffer, page.byteOffset, page.byteLength)
}

/** The row at hand of a page. An unknown field is empty. */
export interface PageRow {
  readonly bytes: Buffer
  start(field: Field): number
  end(field: Field): number
  lengthOf(field: Field): number
  /** Tells an empty address of an image from none. */
  has(field: 'media_image'): boolean
  text(field: Field): string
  /** The same for a field with few values. */
  term(field: Field): string
  figure(field: 'id' | 'manufacturer_id'): number
}

/** Calls back for each row of a page. */
export function createPageReader(): (page: Buffer, visit: (row: PageRow) => void) => void {
  const starts = new Uint32Array(FIELDS.length)
  const ends = new Uint32Array(FIELDS.length)
  const terms = createTextMemo()
  let bytes: Buffer = Buffer.alloc(0)
  let hasImage = false

  function figureBetween(start: number, end: number): number {
    let figure = 0
    for (let at = start; at < end; at++) figure = figure * 10 + bytes[at]! - ZERO
    return figure
  }

  const row: PageRow = {
    get bytes() {
      return bytes
    },
    start: (field) => starts[NUMBERS[field]]!,
    end: (field) => ends[NUMBERS[field]]!,
    lengthOf: (field) => ends[NUMBERS[field]]! - starts[NUMBERS[field]]!,
    has: () => hasImage,
    text: (field) => bytes.toString('utf8', starts[NUMBERS[field]]!, ends[NUMBERS[field]]!),
    term: (field) => terms.read(bytes, starts[NUMBERS[field]]!, ends[NUMBERS[field]]!),
    figure: (field) => figureBetween(starts[NUMBERS[field]]!, ends[NUMBERS[field]]!),
  }

  function fieldEnd(start: number): number {
    let at = start
    while (bytes[at] !== MARK_BYTE) at++
    return at
  }

  return (page, visit) => {
    bytes = page
    for (let at = 0; at < page.length; ) {
      for (let field = 0; field < LAST; field++) {
        starts[field] = at
        ends[field] = at = fieldEnd(at)
        at++
      }
      const end = fieldEnd(at)
      hasImage = end > at
      starts[LAST] = end + 1
      ends[LAST] = at = end + 1 + figureBetween(at, end)
      visit(row)
    }
  }
}
