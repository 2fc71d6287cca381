import type { DeskListing } from '../../market/desk/listing-desk.ts'
import type { ListingStatus } from '../../market/states.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import type { Around } from '../page.ts'
import { button } from './forms.ts'
import { asSent, asShown } from './marked.ts'
import { counted, moment, state, type Tone } from './values.ts'

const TONES: Record<ListingStatus, Tone> = {
  draft: 'calm',
  review: 'warn',
  live: 'good',
  sold: 'calm',
  expired: 'calm',
  withdrawn: 'calm',
  rejected: 'bad',
}
const MOST_PHOTOS = 12

export interface ListingWays extends Around {
  /** The address of a picture; one stored by path alone belongs to the service. */
  picture(url: string): string
}

export function statusMark(status: ListingStatus): Html {
  return state(status, TONES[status])
}

export function nameOf({ listing }: DeskListing): string {
  return `${listing.maker_name} ${listing.variant_name}, ${listing.year}`
}

/** Price, place and age on one line. */
export function factsOf({ listing }: DeskListing, now: number): Html {
  const facts = [
    `₹${figure(listing.price_inr ?? 0)}`,
    `${listing.district}, ${listing.state_code} ${listing.pin}`,
    listing.hours === undefined ? `${figure(listing.km ?? 0)} km` : `${figure(listing.hours)} hours`,
    counted(listing.owners ?? 0, 'owner'),
    listing.seller ?? 'owner',
  ]
  return html`${facts.join(' · ')} · created ${moment(listing.created_at, now)}`
}

export function photosOf({ id, listing }: DeskListing, picture: (url: string) => string): Html {
  const rows = listing.photo_rows ?? []
  const urls = [...new Set([...(listing.photos ?? []), ...rows.map(({ url }) => url)])]
  if (urls.length === 0) return html`<p class="quiet">No photos.</p>`
  const captions = new Map(rows.map(({ url, caption }) => [url, caption]))
  // The page loads nothing over plain http: such a picture becomes a link.
  const photo = (url: string, at: number) =>
    /^http:/i.test(url)
      ? html`<li><a href="${url}" rel="noreferrer">Photo ${at + 1}</a></li>`
      : html`<li><a href="${picture(url)}" rel="noreferrer"><img src="${picture(url)}" alt="${captions.get(url) || `Photo ${at + 1} of listing ${id}`}" loading="lazy" width="160" height="120"></a></li>`
  const more = urls.length > MOST_PHOTOS && html`<li class="quiet">and ${urls.length - MOST_PHOTOS} more</li>`
  return html`<ul class="photos">${urls.slice(0, MOST_PHOTOS).map(photo)}${more}</ul>`
}

/** The description before and after the guard, then every other text that the guard changed. */
export function textsOf({ listing, sent }: DeskListing): Html {
  const before = sent.find(({ field }) => field === 'description')
  const others = sent.filter(({ field }) => field !== 'description')
  const after = listing.description ?? ''
  const description = before
    ? html`<div class="before-after"><section><p class="label">As sent</p><p class="words">${asSent(before)}</p></section>
<section><p class="label">As buyers see it</p><p class="words">${asShown(after)}</p></section></div>`
    : html`<p class="words">${after === '' ? html`<span class="none">No description.</span>` : asShown(after)}</p>`
  return html`${description}${
    others.length > 0 &&
    html`<p class="label">Also taken out</p><dl class="taken">${others.map((text) => html`<div><dt>${text.field}</dt><dd>${asSent(text)}</dd></div>`)}</dl>`
  }`
}

/** The operator's choices for a listing in review. */
export function decisionOf({ id, status, decision }: DeskListing, { to, now }: Around, back: string): Html | null {
  if (status === 'review') {
    return html`<div class="acts-row">${button(to(`listings/${id}/approve`), 'Approve', { values: { back }, look: 'main' })}
<details class="guarded"><summary>Reject…</summary><form method="post" action="${to(`listings/${id}/reject`)}" class="reject">
<input type="hidden" name="back" value="${back}"><label class="field"><span>Reason</span><textarea name="reason" rows="2" maxlength="1000" required></textarea></label>
<button class="button danger">Reject</button></form></details></div>`
  }
  if (!decision) return null
  const what = status === 'live' ? 'Approved' : 'Rejected'
  return html`<p>${what} ${moment(decision.at, now)} by ${decision.by}${decision.reason && html`: ${decision.reason}`}</p>`
}
