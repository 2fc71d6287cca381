import type { Static, TObject } from 'typebox'
import type { Html } from './html.ts'
import type { Locale } from './locale.ts'
import type { PageData } from './page-data.ts'

export type MenuKey = 'machines' | 'used' | 'classes' | 'makers' | 'implements' | 'compare' | 'shortlist'

export type Step = [label: string, path: string]

export interface Page {
  title: string
  description: string
  body: Html
  /** The way from the home page to this one, which is its last item. A page without it lays itself out. */
  trail?: readonly Step[]
  isText?: boolean
  menu?: MenuKey
  structured?: readonly object[]
  image?: string
  canonical?: string
  isUnlisted?: boolean
  /** The part of the body that is fetched alone when a filter changes. */
  fragment?: Html
  isList?: boolean
  /** False when it may soon be out of date. */
  mayKeep?: boolean
  status?: number
}

/** Returns the menu entry and the trail of a list, or of one page of it. */
export function within({ w }: Locale, menu: Exclude<MenuKey, 'compare'>, name?: string, key?: string | number) {
  const list: Step = [w[menu], menu]
  return { menu, trail: name === undefined ? [list] : [list, [name, `${menu}/${key}`] as Step] }
}

/** An address below the language, and its page; `undefined` for a page that does not exist. */
interface PageRoute<Query extends TObject> {
  path: string
  query?: Query
  make(
    data: PageData,
    locale: Locale,
    request: { params: Record<string, string>; query: Static<Query> },
  ): Promise<Page | undefined>
}

export const PAGE_ROUTES: PageRoute<TObject>[] = []

export function pageRoute<Query extends TObject = TObject>(route: PageRoute<Query>): void {
  PAGE_ROUTES.push(route as unknown as PageRoute<TObject>)
}
