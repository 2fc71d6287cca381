import type { LISTING_STATUSES } from '../contract/values.ts'

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

/** Whether its texts as sent are kept, for the operator who is to decide about it. */
export function awaitsDecision(status: ListingStatus): boolean {
  return status === 'draft' || status === 'review' || status === 'rejected'
}

/** The statuses a listing may go to from where it is. */
export function nextStatuses(from: ListingStatus): readonly ListingStatus[] {
  return STEPS[from]
}

/** Whether a listing may have this status next; to stay where it is is no step. */
export function mayBecome(from: ListingStatus, to: ListingStatus): boolean {
  return from === to || STEPS[from].includes(to)
}
