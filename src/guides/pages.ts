import { readFile } from 'node:fs/promises'

/**
 * Words used in this room:
 * - guide: a text of docs/guides/, served as a page.
 * - markdown: the same text as Markdown, for programs.
 * - place: the folder of a text, `guides` or `problems`.
 * - reference: operations and fields, as an interactive page and as Markdown.
 */

interface Guide {
  /** Its address below `/docs/`, and its file in docs/guides/. */
  name: string
  /** Its name in menus. */
  title: string
  /** What it is about, for those who choose. */
  note: string
}

/** Every guide, in reading order. */
export const GUIDE_GROUPS: readonly { title: string; guides: readonly Guide[] }[] = [
  {
    title: 'Start',
    guides: [
      { name: 'quickstart', title: 'Quickstart', note: 'from a fresh clone to a verified webhook in five minutes' },
    ],
  },
  {
    title: 'Read',
    guides: [
      { name: 'searching', title: 'Searching', note: 'words in three languages, filters, bounds, sorts, facets' },
      { name: 'paging', title: 'Paging', note: 'every hit of a search, in a steady order' },
      { name: 'figures', title: 'What the figures mean', note: 'price kinds, dates, confidence, completeness, nulls' },
      {
        name: 'used-market',
        title: 'The used market',
        note: 'listings by words, filters and place, and what they are worth',
      },
      {
        name: 'values',
        title: 'How values are found',
        note: 'which listings are comparable, quartiles, and how far off they are',
      },
      {
        name: 'keep-a-copy',
        title: 'Keep a copy',
        note: 'every change once, a loop that may be killed, sheets of a day',
      },
      { name: 'caching', title: 'Freshness and caching', note: 'how soon a change shows, ETags, how often to ask' },
    ],
  },
  {
    title: 'Build',
    guides: [
      { name: 'keys-and-limits', title: 'Keys and limits', note: 'who needs a key, requests a minute, sizes' },
      { name: 'webhooks', title: 'Webhooks', note: 'events, verification in five languages, retries, local testing' },
      { name: 'signatures', title: 'Signed answers', note: 'proof of what the service said, for audits' },
      { name: 'agents', title: 'Agents', note: 'the catalogue as tools, over the Model Context Protocol' },
      { name: 'errors', title: 'Errors', note: 'every code, what to mend and what to send again' },
      { name: 'versioning', title: 'Versioning', note: 'what may change within v1, and the changelog' },
      { name: 'questions', title: 'Twenty questions', note: 'what developers ask first, and where the answer is' },
    ],
  },
]

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides)

/** The page that leads to all guides. */
export const FRONT = 'README'
/** Operations and fields: an interactive page, and a text. */
export const REFERENCE = 'reference'

const ROOT = new URL('../../', import.meta.url)
const CHANGELOG = '<!-- changelog -->'

/** A guide or a problem's page as in docs/, with the changelog inserted where it is asked for. */
export async function readText(place: Place, name: string): Promise<string> {
  const text = await readFile(new URL(`docs/${place}/${name}.md`, ROOT), 'utf8')
  if (!text.includes(CHANGELOG)) return text
  const changes = await readFile(new URL('CHANGELOG.md', ROOT), 'utf8')
  return text.replace(CHANGELOG, () => changes.replace(/^(#+ )/gm, '#$1').trim())
}

/** A page as Markdown: the same text, with links to other pages as Markdown. */
export function toMarkdown(text: string, place: Place, prefix: string): string {
  return text.replace(/\]\(([^)\s]+)\)/g, (_, link: string) => {
    const address = servedAddress(link, place, '.md')
    return `](${address.startsWith('/') ? prefix : ''}${address})`
  })
}

/** A folder of texts in docs/. */
export type Place = 'guides' | 'problems'

/** Served files beside the guides, by their path in the repository. */
const FILES: Record<string, string> = {
  '/openapi.json': '/openapi.json',
  '/client/python/yantra_client.py': '/docs/yantra_client.py',
}

/** The address of a guide or problem. */
export function pageAddress(place: Place, name: string): string {
  if (place === 'problems') return `/problems/${name}`
  return name === FRONT ? '/docs' : `/docs/${name}`
}

/**
 * Links in our texts lead to files of the repository, so they work there. This is the address of each here, without the
 * prefix; `suffix` follows addresses of pages.
 */
export function servedAddress(link: string, from: Place, suffix = ''): string {
  if (/^(?:https?:|#)/.test(link)) return link
  const { pathname, hash } = new URL(link, `file:///docs/${from}/x.md`)
  const [, place, name] = /^\/docs\/(guides|problems)\/([\w-]+)\.md$/.exec(pathname) ?? []
  if (name) return pageAddress(place as Place, name) + suffix + hash
  const file = FILES[pathname]
  if (file === undefined) throw new Error(`${link} in docs/${from}/ leads to nothing that is served`)
  return file
}
