import type { PhoneticKey } from '../../src/lib/text/phonetic-key.ts'

/** Whether a typed word and a held one of another script may be the same word. */
export function soundAlike(typed: PhoneticKey | undefined, held: PhoneticKey | undefined): boolean {
  if (typed === undefined || held === undefined || typed.script === held.script || typed.script === 'latin')
    return false
  if (typed.script === 'tamil' || held.script === 'tamil') return typed.coarse !== '' && typed.coarse === held.coarse
  return typed.fine !== '' && typed.fine === held.fine
}
