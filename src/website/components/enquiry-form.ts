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

/** What happens to an enquiry. */
export const WAYS: Record<EnquiryWay, keyof Words> = {
  operator: 'enquiryToOperator',
  seller: 'enquiryToSeller',
  kept: 'enquiryKept',
}

const FAULTS: Record<EnquiryFault['field'], keyof Words> = {
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
  const faultOf = (field: EnquiryFault['field']) => sent?.faults.find((fault) => fault.field === field)
  const error = (field: EnquiryFault['field']) =>
    faultOf(field) && html`<span class="fault" id="fault-${field}">${w[FAULTS[field]]}</span>`
  const errorAttributes = (field: EnquiryFault['field']) =>
    raw(faultOf(field) ? ` aria-invalid="true" aria-describedby="fault-${field}"` : '')
  return html`<form class="enquiry" method="post" action="${locale.to(`used/${listingId}/enquiry`)}#enquiry">
${summary(locale, sent)}
<label for="enquiry-name">${w.yourName}</label>${error('name')}<input id="enquiry-name" name="name" value="${values.name ?? ''}" maxlength="80" autocomplete="name" required${errorAttributes('name')}>
<label for="enquiry-phone">${w.yourPhone}</label>${error('phone')}<input id="enquiry-phone" name="phone" type="tel" value="${values.phone ?? ''}" maxlength="20" autocomplete="tel" inputmode="tel"${errorAttributes('phone')}>
<label for="enquiry-email">${w.yourEmail}</label>${error('email')}<input id="enquiry-email" name="email" type="email" value="${values.email ?? ''}" maxlength="254" autocomplete="email"${errorAttributes('email')}>
<p class="quiet">${w.phoneOrEmail}</p>
<label for="enquiry-message">${w.yourMessage}</label>${error('message')}<textarea id="enquiry-message" name="message" rows="5" maxlength="1000" required${errorAttributes('message')}>${values.message ?? ''}</textarea>
<p class="quiet">${w.messageHint}</p>
<p class="trap" aria-hidden="true"><label>${w.leaveEmpty} <input name="website" tabindex="-1" autocomplete="off"></label></p>
${error('consent')}<label class="consent"><input type="checkbox" id="enquiry-consent" name="consent" value="yes" required${raw(values.consent ? ' checked' : '')}${errorAttributes('consent')}> <span>${w.consent}</span></label>
<button class="button">${w.send}</button>
<p class="quiet">${w.safety}</p>
</form>`
}

function summary(locale: Locale, sent: SentForm | undefined): Html | null {
  const { w } = locale
  if (!sent) return null
  if (sent.limited) {
    const reason = sent.limited === 'listing' ? w.enquiryLimitListing : w.enquiryLimitSender
    return html`<div class="note bad" role="alert"><strong>${w.enquiryNotSent}</strong> ${reason}</div>`
  }
  return html`<div class="note bad" role="alert"><strong>${w.enquiryNotSent}</strong> ${w.enquiryProblem}<ul>${[
    ...new Set(sent.faults.map(({ field }) => field)),
  ].map((field) => html`<li><a href="#enquiry-${field}">${w[FAULTS[field]]}</a></li>`)}</ul></div>`
}

/** Replaces the form of a sample listing. */
export function noEnquiry({ w }: Locale, sent: SentForm | undefined): Html {
  if (!sent) return html`<p class="note">${w.enquirySample}</p>`
  return html`<div class="note bad" role="alert"><strong>${w.enquiryNotSent}</strong> ${w.enquirySample}</div>`
}
