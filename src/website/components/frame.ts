import type { Style } from '../assets.ts'
import { html, jsonBlock, raw } from '../html.ts'
import { LANGUAGES, type Language } from '../language.ts'
import type { Locale } from '../locale.ts'
import type { MenuKey, Page, Step } from '../page.ts'
import { breadcrumbs } from '../structured.ts'

/** What surrounds every page. */
export interface FrameParts {
  /** The beginning of absolute addresses, with the prefix; empty makes them relative to the host. */
  baseUrl: string
  prefix: string
  /** The address of a script. */
  asset(name: string): string
  style(page: Page): Style
}

const MENU: readonly MenuKey[] = ['machines', 'used', 'compare']
/** On a phone they stand behind one entry. */
const MORE: readonly MenuKey[] = ['classes', 'makers', 'implements', 'shortlist']
const NAMES: Record<Language, { own: string; short: string; locale: string }> = {
  en: { own: 'English', short: 'EN', locale: 'en_IN' },
  hi: { own: 'हिन्दी', short: 'हि', locale: 'hi_IN' },
  ta: { own: 'தமிழ்', short: 'த', locale: 'ta_IN' },
}

/** A whole document. `path` is the page's address after the language, with its parameters. */
export function frame(parts: FrameParts, locale: Locale, path: string, page: Page): string {
  const { w, language } = locale
  const known = page.canonical ?? path
  const absolute = (language: Language) => `${parts.baseUrl || parts.prefix}/${language}/${known}`
  const title = page.title === w.siteName ? `${w.siteName}: ${w.tagline}` : `${page.title} · ${w.siteName}`
  const description = shorten(page.description, 300)
  const image = page.image ?? '/pictures/shared/tractor.png'
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shorten(title, 120)}</title>
<meta name="description" content="${description}">
${page.isUnlisted && html`<meta name="robots" content="noindex, follow">`}
<style>${raw(parts.style(page).text)}</style>
<link rel="canonical" href="${absolute(language)}">
${LANGUAGES.map(
  (other) => html`<link rel="alternate" hreflang="${other}" href="${absolute(other)}">
`,
)}<link rel="alternate" hreflang="x-default" href="${absolute('en')}">
<meta property="og:title" content="${shorten(page.title, 120)}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${absolute(language)}">
<meta property="og:site_name" content="${w.siteName}">
<meta property="og:locale" content="${NAMES[language].locale}">
<meta property="og:image" content="${image.startsWith('/') ? (parts.baseUrl || parts.prefix) + image : image}">
${
  !page.image?.startsWith('http') &&
  html`<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
`
}<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="${parts.prefix}/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="${parts.prefix}/site.webmanifest">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171512" media="(prefers-color-scheme: dark)">
<script type="module" src="${parts.asset('site.js')}" fetchpriority="low"></script>
</head>
<body>
<a class="skip" href="#content">${w.skip}</a>
${page.isList && html`<a class="skip" href="#hits">${w.skipToResults}</a>`}
${header(parts, locale, path, page.menu)}
<main id="content" tabindex="-1">
${page.trail ? html`<div class="wide${page.isText && ' narrow'}">${crumbs(locale, page.trail)}${page.body}</div>` : page.body}
</main>
${footer(parts, locale)}
${[...(page.structured ?? []), ...(page.trail ? [breadcrumbs(locale, page.trail)] : [])].map(jsonBlock)}
</body>
</html>
`.text
}

function crumbs(locale: Locale, trail: readonly Step[]) {
  const { w } = locale
  const here = trail.length - 1
  return html`<nav class="crumbs" aria-label="${w.youAreHere}"><ol><li><a href="${locale.to('')}">${w.home}</a></li>${trail.map(
    ([label, path], at) =>
      at === here
        ? html`<li aria-current="page">${label}</li>`
        : html`<li><a href="${locale.to(path)}">${label}</a></li>`,
  )}</ol></nav>`
}

function header(parts: FrameParts, locale: Locale, path: string, current: MenuKey | undefined) {
  const { w, language } = locale
  const entries = (keys: readonly MenuKey[]) =>
    html`<ul>${keys.map(
      (key) =>
        html`<li><a href="${locale.to(key)}"${raw(key === current ? ' aria-current="true"' : '')}${raw(key === 'shortlist' ? ' data-shortlist' : '')}>${w[key]}</a></li>`,
    )}</ul>`
  return html`<header class="top"><div class="wide">
<a class="brand" href="${locale.to('')}"><img src="${parts.prefix}/favicon.svg" alt="" width="32" height="32" loading="lazy"><span>${w.siteName}</span></a>
<nav class="menu" aria-label="${w.mainMenu}">${entries(MENU)}<details><summary>${w.more}</summary>${entries(MORE)}</details></nav>
<nav class="languages" aria-label="${w.language}"><ul>${LANGUAGES.map(
    (other) =>
      html`<li><a href="${parts.prefix}/${other}/${path}" lang="${other}" hreflang="${other}" title="${NAMES[other].own}"${raw(
        other === language ? ' aria-current="true"' : '',
      )}><abbr title="${NAMES[other].own}">${NAMES[other].short}</abbr></a></li>`,
  )}</ul></nav>
</div></header>`
}

function footer(parts: FrameParts, locale: Locale) {
  const { w } = locale
  return html`<footer class="bottom"><div class="wide">
<p><strong>${w.siteName}</strong> · ${w.tagline}</p>
<p>${w.footerNote}</p>
<ul><li><a href="${locale.to('about')}">${w.about}</a></li><li><a href="${locale.to('developers')}">${w.developers}</a></li><li><a href="${parts.prefix}/docs">API</a></li></ul>
<p class="quiet">${w.noTracking}</p>
</div></footer>`
}

const characters = new Intl.Segmenter()

/** Shortens a text, between characters of any script. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const last = characters.segment(text.slice(0, most + 20)).containing(most - 1)!
  return `${text.slice(0, last.index).trimEnd()}…`
}
