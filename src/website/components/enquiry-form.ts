import type { EnquiryLimits, EnquiryWay } from '../../listings/enquiries/enquiry-store.ts'
import type { EnquiryFault, EnquiryForm } from '../../listings/enquiries/input.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import type { Words } from '../messages/messages.ts'

/** A rejected form: its errors and its values. */
export interface SentForm {
  values: EnquiryForm
  faults: readonly EnquiryFault[]
  limited?: keyof EnquiryLimits
}

export const WAYS: Record<EnquiryWay, keyof Words> = {
  operator: 'enquiryToOperator',
  seller: 'enquiryToSeller',
  kept: 'enquiryKept',
}

type FieldName = EnquiryFault['field']

const FAULTS: Record<FieldName, keyof Words> = {
  name: 'enquiryName',
  phone: 'enquiryContact',
  email: 'enquiryContact',
  message: 'enquiryMessage',
  consent: 'enquiryConsent',
}

/** The form through which a buyer reaches a seller. Errors are listed first, and shown at their fields. */
export function enquiryForm(locale: Locale, listingId: number, sent?: SentForm): Html {
  const { w } = locale
  const values = sent?.values ?? {}
  const hasFault = (name: FieldName) => sent?.faults.some(({ field }) => field === name)
  const error = (name: FieldName) =>
    hasFault(name) && html`<span class="fault" id="fault-${name}">${w[FAULTS[name]]}</span>`
  const attributes = (name: FieldName) =>
    html`id="enquiry-${name}" name="${name}"${raw(hasFault(name) ? ` aria-invalid="true" aria-describedby="fault-${name}"` : '')}`
  const label = (name: FieldName, text: string) => html`<label for="enquiry-${name}">${text}</label>${error(name)}`
  return html`<form class="enquiry" method="post" action="${locale.to(`used/${listingId}/enquiry`)}#enquiry">
${sent && faultSummary(locale, sent)}
${label('name', w.yourName)}<input ${attributes('name')} value="${values.name ?? ''}" maxlength="80" autocomplete="name" required>
${label('phone', w.yourPhone)}<input ${attributes('phone')} type="tel" value="${values.phone ?? ''}" maxlength="20" autocomplete="tel" inputmode="tel">
${label('email', w.yourEmail)}<input ${attributes('email')} type="email" value="${values.email ?? ''}" maxlength="254" autocomplete="email">
<p class="quiet">${w.phoneOrEmail}</p>
${label('message', w.yourMessage)}<textarea ${attributes('message')} rows="5" maxlength="1000" required>${values.message ?? ''}</textarea>
<p class="quiet">${w.messageHint}</p>
<p class="trap" aria-hidden="true"><label>${w.leaveEmpty} <input name="website" tabindex="-1" autocomplete="off"></label></p>
${error('consent')}<label class="consent"><input type="checkbox" ${attributes('consent')} value="yes" required${raw(values.consent ? ' checked' : '')}> <span>${w.consent}</span></label>
<button class="button">${w.send}</button>
<p class="quiet">${w.safety}</p>
</form>`
}

function notSent({ w }: Locale, reason: string, list?: Html): Html {
  return html`<div class="note bad" role="alert"><strong>${w.enquiryNotSent}</strong> ${reason}${list}</div>`
}

function faultSummary(locale: Locale, { faults, limited }: SentForm): Html {
  const { w } = locale
  if (limited) return notSent(locale, limited === 'listing' ? w.enquiryLimitListing : w.enquiryLimitSender)
  const fields = [...new Set(faults.map(({ field }) => field))]
  const list = fields.map((field) => html`<li><a href="#enquiry-${field}">${w[FAULTS[field]]}</a></li>`)
  return notSent(locale, w.enquiryProblem, html`<ul>${list}</ul>`)
}

export function noEnquiry(locale: Locale, sent: SentForm | undefined): Html {
  const { enquirySample } = locale.w
  return sent ? notSent(locale, enquirySample) : html`<p class="note">${enquirySample}</p>`
}
