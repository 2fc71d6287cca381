import type { Fitting } from '../catalog/implements.ts'
import { tokenize } from '../lib/text/normalize.ts'
import type { TermLookup } from './parser/term-lookup.ts'

type Tool = Pick<Fitting, 'hp_min' | 'hp_max' | 'fits_classes'> & { kind: string; name: string }

/**
 * The power that implements of these kinds need of a class, if one is given; open where one of them is. Of several those
 * count that have the most of the words in their names, beside what the kind is called.
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
