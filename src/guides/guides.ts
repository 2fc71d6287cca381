import { readFile } from 'node:fs/promises'
import { PROBLEMS } from '../errors.ts'
import { pageHeaders } from '../site/site.ts'
import { type Place, pageAddress, servedAddress } from './addresses.ts'
import { createGuideFiles } from './assets.ts'
import { type GuideFrame, guideDocument } from './frame.ts'
import { plainText, renderMarkdown } from './markdown.ts'
import { FRONT, GUIDES, REFERENCE } from './pages.ts'
import { referenceHeaders, referencePage } from './reference-page.ts'
import { readText, toTwin } from './texts.ts'

/** A file that stays the same until the process ends. */
export interface Served {
  body: string | Buffer
  type: string
  headers: Record<string, string>
}

interface GuidesParts {
  prefix: string
  baseUrl: string
  hasSite: boolean
}

const HTML_TYPE = 'text/html; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const TEXTS = new Set([FRONT, REFERENCE, ...GUIDES.map(({ name }) => name)])
const PYTHON_CLIENT = new URL('../../client/python/yantra_client.py', import.meta.url)

/** The guides, the reference and the pages of problems, each as a page and as text. */
export function createGuides({ prefix, baseUrl, hasSite }: GuidesParts) {
  const files = createGuideFiles()
  const frame: GuideFrame = { prefix, baseUrl, hasSite, file: files.path }
  const has = (place: Place, name: string) => (place === 'guides' ? TEXTS.has(name) : Object.hasOwn(PROBLEMS, name))

  return {
    files,
    /** A page; undefined for an unknown name. */
    async page(place: Place, name: string): Promise<Served | undefined> {
      if (!has(place, name)) return undefined
      if (place === 'guides' && name === REFERENCE) {
        const body = guideDocument(frame, referencePage(frame))
        return { body, type: HTML_TYPE, headers: referenceHeaders(baseUrl) }
      }
      const text = await readText(place, name)
      const toAddress = (link: string) => {
        const address = servedAddress(link, place)
        return address.startsWith('/') ? prefix + address : address
      }
      const rendered = renderMarkdown(text, toAddress)
      const page = { ...rendered, description: firstParagraph(text), path: pageAddress(place, name) }
      const body = guideDocument(frame, { ...page, current: place === 'problems' ? 'errors' : name })
      return { body, type: HTML_TYPE, headers: pageHeaders() }
    },
    async twin(place: Place, name: string): Promise<Served | undefined> {
      if (!has(place, name)) return undefined
      const text = toTwin(await readText(place, name), place, prefix)
      return { body: text, type: MARKDOWN_TYPE, headers: { 'x-content-type-options': 'nosniff' } }
    },
    /** The Python module, for download. */
    async pythonClient(): Promise<Served> {
      return { body: await readFile(PYTHON_CLIENT), type: 'text/x-python; charset=utf-8', headers: {} }
    },
  }
}

function firstParagraph(text: string): string {
  const found = text.split(/\n{2,}/).find((block) => /^[A-Z`[]/.test(block)) ?? ''
  return plainText(found.replaceAll('\n', ' ')).slice(0, 200)
}
