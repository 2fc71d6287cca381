import { describeCounts } from '../../admin/actions.ts'
import { LISTING_STATE, listingsNumbered, listings as resource, titleOf } from '../../admin/listings.ts'
import { readListingId } from '../../database/records.ts'
import { REMOVED } from '../../lib/text/visible.ts'
import {
  countStatuses,
  type DeskListing,
  readDeskListing,
  searchListings,
} from '../../listings/moderation/moderation.ts'
import type { SentText } from '../../listings/moderation/sent-texts.ts'
import { STATE_NAMES } from '../../listings/places.ts'
import type { ListingStatus } from '../../listings/states.ts'
import { LISTING_STATUSES, STATE_CODES } from '../../schema/api/values.ts'
import { type Html, html, raw } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { marked } from '../../website/pages/listing.ts'
import { type PageContext, type Pages, ROWS, readPage } from '../page.ts'
import { counted, field, filters, state as mark, nothing, pager, time } from '../parts.ts'
import { actionForm, actionForms, bulkForm, cellOf, tableOf, tick, tickColumn } from '../resource-parts.ts'

const MAX_PHOTOS = 12
const REMOVED_MARK = html`<mark>${REMOVED}</mark>`
/** The form that acts on those selected. */
const MANY = 'many'
/** What can be done with many of a status. */
const BULK_ACTIONS: Partial<Record<ListingStatus, readonly string[]>> = {
  review: ['approve', 'reject'],
  live: ['withdraw', 'back'],
  rejected: ['back'],
}

/** The search, as the address has it. */
type ListingSearch = ReturnType<typeof readSearch>

/** Listings in review are shown in full, the others as a line. */
const REVIEWED = 10

export const LISTING_PAGES: Pages = {
  async '/listings'(context, { reads }) {
    const search = readSearch(context.query)
    const rows = search.status === 'review' ? REVIEWED : ROWS
    const ids = await listingsNumbered(reads, search.q)
    const query = { ...search, ids, limit: rows, offset: (search.page - 1) * rows }
    const { total, listings } = await searchListings(reads, query)
    const counts = await countStatuses(reads)
    const { to } = context
    const address = (change: Partial<ListingSearch>) => {
      const { status, q, state, removed, page } = { ...search, page: 1, ...change }
      return to('listings', {
        status: status ?? 'any',
        q: q || null,
        state: state || null,
        removed: removed ? 1 : null,
        page: page === 1 ? null : page,
      })
    }
    const chip = (status: ListingStatus | undefined, count: number) => ({
      text: html`${status ?? 'any status'} <span class="count">${figure(count)}</span>`,
      href: address({ status }),
      isOn: status === search.status,
    })
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const here = address({ page: search.page })
    const many = bulkForm(
      context,
      resource,
      MANY,
      here,
      search.status ? (BULK_ACTIONS[search.status] ?? []) : undefined,
    )
    const body = html`${filters('Status', [...LISTING_STATUSES.map((status) => chip(status, counts[status] ?? 0)), chip(undefined, all)])}
${searchForm(context, search)}
<h2>${counted(total, 'listing')}${search.status === 'review' && ' in review, oldest first'}</h2>
${listings.length === 0 ? none(search) : search.status === 'review' ? listings.map((item) => review(item, context, here)) : tableOf(context, 'Listings', resource.columns, listings, [], many ? [tickColumn(resource, MANY)] : [])}
${listings.length > 0 && many}
${pager({ page: search.page, hasMore: search.page * rows < total, to: (page) => address({ page }) })}`
    return { title: 'Listings', body, menu: 'listings' }
  },

  /** One listing, in any status. */
  async '/listings/:id'(context, { reads }) {
    const id = readListingId(context.params.id!)
    const item = id === undefined ? undefined : await readDeskListing(reads, id)
    if (!item) return undefined
    const { to, now } = context
    const taken = describeCounts(item.removed)
    const body = html`<p><a href="${to('listings')}">All listings</a></p>
<p><a class="button" href="${to(`records/listing/${item.id}`)}">Every field and its history</a></p>
<article class="panel listing"><p>${cellOf(context, LISTING_STATE.value(item, now))} ${factsOf(item, now)}</p>
${photosOf(item, context.picture)}
${textsOf(item)}
${reviewReasonOf(item)}
${taken && html`<p class="quiet">Contacts and links removed: ${taken}.${item.sent.length === 0 && ' Original texts are deleted when a listing goes live.'}</p>`}
${decisionOf(item, context, to(`listings/${item.id}`))}</article>`
    return { title: `${item.id}: ${titleOf(item)}`, body, menu: 'listings' }
  },
}

function readSearch(query: URLSearchParams) {
  const status = query.get('status') ?? 'review'
  const state = query.get('state')?.toUpperCase() ?? ''
  return {
    status: LISTING_STATUSES.find((item) => item === status),
    q: (query.get('q') ?? '').trim().slice(0, 100),
    state: STATE_CODES.find((item) => item === state) ?? '',
    removed: query.get('removed') === '1',
    page: readPage(query),
  }
}

