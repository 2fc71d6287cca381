import type { Fitting } from '../catalog/implements.ts'
import { tokenize } from '../lib/text/normalize.ts'
import type { TermLookup } from './parser/term-lookup.ts'

type Tool = Pick<Fitting, 'hp_min' | 'hp_max' | 'fits_classes'> & { kind: string; name: string }

/**
 * Returns the power range that implements of these kinds need, for one class if given. If several match, only those
 * with the most query words in their names count, without the words of the kind.
 */
export function powerNeeded(
  all: readonly Tool[],
  ...[kinds, words, machineClass]: Parameters<TermLookup['powerFor']>
): { hp_min?: number; hp_max?: number } {
  const isMeant = ({ kind, fits_classes: classes }: Tool) =>
    kinds.includes(kind) && (!machineClass || classes.length === 0 || classes.includes(machineClass))
  const fitting = all.filter(isMeant)
  const reported = new Set(words).difference(new Set(kinds.flatMap((kind) => kind.split('_'))))
  const counts = fitting.map(({ name }) => reported.intersection(new Set(tokenize(name))).size)
  const nearest = fitting.filter((_, i) => counts[i] === Math.max(...counts))
  const low = Math.min(...nearest.map(({ hp_min }) => hp_min ?? 0))
  const high = Math.max(...nearest.map(({ hp_max }) => hp_max ?? Infinity))
  return { ...(low > 0 && low < Infinity && { hp_min: low }), ...(high > 0 && high < Infinity && { hp_max: high }) }
}
