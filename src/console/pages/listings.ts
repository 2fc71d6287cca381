import { LISTING_STATUSES, STATE_CODES } from '../../contract/values.ts'
import type { DeskListing, DeskPage } from '../../market/desk/listing-desk.ts'
import type { ListingStatus } from '../../market/states.ts'
import { type Html, html, raw } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { states } from '../../site/words/values.ts'
import type { ConsolePage } from '../page.ts'
import { field } from '../parts/forms.ts'
import { decisionOf, factsOf, type ListingWays, nameOf, photosOf, statusMark, textsOf } from '../parts/listing.ts'
import { nothing, pager, table } from '../parts/table.ts'
import { counted, moment } from '../parts/values.ts'

/** The search, as the address has it. */
interface ListingsAsked {
  status: ListingStatus | undefined
  q: string
  state: string
  removed: boolean
  page: number
}

interface ListingsValues extends DeskPage {
  asked: ListingsAsked
  counts: Partial<Record<ListingStatus, number>>
  rows: number
}

export function listingsPage(ways: ListingWays, { asked, total, listings, counts, rows }: ListingsValues): ConsolePage {
  const { to } = ways
  const address = (change: Partial<ListingsAsked>) => {
    const { status, q, state, removed, page } = { ...asked, page: 1, ...change }
    return to('listings', {
      status: status ?? 'any',
      q: q || null,
      state: state || null,
      removed: removed ? 1 : null,
      page: page === 1 ? null : page,
    })
  }
  const chip = (status: ListingStatus | undefined, count: number) =>
    html`<a class="button" href="${address({ status })}"${raw(status === asked.status ? ' aria-current="true"' : '')}>${status ?? 'any status'} <span class="count">${figure(count)}</span></a>`
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const here = address({ page: asked.page })
  const body = html`<nav class="filters" aria-label="Status">${LISTING_STATUSES.map((status) => chip(status, counts[status] ?? 0))}${chip(undefined, all)}</nav>
${search(ways, asked)}
<h2>${counted(total, 'listing')}${asked.status === 'review' && ' in review, oldest first'}</h2>
${listings.length === 0 ? none(asked) : asked.status === 'review' ? listings.map((one) => review(one, ways, here)) : found(listings, ways)}
${pager({ page: asked.page, hasMore: asked.page * rows < total, to: (page) => address({ page }) })}`
  return { title: 'Listings', body, menu: 'listings' }
}

/** One listing, in any status. */
export function listingPage(ways: ListingWays, one: DeskListing): ConsolePage {
  const { to, now } = ways
  const taken = Object.entries(one.removed).map(([name, count]) => `${count} from ${name}`)
  const body = html`<p><a href="${to('listings')}">All listings</a></p>
<article class="panel listing"><p>${statusMark(one.status)} ${factsOf(one, now)}</p>
${photosOf(one, ways.picture)}
${textsOf(one)}
${taken.length > 0 && html`<p class="quiet">Contacts and links removed: ${taken.join(', ')}.${one.sent.length === 0 && ' What was sent is not kept once a listing has gone live.'}</p>`}
${decisionOf(one, ways, to(`listings/${one.id}`))}</article>`
  return { title: `${one.id}: ${nameOf(one)}`, body, menu: 'listings' }
}

function search({ to }: ListingWays, { status, q, state, removed }: ListingsAsked): Html {
  const option = (value: string, label: string) =>
    html`<option value="${value}"${raw(value === state ? ' selected' : '')}>${label}</option>`
  return html`<form class="line panel" action="${to('listings')}" role="search">
<input type="hidden" name="status" value="${status ?? 'any'}">
${field('Id, maker or district', html`<input name="q" type="search" value="${q}" maxlength="100">`)}
${field('State', html`<select name="state">${option('', 'All states')}${STATE_CODES.map((code) => option(code, `${states[code][0]} (${code})`))}</select>`)}
<label class="tick"><input type="checkbox" name="removed" value="1"${raw(removed ? ' checked' : '')}> Contacts removed</label>
<button class="button">Search</button></form>`
}

function none({ status, q, state }: ListingsAsked): Html {
  return nothing(
    status === 'review' && !q && !state
      ? 'Nothing waits for you. Listings that are imported with the status review stand here.'
      : 'There is no such listing.',
  )
}

function review(one: DeskListing, ways: ListingWays, back: string): Html {
  return html`<article class="panel listing" aria-labelledby="listing-${one.id}">
<h3 id="listing-${one.id}"><a href="${ways.to(`listings/${one.id}`)}">${one.id}</a> ${nameOf(one)}</h3>
<p class="quiet">${factsOf(one, ways.now)}</p>
${photosOf(one, ways.picture)}
${textsOf(one)}
${decisionOf(one, ways, back)}</article>`
}

function found(listings: readonly DeskListing[], { to, now }: ListingWays): Html {
  const rows = listings.map((one) => [
    html`<a href="${to(`listings/${one.id}`)}">${one.id}</a>`,
    statusMark(one.status),
    nameOf(one),
    `₹${figure(one.listing.price_inr ?? 0)}`,
    `${one.listing.district}, ${one.listing.state_code}`,
    figure(Object.values(one.removed).reduce((sum, count) => sum + count, 0)),
    moment(one.listing.created_at, now),
  ])
  const columns = ['Id', 'Status', { name: 'Machine', is: 'wide' }, { name: 'Price', is: 'number' }, 'Place'] as const
  return table('Listings', [...columns, { name: 'Contacts removed', is: 'number' }, 'Created'], rows)
}
