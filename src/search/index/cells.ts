import { grow } from '../../memory/growable.ts'
import type { Profiles } from './profiles.ts'

/**
 * The pairs of maker and profile in use. A row names its cell, so whatever depends on maker and profile is decided once
 * a cell, not once a row.
 */
export interface Cells {
  /** Finds or makes the cell of this maker with the profile of these values, and holds it. */
  hold(maker: number, values: ReadonlyArray<string | null>): number
  /** Holds a known cell once more. */
  holdAgain(cell: number): void
  release(cell: number): void
  maker: Uint32Array
  profile: Uint32Array
  /** Visible machines of each cell. */
  visible: Int32Array
  readonly bound: number
}

/** A cell holds its profile as long as anyone holds the cell. */
export function createCells(profiles: Profiles): Cells {
  /** Cells by maker, then by profile: small keys are found faster than combined ones. */
  const numbers: Map<number, number>[] = []
  const reusable: number[] = []
  let holders = new Uint32Array(64)
  let bound = 0
  const cells: Cells = {
    maker: new Uint32Array(64),
    profile: new Uint32Array(64),
    visible: new Int32Array(64),
    hold(maker, values) {
      const profile = profiles.hold(values)
      numbers[maker] ??= new Map()
      const ofMaker = numbers[maker]
      let cell = ofMaker.get(profile)
      if (cell === undefined) {
        cell = reusable.pop() ?? bound++
        ofMaker.set(profile, cell)
        cells.maker = grow(cells.maker, bound)
        cells.profile = grow(cells.profile, bound)
        cells.visible = grow(cells.visible, bound)
        holders = grow(holders, bound)
        cells.maker[cell] = maker
        cells.profile[cell] = profile
      } else profiles.release(profile)
      holders[cell]!++
      return cell
    },
    holdAgain(cell) {
      holders[cell]!++
    },
    release(cell) {
      if (--holders[cell]! > 0) return
      numbers[cells.maker[cell]!]!.delete(cells.profile[cell]!)
      profiles.release(cells.profile[cell]!)
      reusable.push(cell)
    },
    get bound() {
      return bound
    },
  }
  return cells
}
