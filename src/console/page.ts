import type { Readable } from 'node:stream'
import type { Rows } from '../admin/actions.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import type { Html } from '../website/html.ts'

export const MENU = {
  overview: ['Overview', ''],
  data: ['Data', 'data'],
  imports: ['Imports', 'imports'],
  listings: ['Listings', 'listings'],
  keys: ['Keys', 'keys'],
  webhooks: ['Webhooks', 'webhooks'],
  enquiries: ['Enquiries', 'enquiries'],
  audit: ['Audit', 'audit'],
} as const satisfies Record<string, readonly [label: string, path: string]>

export type ConsoleMenuKey = keyof typeof MENU

export interface ConsolePage {
  title: string
  body: Html
  menu?: ConsoleMenuKey
  status?: number
}

export interface PageContext {
  /** The address of a page or an action of the console: `to('keys')`. */
  to(path: string, parameters?: Record<string, string | number | null | undefined>): string
  /** The address of a picture; one stored by path alone belongs to the service. */
  picture(url: string): string
  now: number
  isViewer?: boolean
}

export interface ConsoleRequest extends PageContext {
  params: Record<string, string>
  query: URLSearchParams
}

export interface PageParts {
  reads: Db
  config: Config
}

export interface ConsoleFile {
  file: string
  type: string
  body: string | Readable
}

/** Pages by their paths under `/console`; undefined becomes a 404. */
export type Pages = Readonly<
  Record<string, (request: ConsoleRequest, parts: PageParts) => Promise<ConsolePage | ConsoleFile | undefined>>
>

const MAX_PAGES = 50
export const ROWS = 50

export interface Paged<T> {
  rows: readonly T[]
  page: number
  hasMore: boolean
}

/** Returns one page of a long list. Reads one extra row to find out if another page follows. */
export async function readRows<T>(
  query: URLSearchParams,
  list: readonly T[] | ((rows: Rows) => Promise<readonly T[]>),
  size = ROWS,
): Promise<Paged<T>> {
  const page = readPage(query)
  const [limit, offset] = [size + 1, (page - 1) * size]
  const rows = typeof list === 'function' ? await list({ limit, offset }) : list.slice(offset, offset + limit)
  return { rows: rows.slice(0, size), page, hasMore: rows.length > size && page < MAX_PAGES }
}

function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1
}
