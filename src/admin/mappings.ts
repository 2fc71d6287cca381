import { readFileSync } from 'node:fs'
import type { NamedRecipe, Recipe } from '../import/mapping/mapping.ts'
import { readRecipe, recipeText } from '../import/mapping/mapping-file.ts'
import { removeRecipe, saveRecipe } from '../import/mapping/mapping-store.ts'
import { faultText } from '../import/rejects.ts'
import { InputError } from '../import/report.ts'
import { iso } from '../lib/calendar.ts'
import { actionOf, type Field, type Resource, withAudit } from './actions.ts'
import { InvalidInput, required, text, word } from './inputs.ts'

const FACTS: readonly Field<NamedRecipe>[] = [
  { name: 'Rows are', value: ({ recipe }) => recipe.type },
  { name: 'Columns', kind: 'number', value: ({ recipe }) => Object.keys(recipe.columns).length },
  { name: 'Saved', value: ({ at }) => ({ timestamp: at }) },
  { name: 'Who', value: ({ who }) => who || 'nobody named' },
]

const action = actionOf<NamedRecipe, 'name'>()

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
export const recipes: Resource<NamedRecipe> = {
  name: 'recipes',
  singular: 'recipe',
  id: { name: word('the name of a recipe; `yantra recipes list` shows them') },
  idOf: ({ name }) => ({ name }),
  json: ({ name, recipe, at, who }) => ({ name, at: iso(at), who, recipe }),
  columns: [
    {
      name: 'Recipe',
      value: ({ name }) => ({ text: name, style: 'strong', path: `recipes/${encodeURIComponent(name)}` }),
    },
    ...FACTS,
  ],
  details: FACTS,
  text: ({ recipe }) => recipeText(recipe),
  actions: {
    save: action({
      description: 'keep a recipe from a file, in the place of one of the same name',
      args: { from: required(text('FILE', 'the recipe, as YAML or JSON')) },
      async run(context, { name }, { from }) {
        const kept = { name, recipe: readRecipeFile(from), at: context.now, who: context.actor.who }
        await withAudit(context, 'recipes.save', name, (trx) => saveRecipe(trx, kept).then(() => true))
        return { json: { name }, text: `The recipe is kept as ${name}.` }
      },
    }),
    remove: action({
      description: 'forget a recipe; the next sheet of that sender is asked about anew',
      button: 'Remove',
      warning: () => 'The next sheet of this sender is asked about anew.',
      async run(context, { name }) {
        const isGone = await withAudit(context, 'recipes.remove', name, (trx) => removeRecipe(trx, name))
        return isGone ? { json: { name }, text: `The recipe ${name} is gone.`, isRemoved: true } : undefined
      },
    }),
  },
}
