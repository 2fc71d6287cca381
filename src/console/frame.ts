import { PROBLEMS, type Problem } from '../errors.ts'
import { pageFiles, versioned } from '../website/assets.ts'
import { type Html, html, raw } from '../website/html.ts'
import { type ConsoleMenuKey, type ConsolePage, MENU, type PageContext } from './page.ts'
import { button } from './parts.ts'

interface FrameParts extends PageContext {
  asset(name: string): string
  person: { who: string; role: string } | undefined
  notice?: { text: string; hasFailed?: boolean } | undefined
}

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
${notice && html`<p class="notice${notice.hasFailed ? ' bad' : ''}" role="status">${notice.text}</p>`}
${body}
</main>
</body>
</html>
`.text
}

function header(parts: FrameParts, current: ConsoleMenuKey | undefined): Html {
  const { to, asset, person } = parts
  const brand = html`<a class="brand" href="${to('')}"><img src="${asset('mark.svg')}" alt="" width="28" height="28"><span>Yantra <small>console</small></span></a>`
  if (!person) return html`<header class="top"><div class="wide">${brand}</div></header>`
  const item = ([key, [label, path]]: [string, readonly [string, string]]) =>
    html`<li><a href="${to(path)}"${raw(key === current ? ' aria-current="page"' : '')}>${label}</a></li>`
  const who = `${person.who}${person.role === 'viewer' ? ', viewer' : ''}`
  return html`<header class="top"><div class="wide">${brand}
<nav class="menu" aria-label="Console"><ul>${Object.entries(MENU).map(item)}</ul></nav>
<form class="find" action="${to('find')}" role="search" aria-label="Everything"><input type="search" name="query" aria-label="Find a machine, listing, key or enquiry" placeholder="Find…" maxlength="100"><button class="button">Find</button></form>
<span class="person" title="${who}">${who}</span>${button(to('leave'), 'Sign out', 'quiet')}
</div></header>`
}

const STYLES = ['frame', 'controls', 'tables', 'values', 'overview', 'market', 'record']
const STYLE_PARTS = [
  '../website/style/base.css',
  '../website/style/elements.css',
  ...STYLES.map((name) => `style/${name}.css`),
]

/** The files of the console's pages, read once. They are not secret: the sign-in page uses them too. */
export function consoleAssets() {
  const here = (path: string) => new URL(path, import.meta.url)
  return versioned('assets', pageFiles('console', STYLE_PARTS.map(here)))
}

export function problemPage({ to }: PageContext, problem: Problem, requestId: string): ConsolePage {
  const body = html`<section class="panel">
<p>${problem.message}</p>
${problem.status >= 500 && html`<p class="quiet">Request ${requestId}: see the log of the service.</p>`}
<p><a class="button" href="${to('')}">Overview</a></p>
</section>`
  return { title: TITLES[problem.code] ?? PROBLEMS[problem.code].title, body, status: problem.status }
}

/** The usual titles of these speak of keys and JSON. */
const TITLES: Partial<Record<Problem['code'], string>> = {
  forbidden: 'Request blocked (cross-site)',
  'unsupported-media-type': 'Not a form',
  'bad-input': 'Invalid request',
}

export function signInPage({ to }: PageContext, why: string): ConsolePage {
  const body = html`<section class="panel">
<p>${why}</p>
<p>Run this where the service runs, with its settings, and open the link it prints within ten minutes. It works once.</p>
<pre><code>yantra console</code></pre>
<p class="quiet">A session lasts twelve hours. <code>yantra console --end</code> ends all of them.</p>
<p class="quiet">Did you come from such a link on another site just now? <a href="${to('')}">Open the console</a>.</p>
</section>`
  return { title: 'Sign in', body, status: 401 }
}
