import type { EnquiryTable } from '../../database/tables/market.ts'
import { normalizeText } from '../../lib/text/normalize.ts'

/** People do not see `website`; bots fill it in. */
const FIELDS = ['name', 'phone', 'email', 'message', 'consent', 'website'] as const

export type EnquiryForm = Partial<Record<(typeof FIELDS)[number], string>>

export function readForm(body: URLSearchParams): EnquiryForm {
  return Object.fromEntries(FIELDS.flatMap((field) => (body.has(field) ? [[field, body.get(field)]] : [])))
}

export type EnquiryInput = Pick<EnquiryTable, 'name' | 'phone' | 'email' | 'message'>

export type EnquiryFault =
  | { field: 'name'; fault: 'missing' | 'long' }
  | { field: 'phone'; fault: 'shape' | 'neither' }
  | { field: 'email'; fault: 'shape' }
  | { field: 'message'; fault: 'missing' | 'long' }
  | { field: 'consent'; fault: 'missing' }

const LONGEST_NAME = 80
const LONGEST_MESSAGE = 1_000
const LONGEST_EMAIL = 254
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\].]{2,}$/

export function readEnquiry(form: EnquiryForm): { input: EnquiryInput; faults: EnquiryFault[] } {
  const faults: EnquiryFault[] = []
  const name = oneLine(form.name)
  const email = oneLine(form.email)
  const typedPhone = oneLine(form.phone)
  const phone = readMobile(typedPhone)
  const message = (form.message ?? '').replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()
  if (name === '') faults.push({ field: 'name', fault: 'missing' })
  else if (length(name) > LONGEST_NAME) faults.push({ field: 'name', fault: 'long' })
  if (typedPhone !== '' && phone === undefined) faults.push({ field: 'phone', fault: 'shape' })
  else if (typedPhone === '' && email === '') faults.push({ field: 'phone', fault: 'neither' })
  if (email !== '' && !isEmail(email)) faults.push({ field: 'email', fault: 'shape' })
  if (message === '') faults.push({ field: 'message', fault: 'missing' })
  else if (length(message) > LONGEST_MESSAGE) faults.push({ field: 'message', fault: 'long' })
  if (!form.consent) faults.push({ field: 'consent', fault: 'missing' })
  return { input: { name, phone: phone ?? '', email, message }, faults }
}

export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text)
}

export function isTrapped(form: EnquiryForm): boolean {
  return (form.website ?? '') !== ''
}

const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Prevents header injection in mails. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').replace(CONTROLS, '').trim()
}

/** Accepts digits of any script, and drops `+91`, `91` or `0` before them. */
function readMobile(text: string): string | undefined {
  const digits = normalizeText(text.normalize('NFKC')).replace(/\D/g, '')
  return /^(?:0|91|0091)?([6-9]\d{9})$/.exec(digits)?.[1]
}

function length(text: string): number {
  return [...text].length
}
