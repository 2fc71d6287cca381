import { DAY_MS, kolkataDate } from '../../lib/calendar.ts'
import { REMOVED } from '../../lib/text/visible.ts'
import { isShownAt } from '../../listings/listings.ts'
import type { MarketListing } from '../../schema/api/listing.ts'
import { readListingId } from '../../schema/records/listing-id.ts'
import { boundsText } from '../components/amounts.ts'
import {
  classOf,
  compareForm,
  machineCards,
  placeOf,
  savePick,
  usedCards,
  usedName,
  usedPicture,
} from '../components/cards.ts'
import { enquiryForm, noEnquiry, type SentForm, WAYS } from '../components/enquiry-form.ts'
import { printAndShare } from '../components/forms.ts'
import { type LoanParameters, LoanQuery, loanSection } from '../components/loan.ts'
import { gallery, isDrawing, picture, ribbon } from '../components/picture.ts'
import { pairs, section } from '../components/sections.ts'
import { type Html, type HtmlValue, html } from '../html.ts'
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
  const alike = await data.used.similar(listing, MAX_SIMILAR)
  const loan = { price: listing.price_inr, kind: w.price, month: locale.month(listing.created_at) }
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
${listing.description && section('description', w.description, html`<div class="prose" dir="auto">${guarded(locale, listing.description)}</div>`)}
${condition(locale, listing)}
${updates(locale, listing)}
${listing.video_url && html`<p><a href="${listing.video_url}" rel="noopener nofollow ugc">${w.video}</a></p>`}
</div>
${isSold ? html`<p class="note">${w.enquiryClosed}</p>` : section('enquiry', w.enquire, isSample ? noEnquiry(locale, sent) : html`<p class="lead">${w[WAYS[data.enquiryWay]]}</p>${enquiryForm(locale, id, sent)}`)}
</div>
${!isSold && section('instalments', w.instalments, loanSection(locale, `used/${id}`, loan, terms))}
${fresh && section('fresh', w.newModel, [await machineCards(data, locale, [fresh]), compareForm(locale)])}
${alike.hits.length > 0 && section('alike', w.similarUsed, usedCards(locale, alike))}
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
  return pairs([
    [w.year, String(listing.year)],
    [w.hours, listing.hours !== undefined && locale.figure(listing.hours)],
    [w.distance, listing.km > 0 && locale.say('kmRun', { n: locale.figure(listing.km) })],
    [w.owners, String(listing.owners)],
    [w.place, `${place} ${listing.pin}`],
    [w.soldBy, seller(locale, listing)],
  ])
}

/** "Owner", or "Dealer" with the name, which leads to the dealer's listings. */
function seller(locale: Locale, listing: MarketListing): Html {
  const { seller = 'owner', dealer_name, dealer_slug, dealer_verified } = listing
  const name = dealer_slug
    ? html`<a href="${locale.to('used', { dealer: dealer_slug })}">${dealer_name || dealer_slug}</a>`
    : dealer_name
  return html`${locale.value('seller', seller)}${name && html`: ${name}`}${dealer_verified && html` <span class="tag">${locale.w.verifiedDealer}</span>`}`
}

function box(title: string, main: string, ...texts: HtmlValue[]): Html {
  return html`<section><h2>${title}</h2><p class="big">${main}</p>${texts.map((text) => text && html`<p>${text}</p>`)}</section>`
}

function againstNew(locale: Locale, { comparable_new_inr, price_inr }: MarketListing): Html | null {
  if (!comparable_new_inr) return null
  const share = Math.round((price_inr / comparable_new_inr) * 100)
  const text = locale.say(share > 100 ? 'aboveNewText' : 'againstNewText', { price: locale.money(comparable_new_inr) })
  return box(locale.w.againstNew, locale.say('againstNewShare', { share }), text)
}

const [MAX_LINKS, MAX_SIMILAR] = [5, 6]

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
  const text = html`${locale.say('marketBasis', basis)}${comparable !== 'machine' && html`<br>${w.valuedByClass}`}`
  const list = links.length > 0 && html`<ul>${links}</ul>`
  return html`<section><h2>${w.marketPrice}</h2><p class="big">${boundsText(locale, asking.p25_inr, asking.p75_inr)}</p><p>${text}</p>${list}</section>`
}

function useAYear(locale: Locale, listing: MarketListing, typical: number | null, plural: string): Html | null {
  if (listing.hours === undefined) return null
  const age = Math.max(1, Number(kolkataDate(Date.parse(listing.created_at)).slice(0, 4)) - listing.year)
  const hours = locale.say('hoursRun', { n: locale.figure(Math.round(listing.hours / age)) })
  const usual = typical && locale.say('useAYearText', { typical: locale.figure(typical), class: plural })
  return box(locale.w.useAYear, hours, usual)
}

function inspection(locale: Locale, { inspection_mode = 'declared', inspection_note }: MarketListing): Html {
  const note = inspection_note && html`<span dir="auto">${guarded(locale, inspection_note)}</span>`
  const [mode, text] = [locale.value('inspection', inspection_mode), locale.value('inspection_note', inspection_mode)]
  return box(locale.w.inspection, mode, text, note)
}

function condition(locale: Locale, listing: MarketListing): Html | null {
  const { w } = locale
  const text = (value: unknown) =>
    typeof value === 'boolean' ? (value ? w.yes : w.no) : guarded(locale, locale.said(String(value)))
  const rows = Object.entries(listing.condition ?? {})
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => [locale.value('spec', key), text(value)] as const)
  return rows.length === 0 ? null : section('condition', w.condition, pairs(rows, 'pairs narrow'))
}

function updates(locale: Locale, { updates = [] }: MarketListing): Html | null {
  if (updates.length === 0) return null
  const items = updates.map(
    ({ at: timestamp, text }) =>
      html`<li><time datetime="${timestamp}">${locale.day(timestamp)}</time><p dir="auto">${guarded(locale, text)}</p></li>`,
  )
  return section('updates', locale.w.updates, html`<ol class="updates">${items}</ol>`)
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
