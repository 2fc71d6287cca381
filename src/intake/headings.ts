import { meantBy } from './column-words.ts'
import { classesNamed, classesSaid, classInName, classMeant, type KnownNames, makersNamed } from './known-names.ts'
import { ABOVE, FIRST, factsIn, pricesSaid, type Said, UNIT } from './said-lines.ts'
import { makerBefore, makersSaid } from './said-makers.ts'
import { townIn } from './states.ts'
import { foldWords, holds, isNote, partsOf, says, shorterNames } from './table-words.ts'
import { fieldUnit, LAKH, type Unit, unitsOf } from './written-values.ts'

// What lines outside the rows of a table say about them.

const HELD = ['price.kind', 'price.observed_at', 'power_source', 'wheel_drive']
/** What stands before all makers and classes holds until another line says the same, so do units of their own lines, and lakh. */
const isPlace = ([field]: Said[number]) => /^(?:manufacturer|machine_class|price\.city)$/.test(field)
const holdsOn = (one: Said[number], at: number, said: Said) =>
  (one[0].startsWith(UNIT) && (one[3] === undefined || unitsOf(one[1]).some(({ size }) => size === LAKH))) ||
  (HELD.includes(one[0]) && !said.slice(0, at).some((other) => isPlace(other) && other[1]))

/** Says that each name begins with its maker. */
const IN_NAMES: Said[number] = ['manufacturer', '', 'is said by the name']

/** What holds at the beginning of a table: where its names begin with makers, a heading that is not understood is none. */
export function saidBefore(
  above: Said,
  column: { title: string; cells: readonly string[] } | undefined,
  names: KnownNames,
): Said {
  const { title = '', cells = [] } = column ?? {}
  const begun = cells.filter((name) => name !== '')
  const known = begun.flatMap((name) => makerBefore(names, name).found.slice(0, 1))
  // `Make & Model`.
  const words = foldWords(title).split(' ').map(meantBy)
  const isBoth = words.some((meant) => meant.includes('manufacturer') && !meant.includes('name'))
  // The heading of another table is not the maker of several.
  const kept = above.filter(([field]) => field !== 'manufacturer' || new Set(known).size < 2)
  const hasMakers = known.length * 2 > begun.length || isBoth
  const isInNames = hasMakers && kept.every(([field]) => field !== 'manufacturer')
  return isInNames ? [[IN_NAMES[0], '', FIRST], ...kept] : kept
}

/** What holds below a header of other columns: those that name their unit have it. */
export const saidUnder = (
  said: Said,
  columns: readonly { target: string | undefined; unit?: Unit | undefined }[],
): Said => said.filter(([field]) => !columns.some(({ target, unit }) => unit && field === UNIT + target))

export function unitSaid(said: Said, target: string): Unit | undefined {
  const word = said.findLast(([field]) => field === UNIT + target)?.[1] ?? ''
  return unitsOf(word).find(({ measure }) => measure === fieldUnit(target.split('.').at(-1)!)?.measure)
}

/** The sides of a dash: `JCB - Backhoe Loader`. */
const sidesOf = (text: string) => text.split(/\s+[-–—:]+\s+/u)
const PLAIN = ['heading', 'others', 'page', 'after class', 'before class', 'all', 'empty', 'legal', 'ended', 'ditto']

