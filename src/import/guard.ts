import { createRequire } from 'node:module'
import { isObject } from '../lib/parsing.ts'

type RowGuard = typeof import('../redaction/redaction.ts')

const require = createRequire(import.meta.url)
let loaded: RowGuard | undefined

/** The guard, loaded when the first row needs it: its words take longer than a thousand machines, which need none. */
export function guard(): RowGuard {
  loaded ??= require('../redaction/redaction.ts') as RowGuard
  return loaded
}

export function countRemoved(before: unknown, after: unknown): number {
  if (before === after) return 0
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === after.length) return sum(before.map((item, i) => countRemoved(item, after[i])))
    return before.length - after.length + Math.max(0, marks(JSON.stringify(after)) - marks(JSON.stringify(before)))
  }
  if (isObject(before) && isObject(after)) {
    return sum(
      Object.keys(before).map((name) => (Object.hasOwn(after, name) ? countRemoved(before[name], after[name]) : 1)),
    )
  }
  if (typeof before === 'string' && typeof after === 'string' && after !== '') {
    return Math.max(1, marks(after) - marks(before))
  }
  return 1
}

function marks(text: string): number {
  return text.split(guard().REMOVED).length - 1
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
