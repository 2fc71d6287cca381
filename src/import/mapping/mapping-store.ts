import type { Db } from '../../database/schema.ts'
import type { ImportMappingTable } from '../../database/tables/operator.ts'
import type { NamedRecipe, Recipe } from './mapping.ts'

/** All of them, by their names. */
export async function listRecipes(db: Db): Promise<NamedRecipe[]> {
  return (await db.selectFrom('recipes').selectAll().orderBy('name').execute()).map(toNamed)
}

export async function findRecipe(db: Db, name: string): Promise<NamedRecipe | undefined> {
  const row = await db.selectFrom('recipes').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toNamed(row)
}

/** Puts it in the place of one of the same name. */
export async function saveRecipe(db: Db, { name, recipe, at, who }: NamedRecipe): Promise<void> {
  const row = { recipe: JSON.stringify(recipe), at, who }
  await db
    .insertInto('recipes')
    .values({ name, ...row })
    .onConflict((one) => one.column('name').doUpdateSet(row))
    .execute()
}

/** Saves a recipe of an export, or with no author only compares it. Returns what it is or would be. */
export async function putRecipe(
  db: Db,
  { name, recipe }: Pick<NamedRecipe, 'name' | 'recipe'>,
  by: Pick<NamedRecipe, 'at' | 'who'> | undefined,
): Promise<'created' | 'changed' | 'unchanged'> {
  const known = await findRecipe(db, name)
  if (known && JSON.stringify(known.recipe) === JSON.stringify(recipe)) return 'unchanged'
  if (by) await saveRecipe(db, { name, recipe, ...by })
  return known ? 'changed' : 'created'
}

export async function removeRecipe(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recipes').where('name', '=', name).executeTakeFirst()
  return Number(numDeletedRows) === 1
}

const toNamed = ({ recipe, ...row }: ImportMappingTable): NamedRecipe => ({
  ...row,
  recipe: JSON.parse(recipe) as Recipe,
})
