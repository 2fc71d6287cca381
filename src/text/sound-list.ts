import { type Sound, soundOf } from './sounds.ts'

/** Finds tokens by their sound. */
interface SoundList {
  add(token: number, text: string): void
  remove(token: number, text: string): void
  /** Tokens of other scripts that sound like this typed word. */
  alike(word: string): readonly number[]
}

const NONE: readonly number[] = []
const SCRIPTS = ['latin', 'devanagari', 'tamil'] as const

/** The keys of a token: its fine and its coarse sound. */
function placesOf(sound: Sound): string[] {
  const places: string[] = []
  if (sound.fine !== '') places.push(`${sound.script}+${sound.fine}`)
  if (sound.coarse !== '') places.push(`${sound.script}-${sound.coarse}`)
  return places
}

export function createSoundList(): SoundList {
  /** Most places have one token and need no list. */
  const tokens = new Map<string, number | number[]>()

  return {
    add(token, text) {
      const sound = soundOf(text)
      if (sound === undefined) return
      for (const place of placesOf(sound)) {
        const held = tokens.get(place)
        if (held === undefined) tokens.set(place, token)
        else if (typeof held === 'number') tokens.set(place, [held, token])
        else held.push(token)
      }
    },
    remove(token, text) {
      const sound = soundOf(text)
      if (sound === undefined) return
      for (const place of placesOf(sound)) {
        const held = tokens.get(place)
        const left = typeof held === 'object' ? held.filter((other) => other !== token) : []
        if (left.length > 0) tokens.set(place, left)
        else tokens.delete(place)
      }
    },
    alike(word) {
      const sound = soundOf(word)
      if (sound === undefined || sound.script === 'latin') return NONE
      return SCRIPTS.filter((script) => script !== sound.script).flatMap((script) => {
        const isCoarse = script === 'tamil' || sound.script === 'tamil'
        const key = isCoarse ? sound.coarse : sound.fine
        return key === '' ? [] : (tokens.get(`${script}${isCoarse ? '-' : '+'}${key}`) ?? [])
      })
    },
  }
}
