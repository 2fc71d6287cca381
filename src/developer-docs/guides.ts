import { readFile } from 'node:fs/promises'
import { PROBLEMS } from '../errors.ts'
import { pageFiles, versioned } from '../website/assets.ts'
import { html } from '../website/html.ts'
import { pageHeaders } from '../website/website.ts'
import { type GuideFrame, type GuidePage, guideDocument } from './frame.ts'
import { FRONT, GUIDES, type Place, pageAddress, REFERENCE, readText, servedAddress, toMarkdown } from './pages.ts'

/** Immutable until the process ends. */
export interface Served {
  body: string | Buffer
  type: string
  headers?: Record<string, string>
}

const HTML_TYPE = 'text/html; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const TEXTS = new Set([FRONT, REFERENCE, ...GUIDES.map(({ name }) => name)])
const PYTHON_CLIENT = new URL('../../client/python/yantra_client.py', import.meta.url)

/** Each as a page and as text. */
export function createGuides({ prefix, baseUrl, hasSite }: { prefix: string; baseUrl: string; hasSite: boolean }) {
  const files = createGuideFiles()
  const frame: GuideFrame = { prefix, baseUrl, hasSite, file: files.path }
  const ownText = async (place: Place, name: string) => {
    const text = await readText(place, name)
    return baseUrl ? text.replaceAll('http://localhost:8080', baseUrl) : text
  }
  const has = (place: Place, name: string) => (place === 'guides' ? TEXTS.has(name) : Object.hasOwn(PROBLEMS, name))

  return {
    files,
    /** Undefined for an unknown name. */
    async page(place: Place, name: string): Promise<Served | undefined> {
      if (!has(place, name)) return undefined
      if (place === 'guides' && name === REFERENCE) {
        const body = guideDocument(frame, referencePage(frame))
        return { body, type: HTML_TYPE, headers: referenceHeaders(baseUrl) }
      }
      const text = await ownText(place, name)
      const toAddress = (link: string) => {
        const address = servedAddress(link, place)
        return address.startsWith('/') ? prefix + address : address
      }
      const { renderMarkdown } = await import('./markdown.ts')
      const rendered = renderMarkdown(text, toAddress)
      const description = rendered.description.slice(0, 200)
      const page = { ...rendered, description, path: pageAddress(place, name) }
      const body = guideDocument(frame, { ...page, current: place === 'problems' ? 'errors' : name })
      return { body, type: HTML_TYPE, headers: pageHeaders() }
    },
    async markdown(place: Place, name: string): Promise<Served | undefined> {
      if (!has(place, name)) return undefined
      return { body: toMarkdown(await ownText(place, name), place, prefix), type: MARKDOWN_TYPE }
    },
    async pythonClient(): Promise<Served> {
      return { body: await readFile(PYTHON_CLIENT), type: 'text/x-python; charset=utf-8' }
    },
  }
}

function createGuideFiles() {
  const here = (path: string) => new URL(path, import.meta.url)
  const styles = [
    '../website/style/base.css',
    '../website/style/header.css',
    '../website/style/elements.css',
    '../website/style/page.css',
    'style/guides.css',
  ].map(here)
  return versioned('/docs/files', pageFiles('guides', styles, here('browser/guides.js')))
}

/** The interactive reference adds inline styles; scripts and requests stay ours. */
function referenceHeaders(baseUrl: string): Record<string, string> {
  const server = baseUrl ? ` ${new URL(baseUrl).origin}` : ''
  return {
    ...pageHeaders(),
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'${server}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  }
}

const CONFIGURATION = {
  // Load nothing from other servers.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

function referencePage({ prefix }: GuideFrame): GuidePage {
  const configuration = JSON.stringify({ ...CONFIGURATION, url: `${prefix}/openapi.json` })
  return {
    title: 'Reference',
    description: 'Every operation, parameter and field, with a console to try them.',
    path: '/docs/reference',
    isWide: true,
    body: html`<div id="content" tabindex="-1"><noscript><p class="wide">The console needs scripts. <a href="${prefix}/docs/reference.md">The same as text</a>.</p></noscript>
<script id="api-reference" type="application/json" data-configuration="${configuration}"></script></div>`,
    scripts: html`<script src="${prefix}/docs/files/scalar.js"></script>`,
  }
}
