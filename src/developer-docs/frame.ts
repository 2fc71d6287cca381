import { type Html, type HtmlValue, html, raw } from '../website/html.ts'
import type { Header } from './markdown.ts'
import { GUIDE_GROUPS, GUIDES } from './pages.ts'

export interface GuideFrame {
  prefix: string
  /** Empty makes addresses relative. */
  baseUrl: string
  hasSite: boolean
  file(name: string): string
}

export interface GuidePage {
  title: string
  description: string
  path: string
  body: Html
  headings?: readonly Header[]
  /** For the menu. */
  current?: string
  scripts?: HtmlValue
  /** Full width with own navigation. */
  isWide?: boolean
}

export function guideDocument(frame: GuideFrame, page: GuidePage): string {
  const { prefix, file } = frame
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Yantra API</title>
<meta name="description" content="${page.description}">
<link rel="stylesheet" href="${prefix + file('guides.css')}">
<link rel="canonical" href="${frame.baseUrl || prefix}${page.path}">
<link rel="alternate" type="text/markdown" href="${prefix}${page.path}.md">
<link rel="icon" href="${prefix + file('mark.svg')}" type="image/svg+xml">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#211e1a" media="(prefers-color-scheme: dark)">
<script type="module" src="${prefix + file('guides.js')}"></script>
</head>
<body${raw(page.isWide ? ' class="with-console"' : '')}>
<a class="skip" href="#content">To the content</a>
${bar(frame, page)}
${page.isWide ? page.body : columns(frame, page)}
${page.scripts}
</body>
</html>
`.text
}

function bar({ prefix, hasSite, file }: GuideFrame, { path, isWide }: GuidePage) {
  const here = (is: boolean) => raw(is ? ' aria-current="true"' : '')
  return html`<header class="top"><div class="wide">
<a class="brand" href="${prefix}/docs"><img src="${prefix + file('mark.svg')}" alt="" width="32" height="32"><span>Yantra <small>API</small></span></a>
<nav class="menu" aria-label="Documentation"><ul><li><a href="${prefix}/docs"${here(!isWide && path.startsWith('/docs'))}>Guides</a></li><li><a href="${prefix}/docs/reference"${here(isWide === true)}>Reference</a></li><li><a href="${prefix}/openapi.json">OpenAPI</a></li>${hasSite && html`<li><a href="${prefix}/en/">Site</a></li>`}</ul></nav>
</div></header>`
}

function columns(frame: GuideFrame, page: GuidePage) {
  const { prefix } = frame
  const parts = page.headings?.filter(({ level }) => level === 2) ?? []
  return html`<div class="wide guide-columns">
<nav class="guide-menu" aria-label="Guides"><details><summary>All guides</summary><div>${GUIDE_GROUPS.map(
    ({
      title,
      guides,
    }) => html`<h2>${title}</h2><ul>${guides.map(({ name, title }) => menuItem(prefix, `/docs/${name}`, title, name === page.current))}</ul>
`,
  )}<h2>Look up</h2><ul>${menuItem(prefix, '/docs/reference', 'Reference', false)}${menuItem(prefix, '/openapi.json', 'OpenAPI', false)}${menuItem(prefix, '/llms.txt', 'llms.txt', false)}</ul></div></details></nav>
<main id="content" tabindex="-1"><article class="guide">
${page.body}
</article>
${turns(prefix, page.path)}
<p class="quiet"><a href="${prefix}${page.path}.md">This page as Markdown</a></p>
</main>
${
  parts.length > 1
    ? html`<nav class="on-page" aria-label="On this page"><h2>On this page</h2><ul>${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`
    : ''
}
</div>`
}

function menuItem(prefix: string, path: string, title: string, isCurrent: boolean) {
  return html`<li><a href="${prefix}${path}"${raw(isCurrent ? ' aria-current="page"' : '')}>${title}</a></li>`
}

function turns(prefix: string, path: string) {
  const i = GUIDES.findIndex(({ name }) => path === `/docs/${name}`)
  if (i < 0) return ''
  const [before, after] = [GUIDES[i - 1], GUIDES[i + 1]]
  return html`<nav class="turns" aria-label="Previous and next">${
    before && html`<a rel="prev" href="${prefix}/docs/${before.name}"><small>Previous</small>${before.title}</a>`
  }${after && html`<a rel="next" href="${prefix}/docs/${after.name}"><small>Next</small>${after.title}</a>`}</nav>`
}
