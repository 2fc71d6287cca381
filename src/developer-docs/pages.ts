import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Lists all guides. */
export const FRONT = 'README'
/** An interactive page, and a text. */
export const REFERENCE = 'reference'

const ROOT = new URL('../../', import.meta.url)
const CHANGELOG = '<!-- changelog -->'

const ITEM = /^- \[(.+)\]\(([\w-]+)\.md\): (.+)\.$/gm

export const GUIDE_GROUPS = readFileSync(new URL(`docs/guides/${FRONT}.md`, ROOT), 'utf8')
  .split(/^## /m)
  .map((part) => ({
    title: part.split('\n', 1)[0]!,
    guides: Array.from(part.matchAll(ITEM), ([, title = '', name = '', note = '']) => ({ name, title, note })),
  }))
  .filter(({ guides }) => guides.length > 0)

export const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides)

export async function readText(place: Place, name: string): Promise<string> {
  const text = await readFile(new URL(`docs/${place}/${name}.md`, ROOT), 'utf8')
  if (!text.includes(CHANGELOG)) return text
  const changes = await readFile(new URL('CHANGELOG.md', ROOT), 'utf8')
  return text.replace(CHANGELOG, () => changes.replace(/^(#+ )/gm, '#$1').trim())
}

export function toMarkdown(text: string, place: Place, prefix: string): string {
  return text.replace(/\]\(([^)\s]+)\)/g, (_, link: string) => {
    const address = servedAddress(link, place, '.md')
    return `](${address.startsWith('/') ? prefix : ''}${address})`
  })
}

export type Place = 'guides' | 'problems'

/** By path in the repository. */
const FILES: Record<string, string> = {
  '/openapi.json': '/openapi.json',
  '/client/python/yantra_client.py': '/docs/yantra_client.py',
}

/** The address of a guide or problem. */
export function pageAddress(place: Place, name: string): string {
  if (place === 'problems') return `/problems/${name}`
  return name === FRONT ? '/docs' : `/docs/${name}`
}

/** Resolves links between files of the repository to addresses here; `suffix` follows page addresses. */
export function servedAddress(link: string, from: Place, suffix = ''): string {
  if (/^(?:https?:|#)/.test(link)) return link
  const { pathname, hash } = new URL(link, `file:///docs/${from}/x.md`)
  const [, place, name] = /^\/docs\/(guides|problems)\/([\w-]+)\.md$/.exec(pathname) ?? []
  if (name) return pageAddress(place as Place, name) + suffix + hash
  const file = FILES[pathname]
  if (file === undefined) throw new Error(`${link} in docs/${from}/ leads to nothing that is served`)
  return file
}