/** What a heading says: makers, a class, and facts; `strange` are the words beside or before a class that nobody knows. */
function partsOfHeading(title: string, names: KnownNames) {
  const [signs, number] = /^[\s(*#—–-]*((?:\p{L}|\d{1,2}|[ivx]+)[.):]\s*|\(?[\p{L}\d]\)\s*)?/iu.exec(title)!
  const plain = title.slice(signs.length)
  const outside = plain.replace(/\([^()]*\)/g, ' ').trim()
  const facts = [...pricesSaid(title, ABOVE), ...factsIn(title)]
  // `unless the cell says other`.
  const isOther = holds('others', plain.split(/\b(?:unless|except|otherwise|if not)\b/i)[0]!)
  // `Maker: Acme` says that Acme is a maker, known or not.
  const [, lead = '', rest = ''] = /^([^:–-]+)\s*[:–-]+\s*(.+)$/u.exec(plain) ?? []
  if (says('heading maker', lead)) return { number, facts, isOther, makers: [rest] }
  // A remark in brackets counts where nothing else is said.
  for (const text of facts.length > 0 && outside !== '' ? [outside] : [outside, plain]) {
    // `ROLLERS - TANDEM` are tandem rollers.
    const turned = text
      .split(/\s*[-–—:]\s+/u)
      .toReversed()
      .join(' ')
    const parts = [text, ...partsOf(text), turned]
    const texts = [text, ...parts.flatMap((part) => shorterNames(part, ['heading', 'heading maker'], []))]
    const makers = makersOf(text, texts, names)
    // `JCB - Backhoe Loader` says both.
    const apart = sidesOf(text).filter((side) => makersSaid(names, side).found.length === 0)
    const named = (makers.length > 0 ? apart : texts).find((one) => classesNamed(names, one).length === 1)
    // `EXCAVTORS - wt in T`, with a slip.
    const isSlip = (side: string) => !/\d/.test(side) && classMeant(names, side) !== undefined
    const kind = named ?? (makers.length > 0 ? undefined : (classInName(names, text) ?? sidesOf(text).find(isSlip)))
    if (makers.length > 0 || kind !== undefined)
      return { number, facts, isOther, makers, kind, strange: strangeIn(outside, names) }
    // `CRANES` are of several classes.
    const several = sidesOf(text).find((side) => classesNamed(names, side).length > 1)
    if (several !== undefined) return { number, facts, isOther, makers, several }
  }
  return { number, facts, isOther, makers: [], strange: strangeIn(outside, names) }
}

/** The names of the makers in a heading; of `ESCORTS - POWERTRAC tr` the brand, which stands behind its company. */
function makersOf(text: string, texts: readonly string[], names: KnownNames): string[] {
  const sides = sidesOf(text).map((part) => [
    ...new Set([...makersNamed(names, part), ...makerBefore(names, part).found]),
  ])
  const [brand, ...more] = sides.length > 1 ? sides.at(-1)! : []
  const isBrand = brand !== undefined && more.length === 0 && sides[0]!.length === 1
  const said = texts.map((one) => makersSaid(names, one))
  const found = said.flatMap((one) => (one.isLike || one.model !== undefined ? [] : one.found))
  return [...new Set(isBrand ? [brand] : found)].map((slug) => names.makerNames.get(slug)!)
}

/** `न्यू हॉलंड — ट्रॅक्टर`, `JHON DEERE (JD) tractor`: what may be a maker that nobody knows, beside a class or before it. */
function strangeIn(title: string, names: KnownNames): string | undefined {
  const isPlain = (word: string) => PLAIN.some((group) => says(group, word))
  const isStrange = (text: string, words: readonly string[]) =>
    !words.every(isPlain) &&
    unitsOf(words.at(-1)!).length === 0 &&
    classesSaid(names, text).length === 0 &&
    factsIn(text).length === 0
  const sides = sidesOf(title).map((side) => side.replace(/^[\s(]*(?:\p{L}|\d{1,2})[.)]\s*/u, '').trim())
  const beside = sides.filter((side) => /^\p{L}[^\d]{2,}$/u.test(side) && isStrange(side, foldWords(side).split(' ')))
  if (sides.length === 2 && beside.length === 1) return beside[0]
  const words = title.replace(/^[^\p{L}]+/u, '').split(/\s+/)
  const at = words.findIndex((word) => classesNamed(names, word).length > 0)
  const before = words.slice(0, Math.max(at, 0)).filter((word) => /^\p{L}{2,}$/u.test(word))
  const isKnown = classesNamed(names, words.slice(0, at + 1).join(' ')).length > 0
  return !isKnown && isStrange(before.join(' '), before) ? before.join(' ') : undefined
}

/**
 * What holds below a heading, and its words that nobody knows. A maker or a class takes the place of one of its kind,
 * with what stood below that. Nothing holds below a line that is not understood, which ends them.
 */
export function saidBelow(
  said: Said,
  title: string,
  names: KnownNames,
): { said?: Said; strange?: string | undefined; isOpen?: boolean } {
  const { number, facts, isOther, makers, kind, strange, several } = partsOfHeading(title, names)
  const below = (field: string, text: string, above = said) => {
    const at = above.findIndex(([one]) => one === field)
    const places = above.filter((one, index) => isPlace(one) && !isOther && (at === -1 || index < at))
    // A heading with a number of its own stands beside others, not below them.
    const isBeside = ([, , , beside]: Said[number]) => !number && places.some(([place]) => place === beside)
    const kept = above.filter((one, index) => holdsOn(one, index, above) || places.includes(one) || isBeside(one))
    const own = facts.map(([fact, value, reason]) => [fact, value, reason, field] as const)
    return withFacts([...kept, ...(isOther ? [IN_NAMES] : []), [field, text, ABOVE]], [], own)
  }
  // What a branch says holds below a class that is asked for, too.
  if (several !== undefined)
    return {
      said: below('machine_class', '').filter(([field]) => field !== 'machine_class'),
      strange: several,
      isOpen: true,
    }
  const town = townOf(title, facts, makers.length > 0 || kind !== undefined || isOther)
  if (town !== undefined) {
    // What stands below a branch is its own.
    const place = below('price.city', town)
    const known = kind === undefined ? place : [...place, ['machine_class', kind, ABOVE] as const]
    const [maker, ...more] = makers
    return {
      said: maker !== undefined && more.length === 0 ? [...known, ['manufacturer', maker, ABOVE] as const] : known,
    }
  }
  if (makers.length === 1) {
    const above = kind === undefined ? said : below('machine_class', kind)
    return { said: below('manufacturer', makers[0]!, above) }
  }
  if (makers.length === 0 && kind !== undefined)
    return { said: below('machine_class', kind), strange: isOther ? undefined : strange }
  if (makers.length > 1 || isOther) return { said: withFacts([...said.filter(holdsOn), IN_NAMES], [], facts) }
  // A page, a note or a band of power changes nothing; what is not understood may be another maker.
  const isBand = /\d\s*\p{L}*\s*(?:-|–|to|से|முதல்)\s*\d|\b(?:above|below|over|under|up ?to)\s+\d/iu.test(title)
  const isAside = /^\s*\([^()]*\)\s*$/.test(title)
  if (!isBand && !isAside && facts.length === 0 && !holds('page', title) && !isNote(title)) return {}
  // `(all diesel unless written)` holds on over other headings, as prices do.
  const { first = [], then = [] } = Object.groupBy(facts, (one) =>
    HELD.includes(one[0]) && (holds('all', title) || !said.some((other) => isPlace(other) && other[1]))
      ? 'first'
      : 'then',
  )
  // A heading with a number ends the branch that stood beside it.
  const kept = said.filter((one) => !number || ![one[0], one[3]].includes('price.city'))
  return { said: withFacts(kept, first, then), strange }
}

/** The town whose prices a heading is about: a branch, or beside a kind or day of prices; else it may be of the maker. */
function townOf(title: string, facts: Said, isOfOther: boolean): string | undefined {
  const outside = title.replace(/\([^()]*\)/g, ' ')
  // A line in brackets is a remark.
  if (outside.trim() === '') return undefined
  const isOfPrices = facts.some(([field]) => field.startsWith('price.'))
  const sides = isOfPrices || holds('branch', title) ? [outside, title] : isOfOther ? [] : [outside.trim()]
  const town = sides.map(townIn).find((one) => one !== undefined)
  const isAlone = town !== undefined && foldWords(outside).split(' ').length <= town.split(' ').length + 1
  return isOfPrices || holds('branch', title) || isAlone ? town : undefined
}

function withFacts(said: Said, before: Said, behind: Said): Said {
  // What the first lines say of prices holds again when a heading that says otherwise ends.
  const isNew = ([field, , reason]: Said[number]) =>
    [...before, ...behind].some(([one]) => one === field) && !(reason === FIRST && field.startsWith('price.'))
  return [...before, ...said.filter((one) => !isNew(one)), ...behind]
}

export const NO_HEADING = 'leaves out a heading that is not understood'

/** What holds on when nobody knows what a heading says. */
export const saidStill = (said: Said): Said => said.filter((one, at) => holdsOn(one, at, said) || one[2] === FIRST)

/** Whether a line above the header is the heading of the first part, with a number of its own: `A. TRACTOR (all diesel)`. */
export const isOpening = (title: string, names: KnownNames) =>
  /^\W*(?:\p{L}|\d{1,2})[.)]\s*\p{L}/u.test(title) &&
  saidBelow([], title, names).said?.some(([field]) => field === 'machine_class') === true
