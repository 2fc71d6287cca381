import { listings as resource, titleOf } from '../../admin/listings.ts'
import { plainText } from '../../admin/view.ts'
import { readListingId } from '../../database/records.ts'
import { REMOVED } from '../../lib/text/visible.ts'
import { countStatuses, type DeskListing, readDeskListing } from '../../listings/moderation/moderation.ts'
import type { SentText } from '../../listings/moderation/sent-texts.ts'
import type { ListingStatus } from '../../listings/states.ts'
import { LISTING_STATUSES } from '../../schema/api/values.ts'
import { type Html, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { marked } from '../../website/pages/listing.ts'
import { type PageContext, type Pages, ROWS, readRows } from '../page.ts'
import { counted, filters, state as mark, nothing, pager, showValue, time } from '../parts.ts'
import {
  actionForm,
  actionForms,
  bulkForm,
  readFilters,
  searchForm,
  tableOf,
  tick,
  tickColumn,
} from '../resource-pages.ts'

const MAX_PHOTOS = 12
const REMOVED_MARK = html`<mark>${REMOVED}</mark>`
const MANY = 'many'
const BULK_ACTIONS: Partial<Record<ListingStatus, readonly string[]>> = {
  review: ['approve', 'reject'],
  live: ['withdraw', 'back'],
  rejected: ['back'],
}

/** Listings in review are shown in full, the others as a line. */
const REVIEWED = 10

export const LISTING_PAGES: Pages = {
  async '/listings'(context, { reads }) {
    const { to, query, now } = context
    const { typed, values, problem } = readFilters(resource, query)
    const status = values.state as ListingStatus | undefined
    const isReview = status === 'review'
    const address = (page: number | null) => to('listings', { ...typed, page })
    const page = await readRows(
      query,
      (rows) => (problem ? Promise.resolve([]) : resource.list!.run(reads, values, rows, now)),
      isReview ? REVIEWED : ROWS,
    )
    const counts = await countStatuses(reads)
    const chip = (state: ListingStatus | undefined, count: number) => ({
      text: html`${state ?? 'any status'} <span class="count">${figure(count)}</span>`,
      href: to('listings', { ...typed, state }),
      isOn: state === status,
    })
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const here = address(page.page === 1 ? null : page.page)
    const many = bulkForm(context, resource, MANY, here, status ? (BULK_ACTIONS[status] ?? []) : undefined)
    const ticks = many
      ? [
          tickColumn<DeskListing>(
            MANY,
            ({ id }) => String(id),
            ({ id }) => `listing ${id}`,
          ),
        ]
      : []
    const list = isReview
      ? page.rows.map((item) => review(item, context, here))
      : tableOf(context, resource, page.rows, [], ticks)
    const body = html`${filters('Status', [...LISTING_STATUSES.map((state) => chip(state, counts[state] ?? 0)), chip(undefined, all)])}
${searchForm(context, resource, typed)}
${page.rows.length > 0 ? [list, many] : nothing(problem ?? (isReview ? 'No listings in review.' : 'No matching listings.'))}
${pager(page, address)}`
    return { title: 'Listings', body, menu: 'listings' }
  },

  async '/listings/:id'(context, { reads }) {
    const id = readListingId(context.params.id!)
    const item = id === undefined ? undefined : await readDeskListing(reads, id)
    if (!item) return undefined
    const { to, now } = context
    const removed = plainText(item.removed)
    const body = html`<p><a href="${to('listings')}">All listings</a></p>
<p><a class="button" href="${to(`records/listing/${item.id}`)}">Every field and its history</a></p>
<article class="panel listing"><p>${showValue('status', item.status, now)} ${factsOf(item, now)}</p>
${photosOf(item, context.picture)}
${textsOf(item)}
${removed && html`<p class="quiet">Contacts and links removed: ${removed}.${item.sent.length === 0 && ' Original texts are deleted when a listing goes live.'}</p>`}
${decisionOf(item, context, to(`listings/${item.id}`))}</article>`
    return { title: `${item.id}: ${titleOf(item)}`, body, menu: 'listings' }
  },
}

function review(item: DeskListing, context: PageContext, back: string): Html {
  return html`<article class="panel listing" aria-labelledby="listing-${item.id}">
<h2 id="listing-${item.id}">${!context.isViewer && tick(MANY, String(item.id), `listing ${item.id}`)} <a href="${context.to(`listings/${item.id}`)}">${item.id}</a> ${titleOf(item)}</h2>
<p class="quiet">${factsOf(item, context.now)}</p>
${photosOf(item, context.picture)}
${textsOf(item)}
${decisionOf(item, context, back)}</article>`
}

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

function textsOf({ listing, sent, doubt: reviewReason }: DeskListing): Html {
  const before = sent.find(({ field }) => field === 'description')
  const others = sent.filter((text) => text !== before)
  const after = listing.description
    ? html`<p class="words">${marked(listing.description, REMOVED_MARK)}</p>`
    : html`<p class="none">No description.</p>`
  const description = before
    ? html`<div class="before-after"><section><p class="label">As sent</p><p class="words">${asSent(before)}</p></section>
<section><p class="label">As buyers see it</p>${after}</section></div>`
    : after
  const more = others.map((text) => html`<div><dt>${text.field}</dt><dd>${asSent(text)}</dd></div>`)
  return html`${description}${more.length > 0 && html`<p class="label">Also removed</p><dl class="changes">${more}</dl>`}${reviewReason && html`<p>${mark('in doubt', 'warn')} ${reviewReason}.</p>`}`
}

function decisionOf(item: DeskListing, context: PageContext, back: string): Html | null {
  const { status, decision } = item
  if (status === 'review') {
    const [approve, reject] = ['approve', 'reject'].map((name) =>
      actionForm(context, resource, name, item, { hidden: { back }, ...(name === 'approve' && { style: 'main' }) }),
    )
    return html`<div class="acts-row">${approve}${reject}</div>`
  }
  const what = status === 'live' ? 'Approved' : 'Rejected'
  return html`${decision && html`<p>${what} ${time(decision.at, context.now)} by ${decision.by}${decision.reason && html`: ${decision.reason}`}</p>`}<div class="acts-row">${actionForms(context, resource, item)}</div>`
}

function asSent({ parts }: SentText): Html {
  return html`${parts.map(({ text, removed }) => (removed ? html`<del>${text}</del>` : text))}`
}
