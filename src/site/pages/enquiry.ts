import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { crumbs } from '../parts/small.ts'
import type { Reader } from '../reader.ts'

/** After sending: the buyer's reference, and what happens next. */
export function enquirySentPage(reader: Reader, listingId: number, reference: string): Page {
  const { w } = reader
  const body = html`<div class="wide narrow">
${crumbs(reader, [[w.used, 'used'], [w.enquirySent]])}
<h1>${w.enquirySent}</h1>
<p class="reference"><span>${w.enquiryReference}</span> <strong>${reference}</strong></p>
<p class="lead">${w.enquiryNext}</p>
<p class="actions"><a class="button" href="${reader.to(`used/${listingId}`)}">${w.back}</a><a class="button ghost" href="${reader.to('used')}">${w.allUsed}</a></p>
</div>`
  return { title: w.enquirySent, description: w.enquiryNext, body, menu: 'used', isUnlisted: true, canonical: 'used' }
}
