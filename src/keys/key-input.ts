import { TIERS } from '../contract/values.ts'
import { parseExpiry } from './expiry.ts'
import type { NewKey } from './key-store.ts'

const MAX_NAME_LENGTH = 200

/** What is wrong with an operator's input. */
export class InvalidKeyInput extends Error {
  readonly field: keyof KeyInput
  constructor(field: keyof KeyInput, message: string) {
    super(message)
    this.field = field
  }
}

interface KeyInput {
  name: string | undefined
  tier: string | undefined
  expires: string | undefined
}

/** Reads a new key from an operator's input, in a command or the console. */
export function readKeyInput({ name, tier, expires }: KeyInput, now: number): NewKey {
  return { name: readKeyName(name), tier: readTier(tier), expiresAt: readExpiry(expires, now) }
}

export function readKeyName(name: string | undefined): string {
  const text = name?.trim()
  if (!text) throw new InvalidKeyInput('name', 'is missing')
  if (text.length > MAX_NAME_LENGTH) throw new InvalidKeyInput('name', `has at most ${MAX_NAME_LENGTH} characters`)
  // Control characters would move the cursor in a list; PostgreSQL takes no NUL.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw new InvalidKeyInput('name', 'has control characters')
  return text
}

function readTier(tier: string | undefined): NewKey['tier'] {
  const known = TIERS.find((one) => one === tier)
  if (!known) throw new InvalidKeyInput('tier', `is ${TIERS.join(' or ')}`)
  return known
}

function readExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const moment = parseExpiry(text, now)
  if (moment === undefined) throw new InvalidKeyInput('expires', 'takes a date-time, a date or a duration such as 90d')
  if (moment <= now) throw new InvalidKeyInput('expires', 'must be in the future')
  return moment
}
