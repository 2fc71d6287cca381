import { isObject } from './check-object.ts'
import { url } from './check-value.ts'
import { guard } from './guard.ts'
import type { Check } from './report.ts'

/** A link that is itself a contact must not be shown: it counts as absent. */
export const listingUrl: Check = (value, report) => {
  if (typeof value !== 'string' || value === '' || guard().guardUrl(value) !== '') return url(value, report)
  report.removed++
  return undefined
}

/** Leaves out photos behind such links before checking the rest. */
export function contactUrlsLeftOut(check: Check): Check {
  return (value, report) => {
    if (!Array.isArray(value)) return check(value, report)
    const kept = value.filter((row) => !isContactPhoto(row))
    report.removed += value.length - kept.length
    return check(kept, report)
  }
}

function isContactPhoto(row: unknown): boolean {
  return isObject(row) && typeof row.url === 'string' && row.url !== '' && guard().guardUrl(row.url) === ''
}
