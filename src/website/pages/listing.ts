import { kolkataDate } from '../../lib/calendar.ts'
import { REMOVED } from '../../lib/text/visible.ts'
import { isShownADay } from '../../listings/listings.ts'
import type { MarketListing } from '../../schema/api/listing.ts'
import type { ListingSummary, MarketValues } from '../../schema/api/market.ts'
import { readListingId } from '../../schema/records/listing-id.ts'
import { classOf, machineCards, ownDrawing, placeOf, savePick, usedCards, usedName } from '../components/cards.ts'
import { enquiryForm, noEnquiry, type SentForm, WAYS } from '../components/enquiry-form.ts'
import { type AskedTerms, LoanQuery, loanSection } from '../components/loan.ts'
import { boundsText, gallery, isDrawing, picture, printAndShare, ribbon } from '../components/small.ts'
import { type Html, html, raw } from '../html.ts'
import type { ClassWords, Reader } from '../locale.ts'
import { type Page, pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { usedProduct } from '../structured.ts'

pageRoute({
  path: 'used/:id',
  query: LoanQuery,
  async make(data, reader, { params, query }) {
    const id = readListingId(params.id!)
    return id === undefined ? undefined : listingPage(data, reader, id, undefined, query)
  },
})

/** One listing, after a refused form with its errors. */
export async function listingPage(
  data: PageData,
  reader: Reader,
  id: number,
  sent?: SentForm,
  terms: AskedTerms = { down: null, rate: null, years: null },
) {
  const shown = await data.listing(id)
  if (!shown) return undefined
  const { listing, isSample } = shown
  const { w } = reader
  const name = usedName(listing)
  const labels = data.classOf(classOf(listing))
  const words = labels && reader.classWords(labels)
  const place = placeOf(reader, listing)
  const title = titleOf(reader, listing)
  const fresh = listing.machine_slug ? data.summary(listing.machine_slug) : undefined
  const isSold = listing.status === 'sold'
  const others = await othersAsk(data, reader, listing, words)
  const alike = await data.used.similar(listing, SIMILAR)
  const body = html`${isSold && html`<p class="sold" role="status">${listing.sold_at ? reader.say('soldOn', { date: reader.day(listing.sold_at) }) : w.sold}${listing.sold_price_inr && html` · ${reader.money(listing.sold_price_inr)}`}</p>`}
<div class="sheet-top"><div class="gallery">${photos(data, reader, listing, name)}${ribbon(reader, isSample)}</div>
<div class="sheet-head"><p class="eyebrow">${reader.maker({ slug: listing.maker_slug, name: listing.maker_name })} · ${listing.year}</p><h1>${name}</h1>
<p class="price"><strong>${reader.money(listing.price_inr)}</strong> <span>${reader.fullMoney(listing.price_inr)}</span> <small>${reader.say('listedIn', { date: reader.day(listing.created_at) })}</small></p>
${facts(reader, listing, place)}
${isSample && html`<p class="note">${w.sampleNote}</p>`}
<p class="actions">${isSold || isSample ? html`<a class="button" href="${reader.to('used')}">${w.allUsed}</a>` : html`<a class="button" href="#enquiry">${w.enquire}</a>`}</p>
<p class="tools">${savePick(reader, 'used', listing.id, name)}${printAndShare(reader)}</p></div></div>
<div class="judgements spaced">${againstNew(reader, listing)}${others}${useAYear(reader, listing, labels?.hours_a_year ?? null, words)}${inspection(reader, listing)}</div>
<div class="listing-parts"><div class="stack">
${listing.description && html`<section aria-labelledby="description"><h2 id="description" class="spaced">${w.description}</h2><div class="prose" dir="auto">${guarded(reader, listing.description)}</div></section>`}
${condition(reader, listing)}
${updates(reader, listing)}
${listing.video_url && html`<p><a href="${listing.video_url}" rel="noopener nofollow ugc">${w.video}</a></p>`}
</div>
${isSold ? html`<p class="note">${w.enquiryClosed}</p>` : html`<section id="enquiry" aria-labelledby="enquiry-title" class="panel"><h2 id="enquiry-title">${w.enquire}</h2>${isSample ? noEnquiry(reader, sent) : html`<p class="lead">${w[WAYS[data.enquiryWay]]}</p>${enquiryForm(reader, listing.id, sent)}`}</section>`}
</div>
${!isSold && instalments(reader, listing, terms)}
${fresh && html`<section aria-labelledby="fresh"><h2 id="fresh" class="spaced">${w.newModel}</h2>${machineCards(reader, [fresh])}</section>`}
${alike.hits.length > 0 && html`<section aria-labelledby="alike"><h2 id="alike" class="spaced">${w.similarUsed}</h2>${usedCards(data, reader, alike)}</section>`}`
  return {
    title: sent ? `${w.enquiryNotSent} ${title}` : title,
    description: reader.sentences(
      title,
      reader.money(listing.price_inr),
      listing.hours === undefined ? '' : reader.say('hoursRun', { n: reader.figure(listing.hours) }),
    ),
    body,
    ...within(reader, 'used', name, listing.id),
    isUnlisted: isSold || isSample || sent !== undefined,
    structured: [usedProduct(reader, shown, name)],
    // A kept page goes at midnight at the latest.
    mayKeep: isShownADay(listing, Date.now()),
  }
}

function titleOf(reader: Reader, listing: MarketListing): string {
  return reader.say('listingTitle', {
    name: usedName(listing),
    year: listing.year,
    place: placeOf(reader, listing),
  })
}

function photos(data: PageData, reader: Reader, listing: MarketListing, name: string): Html {
  const { w } = reader
  const rows: { url: string | null; caption?: string }[] = listing.photo_rows?.length
    ? listing.photo_rows
    : (listing.photos ?? []).map((url) => ({ url }))
  if (rows.length === 0) rows.push({ url: null })
  const slides = rows.map(({ url, caption }, at) => {
    const drawn = isDrawing(url) && reader.say('picture', { name: caption ?? name })
    // The caption under a drawing says what it shows; an alt text would have it read out twice.
    const alt = drawn ? '' : reader.say('photoOf', { n: at + 1, name })
    const image = picture(reader, url, classOf(listing), alt, at === 0, ownDrawing(data, listing, url))
    return html`${image}${(drawn || caption) && html`<p class="caption">${drawn || caption}</p>`}`
  })
  return gallery(slides, rows.every(({ url }) => isDrawing(url)) ? w.drawings : w.photos)
}

function facts(reader: Reader, listing: MarketListing, place: string): Html {
  const { w } = reader
  const rows: [string, Html | string | false | null | undefined][] = [
    [w.year, String(listing.year)],
    [w.hours, listing.hours !== undefined && reader.figure(listing.hours)],
    [w.distance, listing.km > 0 && reader.say('kmRun', { n: reader.figure(listing.km) })],
    [w.owners, String(listing.owners)],
    [w.place, `${place} ${listing.pin}`],
    [w.soldBy, seller(reader, listing)],
  ]
  return html`<dl class="pairs">${rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
}

function seller(reader: Reader, { seller = 'owner', dealer_name, dealer_verified }: MarketListing): Html {
  return html`${reader.value('seller', seller)}${dealer_name && html` · ${dealer_name}`}${dealer_verified && html` <span class="tag">${reader.w.verifiedDealer}</span>`}`
}

function againstNew(reader: Reader, { comparable_new_inr, price_inr }: MarketListing): Html | null {
  if (!comparable_new_inr) return null
  const share = Math.round((price_inr / comparable_new_inr) * 100)
  const price = reader.money(comparable_new_inr)
  return html`<section><h2>${reader.w.againstNew}</h2><p class="big">${share} %</p><p>${share > 100 ? reader.say('aboveNewText', { price }) : reader.say('againstNewText', { price })}</p></section>`
}

const MOST_LINKS = 5

/** What comparable ones ask, and which they are. */
async function othersAsk(
  data: PageData,
  reader: Reader,
  listing: MarketListing,
  words?: ClassWords,
): Promise<Html | null> {
  const { machine_slug, year, hours = null, id } = listing
  if (!machine_slug) return null
  const { w } = reader
  const found = await data.used.values({ machine_slug, year, hours, without: id })
  if (!found?.asking || !found.comparable)
    return html`<section><h2>${w.othersAsk}</h2><p>${w.othersAskFew}</p></section>`
  const { asking, comparable, listings, adjusted } = found
  const like = { maker: 'likeOfMaker', class: 'likeOfClass', wide_class: 'likeOfWideClass' } as const
  const names = { maker: listing.maker_name, class: words?.class ?? classOf(listing) }
  const years = listings.map((one) => one.year).sort()
  const said = {
    n: asking.count,
    which: comparable === 'machine' ? usedName(listing) : reader.say(like[comparable], names),
    years: [...new Set([years[0], years.at(-1)])].filter(Boolean).join('–') || w.allYears,
  }
  const linked = await data.used.listed(listings.slice(0, MOST_LINKS).map(({ id }) => id))
  const links = linked.map((other) => {
    const price = adjustedPrice(other, listing, adjusted)
    const isOther = reader.money(price) !== reader.money(other.price_inr)
    return html`<li><a href="${reader.to(`used/${other.id}`)}">${usedName(other)} ${other.year} · ${reader.money(other.price_inr)}</a>${isOther && html` ${reader.say('adjustedPrice', { price: reader.money(price) })}`}</li>`
  })
  return html`<section><h2>${w.othersAsk}</h2><p class="big">${boundsText(reader, asking.p25_inr, asking.p75_inr)}</p><p>${reader.say('othersAsking', said)}${comparable !== 'machine' && html`<br>${w.valuedByClass}`}</p>${links.length > 0 && html`<ul>${links}</ul>`}</section>`
}

/** The price of a listing, adjusted to the year and hours of another as the range beside it is. */
function adjustedPrice(
  { price_inr, year, hours }: ListingSummary,
  to: MarketListing,
  adjusted: MarketValues['adjusted'],
): number {
  const { year_pct, hours_1000_pct } = adjusted ?? {}
  const factor = (percent: number | null | undefined, steps: number) => (1 + (percent ?? 0) / 100) ** steps
  const used = hours === undefined || to.hours === undefined ? 0 : (to.hours - hours) / 1_000
  return Math.round(price_inr * factor(year_pct, year - to.year) * factor(hours_1000_pct, used))
}

function instalments(reader: Reader, { id, price_inr, created_at }: MarketListing, terms: AskedTerms): Html {
  const { w } = reader
  const about = { price: price_inr, kind: w.price, month: reader.month(created_at) }
  const { figure, body } = loanSection(reader, `used/${id}`, about, terms)
  return html`<details class="panel"${raw(terms.down === null ? '' : ' open')}><summary><h2>${w.instalments}</h2><small>${figure}</small></summary><div id="instalments">${body}</div></details>`
}

const SIMILAR = 6

function useAYear(reader: Reader, listing: MarketListing, typical: number | null, words?: ClassWords): Html | null {
  if (listing.hours === undefined) return null
  const age = Math.max(1, Number(kolkataDate(Date.parse(listing.created_at)).slice(0, 4)) - listing.year)
  const aYear = Math.round(listing.hours / age)
  return html`<section><h2>${reader.w.useAYear}</h2><p class="big">${reader.say('hoursRun', { n: reader.figure(aYear) })}</p>${
    typical && words && html`<p>${reader.say('useAYearText', { typical: reader.figure(typical), ...words })}</p>`
  }</section>`
}

function inspection(reader: Reader, { inspection_mode = 'declared', inspection_note }: MarketListing): Html {
  return html`<section><h2>${reader.w.inspection}</h2><p class="big small">${reader.value('inspection', inspection_mode)}</p><p>${reader.value('inspection_note', inspection_mode)}</p>${inspection_note && html`<p class="quiet" dir="auto">${guarded(reader, inspection_note)}</p>`}</section>`
}

function condition(reader: Reader, listing: MarketListing): Html | null {
  const rows = Object.entries(listing.condition ?? {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  if (rows.length === 0) return null
  const { w } = reader
  const said = (value: unknown) =>
    typeof value === 'boolean' ? (value ? w.yes : w.no) : guarded(reader, reader.said(String(value)))
  return html`<section aria-labelledby="condition"><h2 id="condition" class="spaced">${w.condition}</h2><dl class="pairs narrow">${rows.map(
    ([key, value]) => html`<div><dt>${reader.value('spec', key)}</dt><dd>${said(value)}</dd></div>`,
  )}</dl></section>`
}

function updates(reader: Reader, { updates = [] }: MarketListing): Html | null {
  if (updates.length === 0) return null
  return html`<section aria-labelledby="updates"><h2 id="updates" class="spaced">${reader.w.updates}</h2><ol class="updates">${updates.map(
    ({ at, text }) =>
      html`<li><time datetime="${at}">${reader.day(at)}</time><p dir="auto">${guarded(reader, text)}</p></li>`,
  )}</ol></section>`
}

/** After sending: the machine, the buyer's reference, and what happens next. */
export async function enquirySentPage(data: PageData, reader: Reader, id: number, reference: string): Promise<Page> {
  const { w } = reader
  const shown = await data.listing(id)
  const next = reader.sentences(w[WAYS[data.enquiryWay]], w.enquiryNext)
  const body = html`<h1>${w.enquirySent}</h1>
${shown && html`<p class="lead"><a href="${reader.to(`used/${id}`)}">${titleOf(reader, shown.listing)}</a></p>`}
<p class="reference"><span>${w.enquiryReference}</span> <strong>${reference}</strong></p>
<p class="lead">${next}</p>
<p class="actions"><a class="button" href="${reader.to(`used/${id}`)}">${w.back}</a><a class="button ghost" href="${reader.to('used')}">${w.allUsed}</a></p>`
  const about = { title: w.enquirySent, description: next, ...within(reader, 'used', w.enquirySent, id), isText: true }
  return { ...about, body, isUnlisted: true, canonical: 'used' }
}

/** A seller's text in paragraphs, with a mark in the page's language where a contact was removed. */
function guarded(reader: Reader, text: string): Html {
  const mark = html`<span class="removed">${reader.w.removedContact}</span>`
  const paragraphs = text.split(/\n{2,}/)
  if (paragraphs.length === 1) return marked(text, mark)
  return html`${paragraphs.map((paragraph) => html`<p>${marked(paragraph, mark)}</p>`)}`
}

/** A text with a mark where a contact was removed. */
export function marked(text: string, mark: Html): Html {
  return html`${text.split(REMOVED).map((piece, at) => (at === 0 ? piece : [mark, piece]))}`
}
