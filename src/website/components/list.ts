import { type Html, html } from '../html.ts'
import { type Locale, type Parameters, queryOf } from '../locale.ts'
import { type Page, within } from '../page.ts'
import { count } from './amounts.ts'
import type { Notes } from './cards.ts'
import { hiddenFields, pager, select } from './forms.ts'

/** Whole rows of two and of three cards. */
export const HITS = 18

const WORDS = { machines: 'machine', used: 'used' } as const
type ListPath = keyof typeof WORDS

interface List {
  path: ListPath
  title: string
  lead: string
  /** The form between the heading and the list; its ID takes the other parameters with it. */
  form: Html
  formId: string
  formFields: readonly string[]
  parameters: Parameters
  page: Record<'total' | 'offset' | 'limit', number>
  sort: { usual: string; offered: readonly string[]; selected: string }
  chips: Html
  before?: Html | null
  after?: Html | null
  cards: Html
  isUnlisted?: boolean
}

/** Renders a list. What changes with its filters can be fetched alone. */
export function listPage(locale: Locale, list: List): Page {
  const { path, title, lead, parameters, page, formId } = list
  const { w, to } = locale
  const total = count(locale, WORDS[path], page.total)
  const addressOf = (offset: number) => ({ ...parameters, offset: offset || null })
  const filters = to(`filters/${path}`, parameters)
  const fragment = html`<section id="results" data-heading="${title}" data-title="${title} · ${w.siteName}" data-filters="${filters}" aria-labelledby="results-title">${list.before}
<div class="results-head"><h2 id="results-title">${total}</h2><a class="button ghost filters-link" href="${filters}" rel="nofollow">${w.filters}</a>${page.total > 0 && sortForm(locale, list)}</div>
<div class="chip-row">${list.chips}</div>
<div id="hits" tabindex="-1">${list.cards}</div>
${pager(locale, page, (offset) => to(path, addressOf(offset)))}${list.after}${hiddenFields(parameters, list.formFields, formId)}</section>`
  return {
    title,
    description: locale.sentences(title, total, lead),
    body: html`<h1>${title}</h1>${list.form}<p id="announcement" class="unseen" role="status"></p><div class="list-columns"><aside class="filters" id="filters-panel" aria-label="${w.filters}"></aside>
${fragment}</div>`,
    fragment,
    ...within(locale, path),
    isList: true,
    canonical: path + queryOf({ ...addressOf(page.offset), all: null }),
    isUnlisted:
      list.isUnlisted ||
      page.offset > 0 ||
      Boolean(parameters.q || parameters.sort) ||
      Object.values(parameters).filter(Boolean).length > 2,
  }
}

function sortForm(locale: Locale, { path, parameters, sort: { usual, offered, selected } }: List): Html {
  const { w } = locale
  const label = (sort: string) => locale.value('sort', sort)
  const control = select('sort', { any: label(usual), values: offered, selected, label })
  return html`<form class="sorts" action="${locale.to(path)}" data-live>${hiddenFields(parameters, ['sort', 'offset'])}<label><span class="unseen">${w.sort}</span> ${control}</label><button class="button ghost no-script">${w.apply}</button></form>`
}

export function filtersPage(
  locale: Locale,
  path: ListPath,
  { parameters, fields, visible }: { parameters: Parameters; fields: Html; visible: readonly string[] },
): Page {
  const { w } = locale
  const form = html`<form id="filters" class="filter-form" action="${locale.to(path)}" data-live>${hiddenFields(parameters, visible)}${fields}<button class="button apply">${w.showResults}</button></form>`
  return {
    title: w.filters,
    description: w.filters,
    body: html`<h1>${w.filters}</h1>${form}`,
    fragment: form,
    ...within(locale, path),
    isText: true,
    isList: true,
    isUnlisted: true,
  }
}

export type Removal = [label: string, address: string]

export function removableChips(locale: Locale, removals: readonly Removal[], clearedAddress: string): Html | null {
  const { w } = locale
  if (removals.length === 0) return null
  return html`<ul class="chips" aria-label="${w.filtersInUse}">${removals.map(
    ([label, address]) =>
      html`<li><a class="chip" href="${address}" rel="nofollow"><span class="unseen">${locale.say('remove', { value: label })}</span><span aria-hidden="true">${label} ×</span></a></li>`,
  )}<li><a class="chip plain" href="${clearedAddress}" rel="nofollow">${w.clearAll}</a></li></ul>`
}

/** A condition of a search without results, and the search without it. */
interface Relaxation<Hit> {
  condition: string
  label: string
  address: string
  search(limit: number): Promise<{ hits: readonly Hit[]; total: number }>
}

const [MAX_RELAXATIONS, MAX_NEAREST] = [4, 3]

/** Shows what is found with one condition less, and the closest matches; undefined if nothing is. */
export async function nearestMatches<Hit extends { slug: string } | { id: number }>(
  locale: Locale,
  path: ListPath,
  relaxations: readonly Relaxation<Hit>[],
  toCards: (hits: readonly Hit[], notes: Notes) => Html | Promise<Html>,
): Promise<Html | undefined> {
  const results = await Promise.all(relaxations.map(async (item) => ({ ...item, ...(await item.search(MAX_NEAREST)) })))
  const useful = results.filter(({ total }) => total > 0).slice(0, MAX_RELAXATIONS)
  if (useful.length === 0) return undefined
  const nearest = new Map<string | number, Hit>()
  const notes: Notes = new Map()
  for (const { hit, condition } of useful.flatMap(({ hits, condition }) => hits.map((hit) => ({ hit, condition })))) {
    const key = 'slug' in hit ? hit.slug : hit.id
    if (nearest.size === MAX_NEAREST || nearest.has(key)) continue
    nearest.set(key, hit)
    notes.set(key, html`<p class="lacks">${locale.say('lacks', { condition })}</p>`)
  }
  return html`<p>${locale.w.nothingMeets}</p><ul class="ways">${useful.map(({ label, address, total }) => html`<li><a class="chip" href="${address}" rel="nofollow">${label} <small>${count(locale, WORDS[path], total)}</small></a></li>`)}</ul>
<h2 class="spaced">${locale.w.nearestOnes}</h2>${await toCards([...nearest.values()], notes)}`
}
