import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../errors.ts'

/** Refuses a body that was not sent as plain JSON. */
export function checkJson(headers: IncomingHttpHeaders): void {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers
  if (/^application\/json\s*(;|$)/i.test(type) && coding.toLowerCase() === 'identity') return
  throw new Problem('unsupported-media-type', 'Send the body as application/json, without a content coding.')
}

/** The value of a body; undefined when the body is not JSON in UTF-8. */
export function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** Refuses a body that was not sent by a form. */
export function checkForm({ 'content-type': type = '' }: IncomingHttpHeaders): void {
  if (/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) return
  throw new Problem('unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.')
}
