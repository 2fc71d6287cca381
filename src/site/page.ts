import type { TObject } from 'typebox'
import type { Html } from './html.ts'
import type { Reader } from './reader.ts'
import type { Rooms } from './rooms.ts'

export type MenuKey = 'machines' | 'used' | 'classes' | 'makers' | 'implements' | 'compare'

/** What a page is made of, before the frame is put around it. */
export interface Page {
  title: string
  description: string
  body: Html
  /** Which part of the menu it belongs to. */
  menu?: MenuKey
  /** Structured data for machines that read. */
  data?: readonly object[]
  /** Address of a picture, for those who share the page. */
  image?: string
  /** The page's address after the language as it should be known; the one asked for when absent. */
  canonical?: string
  /** Not for search engines. */
  isUnlisted?: boolean
  /** The part of the body that is fetched alone when a filter changes. */
  fragment?: Html
  /** A list and its filters, and nothing else: the first style sheet is enough for it. */
  isList?: boolean
  /** False when it may be out of date in a moment. */
  mayKeep?: boolean
  status?: number
}

/** What a route is given of the request. */
interface PageRequest<Query> {
  params: Record<string, string>
  query: Query
}

/** An address under the language, and the page that stands there. `undefined` is a page that does not exist. */
export interface PageRoute<Query = object> {
  path: string
  /** Parameters the address takes. */
  query?: TObject
  /** Parameters that may come several times, as checkboxes send them; they are joined by commas. */
  lists?: readonly string[]
  make(rooms: Rooms, reader: Reader, request: PageRequest<Query>): Page | undefined | Promise<Page | undefined>
}

export function pageRoute<Query>(route: PageRoute<Query>): PageRoute<never> {
  return route as unknown as PageRoute<never>
}
