import { readFileSync } from 'node:fs'
import type { ClassRecord } from './records.ts'

type BuiltinClass = ClassRecord & { type: 'class' }

const file = new URL('../../sample/classes.ndjson', import.meta.url)

let loaded: readonly BuiltinClass[] | undefined

/** The machine classes that come with the service, in the order of the file. */
export function builtinClasses(): readonly BuiltinClass[] {
  loaded ??= readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BuiltinClass)
  return loaded
}
