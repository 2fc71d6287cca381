import { createRequire } from 'node:module'

type Guard = typeof import('../guard/guard.ts')

const require = createRequire(import.meta.url)
let loaded: Guard | undefined

/** The guard, loaded when the first row needs it: its words take longer than a thousand machines, which need none. */
export function guard(): Guard {
  loaded ??= require('../guard/guard.ts') as Guard
  return loaded
}
