import { classesNamed, classesSaid, type KnownNames, makersNamed } from './known-names.ts'
import { isDitto, isTold, meantValue, says } from './table-words.ts'

// What a column means by its cells, where its name does not say it.

const LISTS = ['wheel_drive', 'power_source', 'price.kind', 'lifecycle']
/** Values that other columns may hold too, each alone: a dealer beside a price, or `available`. */
const SURE: Readonly<Record<string, (found: ReadonlySet<string>) => boolean>> = {
  'price.kind': (found) => found.has('ex_showroom') || found.has('on_road'),
  lifecycle: (found) => found.size > 1,
}
const LEAST_CELLS = 3

const told = (cells: readonly string[]) => cells.filter((cell) => isTold(cell) && !isDitto(cell))

/** Whether most cells of a column name classes. */
export function holdClasses(cells: readonly string[], names: KnownNames): boolean {
  const said = told(cells)
  const strange = said.filter((cell) => classesSaid(names, cell).length === 0)
  // Codes beside the names of several classes are codes of others.
  const known = new Set(said.filter((cell) => !strange.includes(cell)).flatMap((cell) => classesSaid(names, cell)))
  const areCodes = known.size > 2 && strange.every((cell) => /^\p{L}[\p{L}/.]{0,4}$/u.test(cell))
  return said.length > 0 && (strange.length * 3 < said.length || areCodes)
}

/** The field whose words two thirds of the cells are; undefined where they are words of none, or may be of another. */
export function meantByCells(cells: readonly string[], names: KnownNames): string | undefined {
  const said = told(cells)
  if (said.length < LEAST_CELLS || !said.some((cell) => cell.length > 2)) return undefined
  const isMost = (known: readonly unknown[]) => known.length * 3 >= said.length * 2
  const field = LISTS.find((list) => {
    // `new` and `yes` are said of other things too, and amounts may say their kind.
    const found = said.flatMap((cell) => (isOfOthers(list, cell) ? [] : (meantValue(list, cell) ?? [])))
    return isMost(found) && (SURE[list]?.(new Set(found)) ?? true)
  })
  if (field !== undefined) return field
  if (isMost(said.filter((cell) => classesNamed(names, cell).length > 0))) return 'machine_class'
  return isMost(said.filter((cell) => makersNamed(names, cell).length > 0)) ? 'manufacturer' : undefined
}

const isOfOthers = (list: string, cell: string) =>
  list === 'lifecycle'
    ? cell.length < 4 || says('yes', cell) || says('no', cell)
    : list === 'price.kind' && /\d/.test(cell)
