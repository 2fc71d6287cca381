import { DAY_MS, kolkataDate } from '../../lib/calendar.ts'
import { REMOVED } from '../../lib/text/visible.ts'
import { isShownAt } from '../../listings/listings.ts'
import type { MarketListing } from '../../schema/api/listing.ts'
import { readListingId } from '../../schema/records/listing-id.ts'
import { boundsText } from '../components/amounts.ts'
import { classOf, machineCards, placeOf, savePick, usedCards, usedName, usedPicture } from '../components/cards.ts'
import { enquiryForm, noEnquiry, type SentForm, WAYS } from '../components/enquiry-form.ts'
import { printAndShare } from '../components/forms.ts'
import { type LoanParameters, LoanQuery, loanSection } from '../components/loan.ts'
import { gallery, isDrawing, picture, ribbon } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { type Page, pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { usedProduct } from '../structured.ts'

pageRoute({
  path: 'used/:id',
  query: LoanQuery,
  async make(data, locale, { params, query }) {
    const id = readListingId(params.id!)
    return id === undefined ? undefined : listingPage(data, locale, id, undefined, query)
  },
})

/** Renders a listing; after a rejected form with its errors. */
export async function listingPage(
  data: PageData,
  locale: Locale,
  id: number,
  sent?: SentForm,
  terms: LoanParameters = { down: null, rate: null, years: null },
) {
  const visible = await data.listing(id)
  if (!visible) return undefined
  const { listing, isSample } = visible
  const { w } = locale
  const name = usedName(listing)
  const labels = data.classOf(classOf(listing))
  const plural = labels ? locale.classInText(labels) : classOf(listing)
  const place = placeOf(locale, listing)
  const title = titleOf(locale, listing)
  const fresh = listing.machine_slug ? data.summary(listing.machine_slug) : undefined
  const isSold = listing.status === 'sold'
  const takesEnquiries = !isSold && !isSample
  const marketPrice = await marketPriceSection(data, locale, listing, plural)
  const alike = await data.used.similar(listing, SIMILAR)
  const body = html`${isSold && html`<p class="sold" role="status">${listing.sold_at ? locale.say('soldOn', { date: locale.day(listing.sold_at) }) : w.sold}${listing.sold_price_inr && html` · ${locale.money(listing.sold_price_inr)}`}</p>`}
<div class="detail-top"><div class="gallery">${photos(locale, listing, name)}${ribbon(locale, isSample)}</div>
<div class="detail-head"><p class="eyebrow">${locale.manufacturer({ slug: listing.maker_slug, name: listing.maker_name })} · ${listing.year}</p><h1>${name}</h1>
<p class="price"><strong>${locale.money(listing.price_inr)}</strong> <span>${locale.fullMoney(listing.price_inr)}</span> <small>${locale.say('listedIn', { date: locale.day(listing.created_at) })}</small></p>
${facts(locale, listing, place)}
${isSample && html`<p class="note">${w.sampleNote}</p>`}
<p class="actions">${!takesEnquiries && html`<a class="button" href="${locale.to('used')}">${w.allUsed}</a>`}${printAndShare(locale, title, `used/${id}`)}</p>
<p class="tools">${savePick(locale, 'used', listing.id, name)}</p></div></div>
<div class="boxes spaced">${againstNew(locale, listing)}${marketPrice}${useAYear(locale, listing, labels?.hours_a_year ?? null, plural)}${inspection(locale, listing)}</div>
<div class="listing-parts"><div class="stack">
${listing.description && html`<section aria-labelledby="description"><h2 id="description" class="spaced">${w.description}</h2><div class="prose" dir="auto">${guarded(locale, listing.description)}</div></section>`}
${condition(locale, listing)}
${updates(locale, listing)}
${listing.video_url && html`<p><a href="${listing.video_url}" rel="noopener nofollow ugc">${w.video}</a></p>`}
</div>
${isSold ? html`<p class="note">${w.enquiryClosed}</p>` : html`<section id="enquiry" aria-labelledby="enquiry-title" class="panel"><h2 id="enquiry-title">${w.enquire}</h2>${isSample ? noEnquiry(locale, sent) : html`<p class="lead">${w[WAYS[data.enquiryWay]]}</p>${enquiryForm(locale, listing.id, sent)}`}</section>`}
</div>
${!isSold && instalments(locale, listing, terms)}
${fresh && html`<section aria-labelledby="fresh"><h2 id="fresh" class="spaced">${w.newModel}</h2>${await machineCards(data, locale, [fresh])}</section>`}
${alike.hits.length > 0 && html`<section aria-labelledby="alike"><h2 id="alike" class="spaced">${w.similarUsed}</h2>${usedCards(locale, alike)}</section>`}
${takesEnquiries && html`<p class="enquire-bar"><strong>${locale.money(listing.price_inr)}</strong><a class="button" href="#enquiry">${w.enquire}</a></p>`}`
  return {
    title: sent ? `${w.enquiryNotSent} ${title}` : title,
    description: locale.sentences(
      title,
      locale.money(listing.price_inr),
      listing.hours === undefined ? '' : locale.say('hoursRun', { n: locale.figure(listing.hours) }),
    ),
    body,
    ...within(locale, 'used', name, listing.id),
    isUnlisted: isSold || isSample || sent !== undefined,
    structured: [usedProduct(locale, visible, name)],
    // A cached page expires at midnight at the latest.
    mayKeep: isShownAt(listing, Date.now() + DAY_MS),
  }
}

function titleOf(locale: Locale, listing: MarketListing): string {
  return locale.say('listingTitle', {
    name: usedName(listing),
    year: listing.year,
    place: placeOf(locale, listing),
  })
}

function photos(locale: Locale, listing: MarketListing, name: string): Html {
  const { w } = locale
  const rows: { url: string | null; caption?: string }[] = listing.photo_rows?.length
    ? listing.photo_rows
    : (listing.photos ?? []).map((url) => ({ url }))
  if (rows.length === 0) rows.push({ url: null })
  const slides = rows.map(({ url, caption }, i) => {
    const drawn = isDrawing(url) && locale.say('picture', { name: caption ? locale.said(caption) : name })
    // The caption under a drawing says what it shows; an alt text would have it read out twice.
    const alt = drawn ? '' : locale.say('photoOf', { n: i + 1, name })
    const image = picture(locale, usedPicture(listing, url), { alt, isFirst: i === 0 })
    return html`${image}${(drawn || caption) && html`<p class="caption">${drawn || locale.said(caption ?? '')}</p>`}`
  })
  return gallery(slides, rows.every(({ url }) => isDrawing(url)) ? w.drawings : w.photos)
}

function facts(locale: Locale, listing: MarketListing, place: string): Html {
  const { w } = locale
  const rows: [string, Html | string | false | null | undefined][] = [
    [w.year, String(listing.year)],
    [w.hours, listing.hours !== undefined && locale.figure(listing.hours)],
    [w.distance, listing.km > 0 && locale.say('kmRun', { n: locale.figure(listing.km) })],
    [w.owners, String(listing.owners)],
    [w.place, `${place} ${listing.pin}`],
    [w.soldBy, seller(locale, listing)],
  ]
  return html`<dl class="pairs">${rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
}

function seller(locale: Locale, { seller = 'owner', dealer_name, dealer_verified }: MarketListing): Html {
  return html`${locale.value('seller', seller)}${dealer_name && `: ${dealer_name}`}${dealer_verified && html` <span class="tag">${locale.w.verifiedDealer}</span>`}`
}

function againstNew(locale: Locale, { comparable_new_inr, price_inr }: MarketListing): Html | null {
  if (!comparable_new_inr) return null
  const share = Math.round((price_inr / comparable_new_inr) * 100)
  const price = locale.money(comparable_new_inr)
  return html`<section><h2>${locale.w.againstNew}</h2><p class="big">${locale.say('againstNewShare', { share })}</p><p>${share > 100 ? locale.say('aboveNewText', { price }) : locale.say('againstNewText', { price })}</p></section>`
}

const MAX_LINKS = 5

async function marketPriceSection(
  data: PageData,
  locale: Locale,
  listing: MarketListing,
  plural: string,
): Promise<Html | null> {
  const { machine_slug, year, hours = null, id } = listing
  if (!machine_slug) return null
  const { w } = locale
  const values = await data.valueMachine({ machine_slug, year, hours, excluded: [id] })
  if (!values?.asking || !values.comparable)
    return html`<section><h2>${w.marketPrice}</h2><p>${w.marketPriceUnknown}</p></section>`
  const { asking, comparable, listings } = values
  const like = { maker: 'likeOfManufacturer', class: 'likeOfClass', wide_class: 'likeOfWideClass' } as const
  const names = { manufacturer: listing.maker_name, class: plural }
  const years = listings.map((other) => other.year).sort()
  const basis = {
    n: asking.count,
    which: comparable === 'machine' ? usedName(listing) : locale.say(like[comparable], names),
    years: [...new Set([years[0], years.at(-1)])].join('–'),
    error: Math.round(asking.error_pct ?? 0),
  }
  const similar = await data.used.listed(listings.map(({ id }) => id))
  const adjusted = new Map(listings.map(({ id, adjusted_inr }) => [id, locale.money(adjusted_inr)]))
  const links = similar
    .filter((other) => isShownAt(other, Date.now()))
    .slice(0, MAX_LINKS)
    .map((other) => {
      const price = adjusted.get(other.id)!
      const isOther = price !== locale.money(other.price_inr)
      return html`<li><a href="${locale.to(`used/${other.id}`)}">${usedName(other)} ${other.year} · ${locale.money(other.price_inr)}</a>${isOther && html` ${locale.say('adjustedPrice', { price })}`}</li>`
    })
  return html`<section><h2>${w.marketPrice}</h2><p class="big">${boundsText(locale, asking.p25_inr, asking.p75_inr)}</p><p>${locale.say('marketBasis', basis)}${comparable !== 'machine' && html`<br>${w.valuedByClass}`}</p>${links.length > 0 && html`<ul>${links}</ul>`}</section>`
}

function instalments(locale: Locale, { id, price_inr, created_at }: MarketListing, terms: LoanParameters): Html {
  const { w } = locale
  const about = { price: price_inr, kind: w.price, month: locale.month(created_at) }
  return html`<section class="panel" id="instalments" aria-labelledby="loan"><h2 id="loan">${w.instalments}</h2>${loanSection(locale, `used/${id}`, about, terms)}</section>`
}

const SIMILAR = 6

function useAYear(locale: Locale, listing: MarketListing, typical: number | null, plural: string): Html | null {
  if (listing.hours === undefined) return null
  const age = Math.max(1, Number(kolkataDate(Date.parse(listing.created_at)).slice(0, 4)) - listing.year)
  const aYear = Math.round(listing.hours / age)
  return html`<section><h2>${locale.w.useAYear}</h2><p class="big">${locale.say('hoursRun', { n: locale.figure(aYear) })}</p>${
    typical && html`<p>${locale.say('useAYearText', { typical: locale.figure(typical), class: plural })}</p>`
  }</section>`
}

function inspection(locale: Locale, { inspection_mode = 'declared', inspection_note }: MarketListing): Html {
  return html`<section><h2>${locale.w.inspection}</h2><p class="big small">${locale.value('inspection', inspection_mode)}</p><p>${locale.value('inspection_note', inspection_mode)}</p>${inspection_note && html`<p class="quiet" dir="auto">${guarded(locale, inspection_note)}</p>`}</section>`
}

function condition(locale: Locale, listing: MarketListing): Html | null {
  const rows = Object.entries(listing.condition ?? {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  if (rows.length === 0) return null
  const { w } = locale
  const text = (value: unknown) =>
    typeof value === 'boolean' ? (value ? w.yes : w.no) : guarded(locale, locale.said(String(value)))
  return html`<section aria-labelledby="condition"><h2 id="condition" class="spaced">${w.condition}</h2><dl class="pairs narrow">${rows.map(
    ([key, value]) => html`<div><dt>${locale.value('spec', key)}</dt><dd>${text(value)}</dd></div>`,
  )}</dl></section>`
}

function updates(locale: Locale, { updates = [] }: MarketListing): Html | null {
  if (updates.length === 0) return null
  return html`<section aria-labelledby="updates"><h2 id="updates" class="spaced">${locale.w.updates}</h2><ol class="updates">${updates.map(
    ({ at: timestamp, text }) =>
      html`<li><time datetime="${timestamp}">${locale.day(timestamp)}</time><p dir="auto">${guarded(locale, text)}</p></li>`,
  )}</ol></section>`
}

export async function enquirySentPage(data: PageData, locale: Locale, id: number, reference: string): Promise<Page> {
  const { w } = locale
  const visible = await data.listing(id)
  const next = locale.sentences(w[WAYS[data.enquiryWay]], w.enquiryNext)
  const body = html`<h1>${w.enquirySent}</h1>
${visible && html`<p class="lead"><a href="${locale.to(`used/${id}`)}">${titleOf(locale, visible.listing)}</a></p>`}
<p class="reference"><span>${w.enquiryReference}</span> <strong>${reference}</strong></p>
<p class="lead">${next}</p>
<p class="actions"><a class="button" href="${locale.to(`used/${id}`)}">${w.back}</a><a class="button ghost" href="${locale.to('used')}">${w.allUsed}</a></p>`
  const about = { title: w.enquirySent, description: next, ...within(locale, 'used', w.enquirySent, id), isText: true }
  return { ...about, body, isUnlisted: true, canonical: 'used' }
}

/** A seller's text in paragraphs, with a mark in the page's language where a contact was removed. */
function guarded(locale: Locale, text: string): Html {
  const mark = html`<span class="removed">${locale.w.removedContact}</span>`
  const paragraphs = text.split(/\n{2,}/)
  if (paragraphs.length === 1) return marked(text, mark)
  return html`${paragraphs.map((paragraph) => html`<p>${marked(paragraph, mark)}</p>`)}`
}

export function marked(text: string, mark: Html): Html {
  return html`${text.split(REMOVED).map((piece, i) => (i === 0 ? piece : [mark, piece]))}`
}
