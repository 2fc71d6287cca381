import { amountAt } from '../search/reading/amounts.ts'
import type { Lexeme } from '../search/reading/lexemes.ts'
import { IS } from '../search/reading/meaning.ts'
import { phraseAt } from '../search/reading/vocabulary.ts'
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

/** "Near" without a distance. */
const NEAR_KM = 100
const MAX_WORDS = 3

/**
 * A place and how far from it: "within 100 km of jaipur", "jaipur se 100 km ke andar", "near jaipur", "jaipur ke paas", a
 * PIN. Kilometres that nothing joins to a place are what a machine has run.
 */
export function nearAt(lexemes: readonly Lexeme[], at: number, placeAt: PlaceAt): Near | undefined {
  const placed = (place: ReturnType<typeof pointAt>, km = NEAR_KM, end = place?.end ?? 0): Near | undefined =>
    place && { end, said: { near: place.near, within_km: km } }
  const led = saidAt(lexemes, at, 'near')
  if (led) return placed(pointAt(lexemes, led.end, placeAt))
  const reach = kilometresAt(lexemes, phraseAt(lexemes, at, IS.before)?.end ?? at)
  if (reach) {
    const joint = saidAt(lexemes, saidAt(lexemes, reach.end, 'inside')?.end ?? reach.end, 'from')
    return joint && placed(pointAt(lexemes, joint.end, placeAt), reach.km)
  }
  const place = pointAt(lexemes, at, placeAt)
  if (!place) return undefined
  const trailing = saidAt(lexemes, place.end, 'nearby')
  if (trailing) return placed(place, NEAR_KM, trailing.end)
  const joint = saidAt(lexemes, place.end, 'from')
  const after = joint && kilometresAt(lexemes, phraseAt(lexemes, joint.end, IS.before)?.end ?? joint.end)
  if (after && !saidAt(lexemes, after.end, 'run')) {
    const end = saidAt(lexemes, after.end, 'inside')?.end ?? phraseAt(lexemes, after.end, IS.after)?.end ?? after.end
    return placed(place, after.km, end)
  }
  return place.isPin ? placed(place) : undefined
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

function kilometresAt(lexemes: readonly Lexeme[], at: number) {
  const amount = amountAt(lexemes, at)
  const unit = amount && !amount.isMoney ? saidAt(lexemes, amount.end, 'unit') : undefined
  return unit?.value === 'km_max' ? { km: Math.round(amount!.value), end: unit.end } : undefined
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
