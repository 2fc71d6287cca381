import { createRequire } from 'node:module'
import type { Node } from 'yaml'
import { InputError } from '../report.ts'
import { type Proposal, placeOf, type Recipe, toRecipe } from './mapping.ts'

// Recipes as people keep and change them: YAML, of which JSON is a part.

const MAX_RECIPE_CHARACTERS = 256 * 1024
/** Loaded on first use: a service rarely reads a recipe. */
const loadYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')
const FOLD_NEVER = { lineWidth: 0 }

export function readRecipe(text: string): Recipe {
  if (text.length > MAX_RECIPE_CHARACTERS) throw new InputError('is larger than 256 kB, the most a recipe may have')
  const { parse, YAMLParseError } = loadYaml()
  try {
    return toRecipe(parse(text))
  } catch (error) {
    if (error instanceof YAMLParseError) throw new InputError(`is no YAML: ${error.message.split('\n')[0]}`)
    throw error
  }
}

/** A recipe as a file: what is asked stands behind each `?`. */
export function recipeText(recipe: Recipe, questions: Proposal['questions'] = []): string {
  const columns = Object.entries(recipe.columns).map(([heading, column]) => {
    const isAlone = Object.keys(column).length === 1
    return [heading, isAlone ? column.field : column] as const
  })
  const { Document } = loadYaml()
  const document = new Document({ ...recipe, columns: Object.fromEntries(columns) })
  for (const { id, number, asks, choices, other } of questions) {
    const path = placeOf(id)
    const place = (document.getIn(path, true) ?? document.getIn(path.slice(0, -1), true)) as Node | undefined
    const answers = [...choices.map(({ value }) => value), ...(other === undefined ? [] : [other])].join(', ')
    if (place) place.comment = ` ${number}. ${asks.replace(/\s+/g, ' ')} ${answers}`
  }
  return document.toString(FOLD_NEVER)
}
