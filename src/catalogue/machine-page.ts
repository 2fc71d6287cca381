/**
 * Machines as one text that the database puts together: to make a string of every column of every row takes longer
 * than all the rest of reading them. Fields stand in this order, each with a mark after it that none of them holds:
 * they are figures, slugs, keys, dates and lists as JSON. The facts are long and the address of an image may hold
 * anything, so these come last, after their lengths.
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
/** Small pages die young: the memory of the process does not grow with them. */
export const PAGE_ROWS = 500
/** Of a page that is read while requests come in: each waits for the one at hand. */
export const CHANGES_ROWS = 125

export interface MachinePage {
  /** The highest id or revision in it; null, like the text, when there are no machines. */
  last: number
  page: Uint8Array | string | null
}

/** Which machines make a page. */
export interface PageChoice {
  /** Pages follow each other in order of this; within a page there is none. */
  by: 'id' | 'revision'
  /** SQL for which machines may be on the page. */
  where: string
  /** SQLite can give a page out as bytes. */
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

/** The row at hand of a page; an unknown field ends where it starts. */
export interface PageRow {
  bytes: Buffer
  starts: Uint32Array
  ends: Uint32Array
  /** Tells an empty address of an image from none. */
  hasImage: boolean
}

/** Calls back for each row of a page. */
export function createPageReader(): (page: Buffer, visit: (row: PageRow) => void) => void {
  const starts = new Uint32Array(NAMES.length)
  const ends = new Uint32Array(NAMES.length)
  const row: PageRow = { bytes: Buffer.alloc(0), starts, ends, hasImage: false }

  return (page, visit) => {
    row.bytes = page
    for (let at = 0; at < page.length; ) {
      // What stands here for the facts and the image is their length.
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

/** A whole number as it stands between two places. */
export function figureBetween(bytes: Uint8Array, start: number, end: number): number {
  let figure = 0
  for (let at = start; at < end; at++) figure = figure * 10 + bytes[at]! - ZERO
  return figure
}
