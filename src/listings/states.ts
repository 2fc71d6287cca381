import type { LISTING_STATUSES } from '../schema/api/values.ts'

export type ListingStatus = (typeof LISTING_STATUSES)[number]

const STEPS: Record<ListingStatus, readonly ListingStatus[]> = {
  draft: ['review'],
  review: ['live', 'rejected'],
  rejected: ['review'],
  live: ['sold', 'withdrawn', 'expired'],
  expired: ['live'],
  withdrawn: ['live'],
  sold: [],
}

/** Whether texts as sent are stored for the operator. */
export function awaitsDecision(status: ListingStatus): boolean {
  return status === 'draft' || status === 'review' || status === 'rejected'
}

export function nextStatuses(from: ListingStatus): readonly ListingStatus[] {
  return STEPS[from]
}

export function mayBecome(from: ListingStatus, to: ListingStatus): boolean {
  return from === to || STEPS[from].includes(to)
}
