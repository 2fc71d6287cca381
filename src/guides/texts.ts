import { readFile } from 'node:fs/promises'
import { type Place, servedAddress } from './addresses.ts'

const ROOT = new URL('../../', import.meta.url)
const CHANGELOG = '<!-- changelog -->'

/** A guide or a problem's page as in docs/, with the changelog inserted where it is asked for. */
export async function readText(place: Place, name: string): Promise<string> {
  const text = await readFile(new URL(`docs/${place}/${name}.md`, ROOT), 'utf8')
  if (!text.includes(CHANGELOG)) return text
  const changes = await readFile(new URL('CHANGELOG.md', ROOT), 'utf8')
  return text.replace(CHANGELOG, () => changes.replace(/^(#+ )/gm, '#$1').trim())
}

/** The twin of a page: the same text, with links to other twins. */
export function toTwin(text: string, place: Place, prefix: string): string {
  return text.replace(/\]\(([^)\s]+)\)/g, (_, link: string) => {
    const address = servedAddress(link, place, '.md')
    return `](${address.startsWith('/') ? prefix : ''}${address})`
  })
}
