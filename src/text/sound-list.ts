import { soundOf } from './sounds.ts'

/** Finds tokens by their sound. */
interface SoundList {
  add(token: number, text: string): void
  remove(token: number, text: string): void
  /** Tokens of other scripts that sound like this typed word. */
  alike(word: string): readonly number[]
}

const NONE: readonly number[] = []
const SCRIPTS = ['latin', 'devanagari', 'tamil'] as const

/** The keys of a word: its fine and its coarse sound. */
function keysOf(word: string): string[] {
  const sound = soundOf(word)
  const keys: string[] = []
  if (sound?.fine) keys.push(`${sound.script}+${sound.fine}`)
  if (sound?.coarse) keys.push(`${sound.script}-${sound.coarse}`)
  return keys
}

export function createSoundList(): SoundList {
  /** Most keys have one token and need no list. */
  const tokens = new Map<string, number | number[]>()

  return {
    add(token, text) {
      for (const key of keysOf(text)) {
        const held = tokens.get(key)
        if (held === undefined) tokens.set(key, token)
        else if (typeof held === 'number') tokens.set(key, [held, token])
        else held.push(token)
      }
    },
    remove(token, text) {
      for (const key of keysOf(text)) {
        const held = tokens.get(key)
        const left = typeof held === 'object' ? held.filter((other) => other !== token) : []
        if (left.length > 0) tokens.set(key, left)
        else tokens.delete(key)
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
