import { type KnownNames, lookUp, makerSpellings, makersNamed, namesLike, remembered } from './known-names.ts'
import { foldWords, partsOf } from './table-words.ts'

// The makers that texts name in other than known spellings, or among other words.

/** The makers that a name in no known spelling may mean: by its sound, a slip, its beginning or its initials. */
function makersLike(names: KnownNames, name: string): readonly string[] {
  const core = makerSpellings(name).at(-1)!
  const short = /^[a-z]{2,3}$|^[a-z] and [a-z]$/.test(core) ? core.replace(' and ', '') : undefined
  const isCut = /\p{L}\.\s*$/u.test(name)
  const sorted = (text: string) => text.split(' ').toSorted().join(' ')
  return remembered(names, name, () =>
    namesLike(
      names.makers,
      core,
      // `Massey`, and `Mah.` with its point.
      (known) => core.length >= 5 && known.startsWith(`${core} `),
      (known) => core.length >= 3 && isCut && known.startsWith(core),
      // `NHOLND`, a code.
      (known) => /^[A-Z]{5,7}$/.test(name.trim()) && isShortFor(core, known.replaceAll(' ', '')),
      // `MF` and `M&M`.
      (known) => short !== undefined && known.replace(/\band\b/g, '').replace(/(\S)\S*\s*/g, '$1') === short,
      // `J. Deere`, and `Hitachi Tata`.
      (known) => /^[a-z] [a-z]{4}/.test(core) && known[0] === core[0] && known.replace(/^\S+/, core[0]!) === core,
      (known) => core.includes(' ') && sorted(known) === sorted(core),
    ),
  )
}

/** Whether a name begins with the first of these letters and has the others in their order. */
export function isShortFor(letters: string, name: string): boolean {
  let at = 0
  for (const letter of name) if (letter === letters[at]) at++
  return at === letters.length && name.startsWith(letters[0] ?? '')
}

/** What a cell says about a maker: the makers in a known spelling or a like one, and a model that stands behind. */
export interface SaidMaker {
  found: readonly string[]
  isLike?: boolean
  model?: string
}

/** The makers that a cell names; of several what stands before brackets (`Eicher (VE Commercial)`). */
export function makersSaid(names: KnownNames, cell: string): SaidMaker {
  const whole = makersNamed(names, cell)
  if (whole.length > 0) return { found: whole }
  const outside = cell.replace(/\([^()]*\)\s*$/, '').trim()
  const plain = withoutMessrs(cell)
  const between = /\s[-–—]\s|[/|()]/
  const all = [...partsOf(plain, between), ...plain.split(between)].filter((part) => part.trim() !== '')
  for (const [search, isLike] of [
    [makersNamed, false],
    [makersLike, true],
  ] as const) {
    const said = (parts: readonly string[]) => [...new Set(parts.flatMap((part) => search(names, part)))]
    const own = outside === cell.trim() ? [] : said([outside, ...partsOf(outside)])
    const found = said(all)
    if (found.length > 0) return { found: found.length > 1 && own.length === 1 ? own : found, isLike }
  }
  // `Escorts Farmtrac` is two makers, `Standard DI-345` a maker and a model.
  const { found, model = '' } = makerBefore(names, cell)
  const second = makersNamed(names, model)
  if (second.length > 0) return { found: [...new Set([...found, ...second])] }
  return /\d/.test(model) ? { found, model } : { found: [] }
}

/** The maker that a text begins with, and what stands behind it. */
export function makerBefore(names: KnownNames, text: string): SaidMaker {
  const words = text.trim().split(/\s+/)
  for (let end = words.length - 1; end > 0; end--) {
    const first = words.slice(0, end).join(' ')
    const known = lookUp(names.makers, foldWords(first))
    // `T. Hitachi`, `Esc. Farmtrac`.
    const isCut = /^\p{L}\.\s|^\p{L}{3,}\.$/u.test(first)
    const found = known.length === 0 && isCut ? makersLike(names, first) : known
    if (found.length > 0) return { found, model: words.slice(end).join(' ') }
  }
  return { found: [] }
}

/** `M/s Acme` is Acme; the stroke is none between two names. */
export const withoutMessrs = (name: string) => name.replace(/^\s*m\/s\.?\s*/i, '')
