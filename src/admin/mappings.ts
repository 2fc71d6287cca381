import { readFileSync } from 'node:fs'
import type { NamedRecipe, Recipe } from '../import/mapping/mapping.ts'
import { readRecipe, recipeText } from '../import/mapping/mapping-file.ts'
import { removeRecipe, saveRecipe } from '../import/mapping/mapping-store.ts'
import { faultText } from '../import/rejects.ts'
import { InputError } from '../import/report.ts'
import { iso } from '../lib/calendar.ts'
import { actOf, type Column, type Noun, noted } from './actions.ts'
import { InvalidInput, required, value, word } from './inputs.ts'

const FACTS: readonly Column<NamedRecipe>[] = [
  { name: 'Rows are', of: ({ recipe }) => recipe.type },
  { name: 'Columns', is: 'number', of: ({ recipe }) => Object.keys(recipe.columns).length },
  { name: 'Saved', of: ({ at }) => ({ at }) },
  { name: 'Who', of: ({ who }) => who || 'nobody named' },
]

const act = actOf<NamedRecipe, 'name'>()

/** The recipe in a file; all that is wrong with it is told at once. */
export function readRecipeFile(path: string): Recipe {
  try {
    return readRecipe(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof InputError ? error.faults.map(faultText).join('; ') : (error as Error).message
    throw new InvalidInput(`${path}: ${why}`)
  }
}

/** How the sheets of senders are read. */
export const recipes: Noun<NamedRecipe> = {
  name: 'recipes',
  one: 'recipe',
  names: { name: word('the name of a recipe; `yantra recipes list` shows them') },
  nameOf: ({ name }) => ({ name }),
  json: ({ name, recipe, at, who }) => ({ name, at: iso(at), who, recipe }),
  columns: [
    { name: 'Recipe', of: ({ name }) => ({ text: name, look: 'strong', to: `recipes/${encodeURIComponent(name)}` }) },
    ...FACTS,
  ],
  sheet: FACTS,
  words: ({ recipe }) => recipeText(recipe),
  acts: {
    save: act({
      does: 'keep a recipe from a file, in the place of one of the same name',
      inputs: { from: required(value('FILE', 'the recipe, as YAML or JSON', readRecipeFile)) },
      async run(desk, { name }, { from: recipe }) {
        const kept = { name, recipe, at: desk.now, who: desk.actor.who }
        await noted(desk, 'recipes.save', name, (trx) => saveRecipe(trx, kept).then(() => true))
        return { json: { name }, text: `The recipe is kept as ${name}.` }
      },
    }),
    remove: act({
      does: 'forget a recipe; the next sheet of that sender is asked about anew',
      button: 'Remove',
      warning: () => 'The next sheet of this sender is asked about anew.',
      async run(desk, { name }) {
        const isGone = await noted(desk, 'recipes.remove', name, (trx) => removeRecipe(trx, name))
        return isGone ? { json: { name }, text: `The recipe ${name} is gone.`, isOver: true } : undefined
      },
    }),
  },
}
