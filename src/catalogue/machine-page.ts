/**
 * A page: many machines as one text that the database puts together. Making a string of every column of every row would
 * take longer than everything else about reading them. Fields come in this order, each followed by a mark that no figure,
 * slug, key, date or JSON list holds. The facts are long and an image address may hold any character, so their lengths
 * come here and their texts at the end.
 */
export const PAGE = {
  id: 0,
  slug: 1,
  manufacturer_id: 2,
  class_key: 3,
  published_at: 4,
  price_from_inr: 5,
  price_to_inr: 6,
  price_kind: 7,
  price_as_of: 8,
  linkage: 9,
  aliases: 10,
  facts: 11,
  media_image: 12,
} as const

const NAMES = Object.keys(PAGE)
const MARKED = NAMES.slice(0, PAGE.facts)
const MARK = '\u0001'
const MARK_BYTE = 1
const ZERO = 0x30
/** Small pages are collected soon, so the process does not grow. */
export const PAGE_ROWS = 500
/** The size of a page in a catch-up: requests wait while one is read. */
export const CHANGES_ROWS = 50

export interface MachinePage {
  /** The highest id or revision on it; null, like the page, without machines. */
  last: number
  page: Uint8Array | string | null
}

export interface PageChoice {
  /** Orders the pages; within a page there is no order. */
  by: 'id' | 'revision'
  /** An SQL condition on machines. */
  where: string
  /** Returns the page as bytes, which only SQLite can. */
  asBytes: boolean
  rows?: number
}

export function machinePageSql({ by, where, asBytes, rows = PAGE_ROWS }: PageChoice): string {
  const lengths = ['facts', 'media_image'].map((name) => `octet_length(${name})`)
  const fields = [...MARKED, ...lengths].map((field) => `${field}, '${MARK}'`)
  const page = `string_agg(concat(${fields.join(', ')}, facts, media_image), '')`
  return `select max(${by}) as last, ${asBytes ? `cast(${page} as blob)` : page} as page from
    (select ${NAMES.join(', ')}, revision from machines where ${where} order by ${by} limit ${rows}) as machine`
}

export function pageBytes(page: Uint8Array | string): Buffer {
  return typeof page === 'string' ? Buffer.from(page) : Buffer.from(page.buffer, page.byteOffset, page.byteLength)
}

/** The current row of a page: where each field lies. An unknown field ends where it starts. */
export interface PageRow {
  bytes: Buffer
  starts: Uint32Array
  ends: Uint32Array
  /** Tells an empty image address from a missing one. */
  hasImage: boolean
}

/** Makes a function that visits each row of a page. */
export function createPageReader(): (page: Buffer, visit: (row: PageRow) => void) => void {
  const starts = new Uint32Array(NAMES.length)
  const ends = new Uint32Array(NAMES.length)
  const row: PageRow = { bytes: Buffer.alloc(0), starts, ends, hasImage: false }

  return (page, visit) => {
    row.bytes = page
    for (let at = 0; at < page.length; ) {
      // Facts and image have their lengths here.
      for (let field = 0; field < NAMES.length; field++) {
        starts[field] = at
        while (page[at] !== MARK_BYTE) at++
        ends[field] = at++
      }
      row.hasImage = ends[PAGE.media_image]! > starts[PAGE.media_image]!
      for (let field: number = PAGE.facts; field < NAMES.length; field++) {
        const length = figureBetween(page, starts[field]!, ends[field]!)
        starts[field] = at
        ends[field] = at += length
      }
      visit(row)
    }
  }
}

/** The whole number between two places. */
export function figureBetween(bytes: Uint8Array, start: number, end: number): number {
  let figure = 0
  for (let at = start; at < end; at++) figure = figure * 10 + bytes[at]! - ZERO
  return figure
}
