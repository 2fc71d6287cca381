import { html, jsonBlock, raw } from '../html.ts'
import { LANGUAGES, type Language } from '../language.ts'
import type { Locale } from '../locale.ts'
import type { MenuKey, Page, Step } from '../page.ts'
import { breadcrumbs } from '../structured.ts'

export interface SiteFrameParts {
  /** The beginning of absolute addresses, with the prefix; empty if none is configured. */
  baseUrl: string
  prefix: string
  asset(name: string): string
  /** The style of the header, within the page: it shows while the style file is on its way. */
  inlineStyle: string
}

const MENU: readonly MenuKey[] = ['machines', 'used', 'compare']
/** On a phone they are behind one entry. */
const MORE: readonly MenuKey[] = ['classes', 'makers', 'implements', 'shortlist']
const NAMES: Record<Language, { full: string; short: string; code: string }> = {
  en: { full: 'English', short: 'EN', code: 'en_IN' },
  hi: { full: 'हिन्दी', short: 'हि', code: 'hi_IN' },
  ta: { full: 'தமிழ்', short: 'த', code: 'ta_IN' },
}

export function frame(parts: SiteFrameParts, locale: Locale, path: string, page: Page): string {
  const { w, language } = locale
  const title = page.title === w.siteName ? `${w.siteName}: ${w.tagline}` : `${page.title} · ${w.siteName}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
${page.isUnlisted && html`<meta name="robots" content="noindex, follow">`}
<style>${raw(parts.inlineStyle)}</style>
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${w.siteName}">
<meta property="og:locale" content="${NAMES[language].code}">
<meta name="twitter:card" content="summary_large_image">
${parts.baseUrl && absoluteLinks(parts.baseUrl, language, page.canonical ?? path, page.image)}
<link rel="icon" href="${parts.prefix}/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="${parts.prefix}/site.webmanifest">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171512" media="(prefers-color-scheme: dark)">
<script type="module" src="${parts.asset('site.js')}" fetchpriority="low"></script>
</head>
<body>
<a class="skip" href="#content">${w.skip}</a>
${page.isList && !page.isText && html`<a class="skip" href="#hits">${w.skipToResults}</a>`}
${header(parts, locale, path, page.menu)}
<link rel="stylesheet" href="${parts.asset('site.css')}">
<main id="content" tabindex="-1">
${page.trail ? html`<div class="wide${page.isText && ' narrow'}${page.isList && ' listing'}">${crumbs(locale, page.trail)}${page.body}</div>` : page.body}
</main>
${footer(parts, locale)}
${parts.baseUrl && [...(page.structured ?? []), ...(page.trail ? [breadcrumbs(locale, page.trail)] : [])].map(jsonBlock)}
</body>
</html>
`.text
}

/** Canonical address, other languages and share image: absolute, so only with a configured host. */
function absoluteLinks(baseUrl: string, language: Language, path: string, image = '/pictures/shared/tractor.png') {
  const address = (language: Language) => `${baseUrl}/${language}/${path}`
  const size = html`<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`
  return html`<link rel="canonical" href="${address(language)}">
${LANGUAGES.map((other) => html`<link rel="alternate" hreflang="${other}" href="${address(other)}">`)}
<link rel="alternate" hreflang="x-default" href="${address('en')}">
<meta property="og:url" content="${address(language)}">
<meta property="og:image" content="${image.startsWith('/') ? baseUrl + image : image}">
${image.startsWith('/pictures/shared/') && size}`
}

function crumbs(locale: Locale, trail: readonly Step[]) {
  const { w } = locale
  const links = trail
    .slice(0, -1)
    .map(([label, path]) => html`<li><a class="target" href="${locale.to(path)}">${label}</a></li>`)
  return html`<nav class="crumbs" aria-label="${w.youAreHere}"><ol><li><a class="target" href="${locale.to('')}">${w.home}</a></li>${links}<li aria-current="page">${trail.at(-1)![0]}</li></ol></nav>`
}

function header(parts: SiteFrameParts, locale: Locale, path: string, current: MenuKey | undefined) {
  const { w, language } = locale
  const entries = (keys: readonly MenuKey[]) =>
    html`<ul>${keys.map(
      (key) =>
        html`<li><a href="${locale.to(key)}"${raw(key === current ? ' aria-current="true"' : '')}${raw(key === 'shortlist' ? ' data-shortlist' : '')}>${w[key]}</a></li>`,
    )}</ul>`
  return html`<header class="top"><div class="wide">
<a class="brand" href="${locale.to('')}"><img src="${parts.prefix}/favicon.svg" alt="" width="32" height="32"><span>${w.siteName}</span></a>
<nav class="menu" aria-label="${w.mainMenu}">${entries(MENU)}<details><summary>${w.more}</summary>${entries(MORE)}</details></nav>
<nav class="languages" aria-label="${w.language}"><ul>${LANGUAGES.map(
    (other) =>
      html`<li><a href="${parts.prefix}/${other}/${path}" lang="${other}" hreflang="${other}" title="${NAMES[other].full}"${raw(
        other === language ? ' aria-current="true"' : '',
      )}><abbr title="${NAMES[other].full}">${NAMES[other].short}</abbr></a></li>`,
  )}</ul></nav>
</div></header>`
}

function footer(parts: SiteFrameParts, locale: Locale) {
  const { w } = locale
  return html`<footer class="bottom"><div class="wide">
<p><strong>${w.siteName}</strong> · ${w.tagline}</p>
<p>${w.footerNote}</p>
<ul><li><a class="target" href="${locale.to('about')}">${w.about}</a></li><li><a class="target" href="${locale.to('developers')}">${w.developers}</a></li><li><a class="target" href="${parts.prefix}/docs">API</a></li></ul>
<p class="quiet">${w.noTracking}</p>
</div></footer>`
}
