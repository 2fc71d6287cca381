/** Accepts 1 to 2^53 - 1 without leading zeros. */
export function readListingId(text: string): number | undefined {
  const id = Number(text)
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : undefined
}