function searchForm({ to }: PageContext, { status, q, state, removed }: ListingSearch): Html {
  const option = (value: string, label: string) =>
    html`<option value="${value}"${raw(value === state ? ' selected' : '')}>${label}</option>`
  return html`<form class="line panel" action="${to('listings')}" role="search">
<input type="hidden" name="status" value="${status ?? 'any'}">
${field('Id, sender’s number, manufacturer, model or district', html`<input name="q" type="search" value="${q}" maxlength="100">`)}
${field('State', html`<select name="state">${option('', 'All states')}${STATE_CODES.map((code) => option(code, `${STATE_NAMES[code][0]} (${code})`))}</select>`)}
<label class="check"><input type="checkbox" name="removed" value="1"${raw(removed ? ' checked' : '')}> Contacts removed</label>
<button class="button">Search</button></form>`
}

function none({ status, q, state }: ListingSearch): Html {
  return nothing(status === 'review' && !q && !state ? 'No listings in review.' : 'No matching listings.')
}

function review(item: DeskListing, context: PageContext, back: string): Html {
  return html`<article class="panel listing" aria-labelledby="listing-${item.id}">
<h3 id="listing-${item.id}">${!context.isViewer && tick(MANY, String(item.id), `listing ${item.id}`)} <a href="${context.to(`listings/${item.id}`)}">${item.id}</a> ${titleOf(item)}</h3>
<p class="quiet">${factsOf(item, context.now)}</p>
${photosOf(item, context.picture)}
${textsOf(item)}
${reviewReasonOf(item)}
${decisionOf(item, context, back)}</article>`
}

function reviewReasonOf({ doubt: reviewReason }: DeskListing): Html {
  return html`${reviewReason && html`<p>${mark('in doubt', 'warn')} ${reviewReason}.</p>`}`
}

/** Price, place and age on one line. */
function factsOf({ listing }: DeskListing, now: number): Html {
  const facts = [
    `₹${figure(listing.price_inr ?? 0)}`,
    `${listing.district}, ${listing.state_code} ${listing.pin}`,
    listing.hours === undefined ? `${figure(listing.km ?? 0)} km` : `${figure(listing.hours)} hours`,
    counted(listing.owners ?? 0, 'owner'),
    listing.seller ?? 'owner',
  ]
  return html`${facts.join(' · ')} · created ${time(listing.created_at, now)}`
}

function photosOf({ id, listing }: DeskListing, picture: (url: string) => string): Html {
  const rows = listing.photo_rows ?? []
  const urls = [...new Set([...(listing.photos ?? []), ...rows.map(({ url }) => url)])]
  if (urls.length === 0) return html`<p class="quiet">No photos.</p>`
  const captions = new Map(rows.map(({ url, caption }) => [url, caption]))
  // The page loads nothing over plain http: such a picture becomes a link.
  const photo = (url: string, i: number) =>
    /^http:/i.test(url)
      ? html`<li><a href="${url}" rel="noreferrer">Photo ${i + 1}</a></li>`
      : html`<li><a href="${picture(url)}" rel="noreferrer"><img src="${picture(url)}" alt="${captions.get(url) || `Photo ${i + 1} of listing ${id}`}" loading="lazy" width="160" height="120"></a></li>`
  const more = urls.length > MAX_PHOTOS && html`<li class="quiet">and ${urls.length - MAX_PHOTOS} more</li>`
  return html`<ul class="photos">${urls.slice(0, MAX_PHOTOS).map(photo)}${more}</ul>`
}

/** The description before and after the guard, then every other text that the guard changed. */
function textsOf({ listing, sent }: DeskListing): Html {
  const before = sent.find(({ field }) => field === 'description')
  const others = sent.filter(({ field }) => field !== 'description')
  const after = listing.description ?? ''
  const description = before
    ? html`<div class="before-after"><section><p class="label">As sent</p><p class="words">${asSent(before)}</p></section>
<section><p class="label">As buyers see it</p><p class="words">${marked(after, REMOVED_MARK)}</p></section></div>`
    : html`<p class="words">${after === '' ? html`<span class="none">No description.</span>` : marked(after, REMOVED_MARK)}</p>`
  return html`${description}${
    others.length > 0 &&
    html`<p class="label">Also removed</p><dl class="changes">${others.map((text) => html`<div><dt>${text.field}</dt><dd>${asSent(text)}</dd></div>`)}</dl>`
  }`
}

/** The operator's choices for a listing in review. */
function decisionOf(item: DeskListing, context: PageContext, back: string): Html | null {
  const { status, decision } = item
  if (status === 'review') {
    return html`<div class="acts-row">${actionForm(context, resource, 'approve', item, { hidden: { back }, style: 'main' })}${actionForm(context, resource, 'reject', item, { hidden: { back } })}</div>`
  }
  const what = status === 'live' ? 'Approved' : 'Rejected'
  const forms = actionForms(context, resource, item)
  return html`${decision && html`<p>${what} ${time(decision.at, context.now)} by ${decision.by}${decision.reason && html`: ${decision.reason}`}</p>`}${forms.length > 0 && html`<div class="acts-row">${forms}</div>`}`
}

/** A text as sent, with the parts that the guard removed struck through. */
function asSent({ parts }: SentText): Html {
  return html`${parts.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}`
}
