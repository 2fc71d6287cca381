import { grow } from '../../memory/growable.ts'
import { type DateName, FIGURES, type FigureName } from './figures.ts'

/** One array for each figure or date; an unknown figure is infinite, an unknown date is 0. */
export type FigureColumns = { [K in FigureName]: K extends DateName ? Uint32Array : Float64Array }

/** One array for each field of all machines. */
export interface Columns extends FigureColumns {
  id: Float64Array
  cell: Uint32Array
  /** Relevance among equal costs: current machines first, then those with fewer words in the name beside the maker's. */
  length: Uint8Array
}

export function createFigureColumns(length: number): FigureColumns {
  const columns = FIGURES.map(({ name, kind }) => [
    name,
    kind === 'date' ? new Uint32Array(length) : new Float64Array(length),
  ])
  return Object.fromEntries(columns) as FigureColumns
}

/** The columns in the order of FIGURES. */
export function figureList(columns: Readonly<FigureColumns>): (Float64Array | Uint32Array)[] {
  return FIGURES.map(({ name }) => columns[name])
}

export function createColumns(): Columns {
  return {
    id: new Float64Array(64),
    cell: new Uint32Array(64),
    length: new Uint8Array(64),
    ...createFigureColumns(64),
  }
}

export function growColumns(columns: Columns, rows: number): void {
  for (const name of Object.keys(columns) as Array<keyof Columns>) {
    columns[name] = grow(columns[name] as never, rows) as never
  }
}
