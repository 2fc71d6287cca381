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
const ACTS: Partial<Record<ListingStatus, readonly string[]>> = {
  review: ['approve', 'reject'],
  live: ['withdraw', 'back'],
  rejected: ['back'],
}

/** The search, as the address has it. */
type ListingsAsked = ReturnType<typeof readAsked>

/** Listings in review are shown in full, the others as a line. */
const REVIEWED = 10

export const LISTING_PAGES: Pages = {
  async '/listings'(context, { reads }) {
    const asked = readAsked(context.query)
    const rows = asked.status === 'review' ? REVIEWED : ROWS
    const ids = await listingsNumbered(reads, asked.q)
    const query = { ...asked, ids, limit: rows, offset: (asked.page - 1) * rows }
    const { total, listings } = await searchListings(reads, query)
    const counts = await countStatuses(reads)
    const { to } = context
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
    const chip = (status: ListingStatus | undefined, count: number) => ({
      text: html`${status ?? 'any status'} <span class="count">${figure(count)}</span>`,
      href: address({ status }),
      isOn: status === asked.status,
    })
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const here = address({ page: asked.page })
    const many = bulkForm(context, resource, MANY, here, asked.status ? (ACTS[asked.status] ?? []) : undefined)
    const body = html`${filters('Status', [...LISTING_STATUSES.map((status) => chip(status, counts[status] ?? 0)), chip(undefined, all)])}
${search(context, asked)}
<h2>${counted(total, 'listing')}${asked.status === 'review' && ' in review, oldest first'}</h2>
${listings.length === 0 ? none(asked) : asked.status === 'review' ? listings.map((one) => review(one, context, here)) : tableOf(context, 'Listings', resource.columns, listings, [], many ? [tickColumn(resource, MANY)] : [])}
${listings.length > 0 && many}
${pager({ page: asked.page, hasMore: asked.page * rows < total, to: (page) => address({ page }) })}`
    return { title: 'Listings', body, menu: 'listings' }
  },

  /** One listing, in any status. */
  async '/listings/:id'(context, { reads }) {
    const id = readListingId(context.params.id!)
    const one = id === undefined ? undefined : await readDeskListing(reads, id)
    if (!one) return undefined
    const { to, now } = context
    const taken = describeCounts(one.removed)
    const body = html`<p><a href="${to('listings')}">All listings</a></p>
<p><a class="button" href="${to(`records/listing/${one.id}`)}">Every field and its history</a></p>
<article class="panel listing"><p>${cellOf(context, LISTING_STATE.value(one, now))} ${factsOf(one, now)}</p>
${photosOf(one, context.picture)}
${textsOf(one)}
${doubtOf(one)}
${taken && html`<p class="quiet">Contacts and links removed: ${taken}.${one.sent.length === 0 && ' What was sent is not kept once a listing has gone live.'}</p>`}
${decisionOf(one, context, to(`listings/${one.id}`))}</article>`
    return { title: `${one.id}: ${titleOf(one)}`, body, menu: 'listings' }
  },
}

function readAsked(query: URLSearchParams) {
  const status = query.get('status') ?? 'review'
  const state = query.get('state')?.toUpperCase() ?? ''
  return {
    status: LISTING_STATUSES.find((one) => one === status),
    q: (query.get('q') ?? '').trim().slice(0, 100),
    state: STATE_CODES.find((one) => one === state) ?? '',
    removed: query.get('removed') === '1',
    page: readPage(query),
  }
}

function search({ to }: PageContext, { status, q, state, removed }: ListingsAsked): Html {
  const option = (value: string, label: string) =>
    html`<option value="${value}"${raw(value === state ? ' selected' : '')}>${label}</option>`
  return html`<form class="line panel" action="${to('listings')}" role="search">
<input type="hidden" name="status" value="${status ?? 'any'}">
${field('Id, sender’s number, maker, model or district', html`<input name="q" type="search" value="${q}" maxlength="100">`)}
${field('State', html`<select name="state">${option('', 'All states')}${STATE_CODES.map((code) => option(code, `${STATE_NAMES[code][0]} (${code})`))}</select>`)}
<label class="check"><input type="checkbox" name="removed" value="1"${raw(removed ? ' checked' : '')}> Contacts removed</label>
<button class="button">Search</button></form>`
}

function none({ status, q, state }: ListingsAsked): Html {
  return nothing(
    status === 'review' && !q && !state
      ? 'Nothing waits for you. Listings that are imported with the status review stand here.'
      : 'There is no such listing.',
  )
}

function review(one: DeskListing, context: PageContext, back: string): Html {
  return html`<article class="panel listing" aria-labelledby="listing-${one.id}">
<h3 id="listing-${one.id}">${!context.isViewer && tick(MANY, String(one.id), `listing ${one.id}`)} <a href="${context.to(`listings/${one.id}`)}">${one.id}</a> ${titleOf(one)}</h3>
<p class="quiet">${factsOf(one, context.now)}</p>
${photosOf(one, context.picture)}
${textsOf(one)}
${doubtOf(one)}
${decisionOf(one, context, back)}</article>`
}

function doubtOf({ doubt }: DeskListing): Html {
  return html`${doubt && html`<p>${mark('in doubt', 'warn')} ${doubt}.</p>`}`
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
  const photo = (url: string, at: number) =>
    /^http:/i.test(url)
      ? html`<li><a href="${url}" rel="noreferrer">Photo ${at + 1}</a></li>`
      : html`<li><a href="${picture(url)}" rel="noreferrer"><img src="${picture(url)}" alt="${captions.get(url) || `Photo ${at + 1} of listing ${id}`}" loading="lazy" width="160" height="120"></a></li>`
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
    html`<p class="label">Also taken out</p><dl class="changes">${others.map((text) => html`<div><dt>${text.field}</dt><dd>${asSent(text)}</dd></div>`)}</dl>`
  }`
}

/** The operator's choices for a listing in review. */
function decisionOf(one: DeskListing, context: PageContext, back: string): Html | null {
  const { status, decision } = one
  if (status === 'review') {
    return html`<div class="acts-row">${actionForm(context, resource, 'approve', one, { hidden: { back }, style: 'main' })}${actionForm(context, resource, 'reject', one, { hidden: { back } })}</div>`
  }
  const what = status === 'live' ? 'Approved' : 'Rejected'
  const acts = actionForms(context, resource, one)
  return html`${decision && html`<p>${what} ${time(decision.at, context.now)} by ${decision.by}${decision.reason && html`: ${decision.reason}`}</p>`}${acts.length > 0 && html`<div class="acts-row">${acts}</div>`}`
}

/** A text as sent, with the parts that the guard removed struck through. */
function asSent({ parts }: SentText): Html {
  return html`${parts.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}`
}
