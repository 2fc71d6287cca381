import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { it } from 'node:test'
import { pageText } from './blocks.ts'
import { ROOT } from './shell.ts'

/** Texts that people read in the repository. Problems' and guides' own links are also held as they are served. */
const PAGES = globSync(['*.md', 'docs/**/*.md', 'client/**/README.md', 'deploy/**/*.md'], { cwd: ROOT }).filter(
  (page) => !page.includes('node_modules'),
)
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '')

/** The anchors of a page's headings, as hosts of repositories make them. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>()
  // The changelog stands in its guide as it is served.
  const text = pageText(page).replace('<!-- changelog -->', () => pageText('CHANGELOG.md'))
  const anchors = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, header]) => {
    const plain = header!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replace(/[^\p{L}\p{M}\p{N}\- _]/gu, '').replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
  return new Set(anchors)
}

it('leads from every page only to files and headings that are there', (t) => {
  const dead: string[] = []
  let links = 0
  for (const page of PAGES)
    for (const [, link] of withoutCode(pageText(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:https?:|mailto:)/.test(link!)) continue
      links++
      const [path, anchor] = link!.split('#') as [string, string?]
      const to = path ? normalize(join(dirname(page), path)) : page
      const isThere = existsSync(join(ROOT, to)) && (!anchor || anchorsOf(to).has(anchor))
      if (!isThere) dead.push(`${page}: ${link}`)
    }
  t.diagnostic(`${links} links in ${PAGES.length} pages`)
  assert.ok(links > 200, 'links are found')
  assert.deepEqual(dead, [])
})
