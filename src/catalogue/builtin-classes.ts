import { readFileSync } from 'node:fs'

type PlateField = {
  key: string
  label: string
  label_hi: string
  label_ta: string
  unit: string
}

type BuiltinClass = {
  type: 'class'
  key: string
  label: string
  label_hi: string
  label_ta: string
  plural: string
  plural_hi: string
  plural_ta: string
  kinds: string[]
  plate: PlateField[]
  synonyms: string[]
  hours_a_year: number
  section: 'farm' | 'construction'
  expects: string[]
}

const file = new URL('../../sample/classes.ndjson', import.meta.url)

let loaded: readonly BuiltinClass[] | undefined

/** The machine classes that come with the program, in the order of the file. */
export function builtinClasses(): readonly BuiltinClass[] {
  loaded ??= readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BuiltinClass)
  return loaded
}
