import { amountAt } from '../search/parser/amounts.ts'
import type { Lexeme } from '../search/parser/lexemes.ts'
import { IS } from '../search/parser/meaning.ts'
import { phraseAt } from '../search/parser/vocabulary.ts'
import { saidAt } from './listing-words.ts'
import { isKnownPin, nearNamed } from './points.ts'

/** A place in words: a district, as it is written or as listings have it, or a state. */
type PlaceAt = (
  at: number,
) => { said?: { district?: string | undefined; state?: string | undefined }; end: number } | undefined

interface Near {
  end: number
  said: { near: string; within_km: number }
}

/** "Near" without a distance, and the farthest that needs no word beside the place. */
const [NEAR_KM, BARE_KM] = [100, 500]
const MAX_WORDS = 3

/**
 * A place and how far from it: "within 100 km of jaipur", "jaipur se 100 km ke andar", "near jaipur", "jaipur ke paas", a
 * PIN. Kilometres that nothing joins to a place are what a machine has run.
 */
export function nearAt(lexemes: readonly Lexeme[], at: number, placeAt: PlaceAt): Near | undefined {
  const led = saidAt(lexemes, at, 'near')
  const before = led ? undefined : reachAt(lexemes, at)
  const of = before && saidAt(lexemes, before.end, 'from')
  if (before && !of && before.km > BARE_KM) return undefined
  const place = pointAt(lexemes, led?.end ?? of?.end ?? before?.end ?? at, placeAt)
  if (!place) return undefined
  const { near, isPin } = place
  const trailing = saidAt(lexemes, place.end, 'nearby')
  const joint = trailing ?? saidAt(lexemes, place.end, 'from')
  const after = before ? undefined : reachAt(lexemes, joint?.end ?? place.end)
  const reach = before ?? (after && (led || joint || after.km <= BARE_KM) ? after : undefined)
  if (!led && !reach && !trailing && !isPin) return undefined
  const end = Math.max(reach?.end ?? 0, trailing?.end ?? place.end)
  return { end, said: { near, within_km: reach?.km ?? NEAR_KM } }
}

/** "Nearest" is to the district that is named; without one nothing is nearest. */
export function takeNearest(said: {
  near?: string | undefined
  district?: string | undefined
  state?: string | undefined
}) {
  const near = said.district && nearNamed(said.district, said.state)
  if (!near) return false
  said.near = near
  delete said.district
  return true
}

/** "Within 100 km", "100 km ke andar", unless it is what a machine has run. */
function reachAt(lexemes: readonly Lexeme[], at: number) {
  const amount = amountAt(lexemes, phraseAt(lexemes, at, IS.before)?.end ?? at)
  const unit = amount && !amount.isMoney ? saidAt(lexemes, amount.end, 'unit') : undefined
  if (unit?.value !== 'km') return undefined
  const end = saidAt(lexemes, unit.end, 'inside')?.end ?? phraseAt(lexemes, unit.end, IS.after)?.end ?? unit.end
  return saidAt(lexemes, end, 'run') ? undefined : { km: Math.round(amount!.value), end }
}

function pointAt(lexemes: readonly Lexeme[], at: number, placeAt: PlaceAt) {
  const first = lexemes[at]
  if (!first) return undefined
  if (isKnownPin(first.text) && first.words.length === 1) return { near: first.text, end: at + 1, isPin: true }
  const found = placeAt(at)
  const { district } = found?.said ?? {}
  const stateAfter = (end: number) => phraseAt(lexemes, end, IS.state)
  const named = (words: string, end: number) => {
    const state = stateAfter(end)
    const near = nearNamed(words, state?.meaning.state)
    return near === undefined ? undefined : { near, end: state?.end ?? end, isPin: false }
  }
  const listed = district === undefined ? undefined : named(district, found!.end)
  if (listed || first.kind !== 'word') return listed
  for (let end = Math.min(lexemes.length, at + MAX_WORDS); end > at; end--) {
    const words = lexemes.slice(at, end).map(({ text }) => text)
    const place = named(words.join(' '), end)
    if (place) return place
  }
  return undefined
}
