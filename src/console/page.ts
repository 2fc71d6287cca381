import type { Html } from '../site/html.ts'

/**
 * Words used in this room:
 * - page: what the operator sees. context: what every page gets to make addresses and moments.
 * - action: a change that a form asks for. notice: what the next page says about it.
 * - part: a piece that several pages use (parts/).
 * The ways in and the routes are in http/console/.
 */

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

export type MenuKey = keyof typeof MENU

/** A page of the console, without its frame. */
export interface ConsolePage {
  title: string
  body: Html
  /** The part of the menu it belongs to. */
  menu?: MenuKey
  status?: number
  /** A script that makes it more convenient; nothing is lost without it. */
  script?: 'refresh.js'
}

/** What every page gets. */
export interface PageContext {
  /** The address of a page or an action of the console: `to('keys')`. */
  to(path: string, parameters?: Record<string, string | number | null | undefined>): string
  now: number
  /** Whether whoever looks may change nothing. */
  isViewer?: boolean
}
