import { editDistance } from '../text/nearest-name.ts'
import { addName, type KnownNames, makerSpellings, withoutPlace } from './known-names.ts'
import { isShortFor, makersSaid, withoutMessrs } from './said-makers.ts'
import { slugOf } from './slugs.ts'
import { foldWords, partsOf, says } from './table-words.ts'

const hasLatin = (text: string) => /\p{Script=Latin}/u.test(text)

/** Makes a maker of a name in all its spellings: a later one means the same. */
function addMaker(names: KnownNames, spellings: readonly string[], isSaid: (name: string) => boolean): void {
  const latin = spellings.find(hasLatin) ?? spellings[0]!
  const name = isSaid(latin) ? latin : withoutForm(latin)
  const slug = slugOf(name)
  if (slug === undefined) return
  names.before.clear()
  for (const spelling of [...spellings, slug, ...spellings.map((one) => makerSpellings(one).at(-1)!)]) {
    addName(names.makers, spelling, slug)
  }
  if (names.makerNames.has(slug)) return
  names.makerNames.set(slug, name)
  names.made.add(slug)
}

/** `M/s Karmveer Agro Industries Pvt. Ltd.` is Karmveer: what companies are called is no part of a maker's name. */
function withoutForm(name: string): string {
  const words = withoutPlace(withoutMessrs(name))
    .trim()
    .replace(/^messrs\.?\s+/i, '')
    .split(/\s+/)
  const isForm = (many: number) => {
    const last = words.slice(-many).join(' ')
    return words.length > many && (says('legal', last) || says('after maker', last))
  }
  while (isForm(1) || isForm(2)) words.pop()
  return words.join(' ').replace(/[\s,.(]+$/, '')
}

/** Makes the makers of several cells: of the spellings of one the shortest Latin one names it, but no slip of a more frequent one. */
export function addMakers(
  names: KnownNames,
  cells: readonly string[],
  // What the operator calls a maker is its name.
  isSaid: (name: string) => boolean = () => false,
): void {
  const counts = Object.entries(Object.groupBy(cells, foldWords)).map(([name, all]) => [name, all!.length] as const)
  const isSlip = ({ cell }: { cell: string }) => {
    const [own, most] = [foldWords(cell), cell.length >= 10 ? 2 : 1]
    const count = counts.find(([name]) => name === own)?.[1] ?? 0
    return counts.some(([name, more]) => more > count && name.length > 5 && editDistance(own, name, most) <= most)
  }
  const strange = [...new Set(cells)].map(withoutMessrs).map((cell) => ({ cell, said: partsOf(cell) }))
  const all = strange.map(({ cell, said }) => ({ cell, said: said.length > 0 ? said : [cell.trim()] }))
  const isLatin = ({ said }: { said: string[] }) => said.some(hasLatin)
  const byLength = all
    .filter(isLatin)
    .toSorted((a, b) => Number(isSlip(a)) - Number(isSlip(b)) || a.said.join('').length - b.said.join('').length)
  for (const { cell, said } of [...byLength, ...all.filter((one) => !isLatin(one))]) {
    const scripts = new Set(said.map(hasLatin))
    // Two names in one script are two makers, which the cell is refused for; but `Agria (Vidarbha)` is one.
    const outside = cell.replace(/\([^()]*\)\s*$/, '').trim()
    const isOne = said.length <= scripts.size || (outside !== cell.trim() && !/[/|]/.test(outside))
    if (!isOne || makersSaid(names, cell).found.length > 0) continue
    addMaker(names, said.length <= scripts.size ? said : [outside], isSaid)
  }
}

/** `Mahindra 575 DI` of Mahindra is `575 DI` in a slug that begins with the maker. */
export function withoutMaker(name: string, slug: string, names: KnownNames): string {
  const { makers, makerNames } = names
  const words = name.trim().split(/[\s/_-]+/)
  const full = foldWords(makerNames.get(slug) ?? slug)
  const initials = full.replace(/(\S)\S*\s*/gu, '$1')
  const own = [foldWords(slug), full, ...(initials.length > 1 ? [initials] : [])]
  for (let lead = Math.min(3, words.length - 1); lead > 0; lead--) {
    const said = foldWords(words.slice(0, lead).join(' '))
    // `Mah.`, `P.Trac`, `N.H.`: letters of the maker's name.
    const isShort = lead === 1 && /\p{L}\./u.test(words[0]!) && isShortFor(said.replaceAll(' ', ''), full)
    // `M&M`, `T. Hitachi`.
    const text = words.slice(0, lead).join(' ')
    const { found, model } = /[.&]/.test(text) ? makersSaid(names, text) : {}
    const isSaid = found?.[0] === slug && model === undefined
    // Another Latin alias may be the name of a series: Balwan of Force.
    const isPart = said.length > 2 && (full.startsWith(said) || (said.length > 3 && full.split(' ').includes(said)))
    const isMaker = /[a-z]/.test(said)
      ? own.includes(said) || isShort || isSaid || isPart
      : makers.get(said)?.includes(slug)
    if (isMaker) return words.slice(lead).join(' ')
  }
  return name
}
