import { type Html, html, raw } from '../html.ts'
import { type Locale, type Parameters, queryOf } from '../locale.ts'
import { type Page, within } from '../page.ts'
import type { Notes } from './cards.ts'
import { count, hiddenFields, option, pager } from './small.ts'

/** Whole rows of two and of three cards. */
export const HITS = 18

/** What a list says in words. */
export const TOLD = { machines: 'machine', used: 'used' } as const

interface List {
  /** The page's address. */
  path: keyof typeof TOLD
  title: string
  lead: string
  /** Between the heading and the list. */
  intro: Html
  /** The parameters in force; those that have a field in the form are `shown`. */
  asked: Parameters
  shown: readonly string[]
  /** The parameters as they were sent. */
  sent: Parameters
  facets: Html
  isOpen?: boolean
  /** A class of the form. */
  look?: string
  found: Record<'total' | 'offset' | 'limit', number>
  beside?: Html | null
  orders: Html | false
  /** How the question was understood. */
  told: Html
  cards: Html
  isUnlisted?: boolean
}

/** A list with its filters. What changes with them can be fetched alone. */
export function listPage(locale: Locale, list: List): Page {
  const { path, title, lead, asked, sent, found } = list
  const { w, to } = locale
  const said = count(locale, TOLD[path], found.total)
  const at = (offset: number) => ({ ...sent, offset: offset || null })
  const fragment = html`<div class="search-parts" id="search-parts" data-heading="${title}" data-title="${title} · ${w.siteName}">
<aside class="filters" tabindex="0" aria-label="${w.filters}"><details class="sheet-of-filters" id="filter-sheet"${raw(list.isOpen ? ' open' : '')}><summary class="button ghost">${w.filters}</summary>
<form id="filters" class="filter-form ${list.look}" action="${to(path)}">
<div id="facets">${hiddenFields(asked, list.shown, 'filters')}${list.facets}</div>
<button class="button apply">${w.showResults}</button>
</form></details></aside>
<section id="results" aria-labelledby="results-title">${list.beside}<div class="results-head"><h2 id="results-title">${said}</h2>${list.orders}</div>
<div class="told">${list.told}</div><div id="hits" tabindex="-1">${list.cards}</div>
${pager(locale, found, (offset) => to(path, at(offset)))}</section>
</div>`
  return {
    title,
    description: locale.sentences(title, said, lead),
    body: html`<h1>${title}</h1>${list.intro}<p id="said" class="unseen" role="status"></p>${fragment}`,
    fragment,
    ...within(locale, path),
    isList: true,
    canonical: path + queryOf({ ...at(found.offset), all: null }),
    isUnlisted:
      list.isUnlisted ||
      found.offset > 0 ||
      Boolean(asked.q || asked.sort) ||
      Object.values(sent).filter(Boolean).length > 2,
  }
}

/** The orders of a list, its usual one first; one that was asked for by its address is offered too. */
export function sorts(locale: Locale, usual: string, offered: readonly string[], chosen: string): Html {
  const { w } = locale
  const values = chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen]
  return html`<label class="sorts"><span>${w.sort}</span> <select name="sort" form="filters">${option('', locale.value('sort', usual), chosen === '')}${values.map((sort) => option(sort, locale.value('sort', sort), sort === chosen))}</select></label><button class="button ghost no-script" form="filters">${w.apply}</button>`
}

/** Bounds to choose from; one that was asked for by its address is offered too. */
export function steps(
  label: string,
  name: string,
  chosen: number | null,
  offered: readonly number[],
  write: (value: number) => string,
  any: string,
): Html {
  const values = chosen === null || offered.includes(chosen) ? offered : [...offered, chosen].sort((a, b) => a - b)
  return html`<label class="field">${label}<select name="${name}">${option('', any, chosen === null)}${values.map((value) => option(value, write(value), value === chosen))}</select></label>`
}

export type Removal = [label: string, address: string]

/** What narrows a list, each with a link that takes it away, and one that takes away all. */
export function removable(locale: Locale, removals: readonly Removal[], allAway: string): Html | null {
  const { w } = locale
  if (removals.length === 0) return null
  return html`<div class="chips"><h3 class="unseen">${w.filtersInUse}</h3><ul>${removals.map(
    ([label, address]) =>
      html`<li><a class="chip" href="${address}" rel="nofollow"><span class="unseen">${locale.say('remove', { value: label })}</span><span aria-hidden="true">${label} ×</span></a></li>`,
  )}<li><a class="chip plain" href="${allAway}" rel="nofollow">${w.clearAll}</a></li></ul></div>`
}

/** A condition of a question without answer, and what is found without it. */
export interface Way<Hit> {
  condition: string
  label: string
  address: string
  total: number
  hits: readonly Hit[]
}

/** How many conditions are offered to be loosened, and records that come nearest. */
export const [WAYS, NEAREST] = [4, 3]

/** What one condition less would find, each with how many, and the nearest ones with what each does not meet. */
export function nearestOnes<Hit extends { slug: string } | { id: number }>(
  locale: Locale,
  path: keyof typeof TOLD,
  ways: readonly Way<Hit>[],
  cards: (locale: Locale, hits: readonly Hit[], beside: { notes: Notes }) => Html,
): Html {
  const hits: Hit[] = []
  const notes: Notes = new Map()
  for (const way of ways) {
    for (const hit of way.hits) {
      const key = 'slug' in hit ? hit.slug : hit.id
      if (hits.length === NEAREST || notes.has(key)) continue
      hits.push(hit)
      notes.set(key, html`<p class="lacks">${locale.say('lacks', { condition: way.condition })}</p>`)
    }
  }
  return html`<p>${locale.w.nothingMeets}</p><ul class="ways">${ways.map(({ label, address, total }) => html`<li><a class="chip" href="${address}" rel="nofollow">${label} <small>${count(locale, TOLD[path], total)}</small></a></li>`)}</ul>
<h2 class="spaced">${locale.w.nearestOnes}</h2>${cards(locale, hits, { notes })}`
}
