import { CLOSE, CONTEXT, isCalled, nearAfter } from './context.ts'
import { digitAt, type Scan, size } from './scan.ts'

export function isShape(scan: Scan, n: number, end: number, total: number, lead: number): boolean {
  const a = digitAt(scan, n, 0)
  const b = digitAt(scan, n, 1)
  const mobile = digitAt(scan, n, total - 10) >= 6
  if (total === 10) return mobile || isService(scan, n) || isLandlineWithoutCode(scan, n, end, lead)
  if (lead === 1) return a !== 0 && (mobile || total >= 11)
  if (total === 11) return (a === 0 && b > 0) || isService(scan, n)
  if (total === 12 && isService(scan, n)) return size(scan, n) === 4 && end === n + 2 && size(scan, end) === 4
  if (total === 12)
    return a === 9 && b === 1 && (mobile || (n < end && (isCalled(scan, n, CONTEXT) || nearAfter(scan, end))))
  const c = digitAt(scan, n, 2)
  if (total === 13) return mobile && ((a === 9 && b === 1 && c === 0) || (a === 0 && b === 9 && c === 1))
  return a === 0 && b === 0 && c === 9 && digitAt(scan, n, 3) === 1 && mobile
}

/** Ten digits that no mobile begins with: an area code and a number, when something says it is for calling. */
function isLandlineWithoutCode(scan: Scan, n: number, end: number, lead: number): boolean {
  if (lead === 1) return false
  if (digitAt(scan, n, 0) === 0) return size(scan, n) >= 3 && size(scan, n) <= 5 && n < end && digitAt(scan, n, 1) > 0
  return digitAt(scan, n, 0) > 0 && isCalled(scan, n, CLOSE)
}

export function isService(scan: Scan, n: number): boolean {
  return (
    digitAt(scan, n, 0) === 1 &&
    digitAt(scan, n, 1) === 8 &&
    digitAt(scan, n, 3) === 0 &&
    (digitAt(scan, n, 2) === 0 || digitAt(scan, n, 2) === 6)
  )
}
