import type { Tier } from '../contract/values.ts'
import { type Take, WINDOW_MS } from './limiter.ts'

export type Policy = 'anonymous' | Tier

/** A quota policy as a structured field of draft-ietf-httpapi-ratelimit-headers, named after its callers. */
export function policyField(policy: Policy, limit: number): string {
  return `"${policy}";q=${limit};w=${WINDOW_MS / 1_000}`
}

/** What remains of the policy: `r` requests for `t` seconds. */
export function stateField(policy: Policy, take: Take): string {
  return `"${policy}";r=${take.remaining};t=${secondsLeft(take)}`
}

/** Rounded up, so that after this wait there is a new window. */
export function secondsLeft(take: Take): number {
  return Math.max(1, Math.ceil(take.resetMs / 1_000))
}
