import { type Html, html, raw } from '../site/html.ts'
import { type ConsolePage, MENU, type MenuKey, type PageContext } from './page.ts'
import { button } from './parts.ts'

interface FrameParts extends PageContext {
  /** The address of the style sheet or the logo. */
  asset(name: string): string
  /** Whether somebody is signed in. */
  isOpen: boolean
  /** The result of the last action. */
  notice?: { text: string; isBad?: boolean } | undefined
}

/** A whole document. */
export function frame(parts: FrameParts, { title, body, menu }: ConsolePage): string {
  const { notice } = parts
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Yantra console</title>
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${parts.asset('console.css')}">
<link rel="icon" href="${parts.asset('mark.svg')}" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header(parts, menu)}
<main id="content" class="wide" tabindex="-1">
<h1>${title}</h1>
${notice && html`<p class="notice${notice.isBad ? ' bad' : ''}" role="status">${notice.text}</p>`}
${body}
</main>
</body>
</html>
`.text
}

function header(parts: FrameParts, current: MenuKey | undefined): Html {
  const { to, asset, isOpen } = parts
  const brand = html`<a class="brand" href="${to('')}"><img src="${asset('mark.svg')}" alt="" width="28" height="28"><span>Yantra <small>console</small></span></a>`
  if (!isOpen) return html`<header class="top"><div class="wide">${brand}</div></header>`
  const item = ([key, [label, path]]: [string, readonly [string, string]]) =>
    html`<li><a href="${to(path)}"${raw(key === current ? ' aria-current="page"' : '')}>${label}</a></li>`
  return html`<header class="top"><div class="wide">${brand}
<nav class="menu" aria-label="Console"><ul>${Object.entries(MENU).map(item)}</ul></nav>
${button(to('leave'), 'Sign out', { look: 'quiet' })}
</div></header>`
}
