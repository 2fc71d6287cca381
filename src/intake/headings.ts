import { classesNamed, classesSaid, classInName, classMeant, type KnownNames, makersNamed } from './known-names.ts'
import { ABOVE, daysIn, factsIn, pricesSaid, type Said, stateIn, UNIT } from './said-lines.ts'
import { makerBefore, makersSaid } from './said-makers.ts'
import { townIn } from './states.ts'
import { beginsWith, foldWords, holds, isNote, partsOf, says, shorterNames } from './table-words.ts'
import { fieldUnit, LAKH, type Unit, unitsOf } from './written-values.ts'

// What lines outside the rows of a table say about them.

/** What a heading is about; what it says beside that holds as long as the place it is said of. */
const PLACES = ['part', 'price.city', 'machine_class', 'manufacturer'] as const
/** What a line of its own says, up to the next place. */
const LINE = 'line'
/** The heading itself, as it stands. */
export const TITLE = 'heading'
/** Of these a line says for all that comes what it says before any place, or with `all`. */
const OF_ALL = /^(?:price\.kind|price\.observed_at|power_source|wheel_drive)$/
const isLakh = (text: string) => unitsOf(text).some(({ size }) => size === LAKH)

/** How a heading is numbered: one ends the last that is numbered so. */
function numberOf(title: string): string | undefined {
  const [, open, number = ''] = /^[\s*#—–-]*(\(?)(\p{L}|\d{1,2}|[ivx]+)[.):]\s/iu.exec(title) ?? []
  return number === '' ? undefined : open + (/\d/.test(number) ? '1' : /^[ivx]+$/i.test(number) ? 'i' : 'a')
}

/** What holds below a heading of these places: what stood outside of them, what holds for all, and its own. */
function under(said: Said, places: readonly string[], own: Said): Said {
  const style = numberOf(own[0]![1])
  const isEnded = ([field, text, , of = '']: Said[number]) =>
    (of !== LINE && places.includes(of)) || (field === TITLE && style !== undefined && numberOf(text) === style)
  // A part begins anew.
  const at = places[0] === PLACES[0] ? 0 : said.findIndex(isEnded)
  const isKept = ([, , , of]: Said[number], index: number) =>
    of === undefined || ((of !== LINE || places[0] === LINE) && (at === -1 || index < at))
  const held = own.map((one): Said[number] => {
    const [field, text, reason, of = places[0]!] = one
    const isHeld = field.startsWith(UNIT) && (of === LINE || isLakh(text))
    return isHeld ? [field, text, reason] : [field, text, reason, of]
  })
  return [...said.filter(isKept), ...held]
}

/** What still holds when nobody knows what a heading says. */
export const saidStill = (said: Said, title: string): Said => [
  ...said.filter(([, , , of]) => of === undefined || of === PLACES[0]),
  [TITLE, title, ABOVE, LINE],
]

/** What holds below a header of other columns: those that name their unit have it. */
export const saidUnder = (
  said: Said,
  columns: readonly { target: string | undefined; unit?: Unit | undefined }[],
): Said => said.filter(([field]) => !columns.some(({ target, unit }) => unit && field === UNIT + target))

export function unitSaid(said: Said, target: string): Unit | undefined {
  const word = said.find(([field]) => field === UNIT + target)?.[1] ?? ''
  return unitsOf(word).find(({ measure }) => measure === fieldUnit(target.split('.').at(-1)!)?.measure)
}

/** The sides of a dash: `JCB - Backhoe Loader`. */
const sidesOf = (text: string) => text.split(/\s+[-–—:]+\s+/u)
const PLAIN = ['heading', 'others', 'page', 'after class', 'before class', 'all', 'empty', 'legal', 'ended', 'ditto']

/** `PART B -`, before what the part is of. */
const PART = /^[^\p{L}]*[\p{L}\p{M}]+[\s(–—-]*(?:\p{L}|\d{1,2}|[ivx]+)(?![\p{L}\p{M}\d])[\s:.)–—-]*/iu

/** What a heading says: makers, a class, and facts; `strange` are the words beside or before a class that nobody knows. */
function partsOfHeading(title: string, names: KnownNames) {
  const [signs] = /^[\s(*#—–-]*((?:\p{L}|\d{1,2}|[ivx]+)[.):]\s*|\(?[\p{L}\d]\)\s*)?/iu.exec(title)!
  const plain = title.slice(signs.length)
  const outside = plain.replace(/\([^()]*\)/g, ' ').trim()
  // `4. WHEEL LOADERS` says no drive.
  const facts = [...pricesSaid(title, ABOVE), ...factsIn(plain)]
  // `unless the cell says other`.
  const isOther = holds('others', plain.split(/\b(?:unless|except|otherwise|if not)\b/i)[0]!)
  // `Maker: Acme` says that Acme is a maker, known or not.
  const [, lead = '', rest = ''] = /^([^:–-]+)\s*[:–-]+\s*(.+)$/u.exec(plain) ?? []
  if (says('heading maker', lead)) return { facts, isOther, makers: [rest] }
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
      return { facts, isOther, makers, kind, strange: strangeIn(outside, names) }
    // `CRANES` are of several classes.
    const several = sidesOf(text).find((side) => classesNamed(names, side).length > 1)
    if (several !== undefined) return { facts, isOther, makers, several }
  }
  return { facts, isOther, makers: [], strange: strangeIn(outside, names) }
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
 * What holds below a heading, and its words that nobody knows. Headings stand in each other as they come: one of a place
 * ends the last of its kind, with all that stood below that. Nothing but what is said of all rows holds below a line that
 * is not understood.
 */
export function saidBelow(
  said: Said,
  title: string,
  names: KnownNames,
  /** Whether the operator says that a text is a new maker, or left open what it is. */
  { isNew, passes }: Record<'isNew' | 'passes', (text: string) => boolean> = NOTHING_SAID,
): { said?: Said; strange?: string | undefined; isOpen?: boolean } {
  const isPart = beginsWith('part', title)
  const read = partsOfHeading(isPart ? title.replace(PART, '') : title, names)
  const { facts, isOther, makers, kind, several } = read
  const isOfSeveral = makers.length > 1 || isOther
  const isOfOther = makers.length > 0 || kind !== undefined || isOther
  const town = placeIn(title, names) ?? townOf(title, facts, isOfOther)
  // What stands beside a class, or before it, may be a maker that nobody knows; it ends the one above.
  const beside = !town && makers.length === 0 && !isOther ? read.strange : undefined
  const strange = beside === undefined || isNew(beside) || passes(beside) ? undefined : beside
  const added = [beside, title].find((text) => text !== undefined && isNew(text))
  const maker = isOfSeveral || (strange !== undefined && kind !== undefined) ? '' : (makers[0] ?? added)
  const texts = [isPart ? '' : undefined, town, kind ?? (several && ''), maker]
  const places = PLACES.filter((_, at) => texts[at] !== undefined)
  if (places.length > 0) {
    const named = places.flatMap((place): Said => {
      const text = texts[PLACES.indexOf(place)]!
      return text === '' ? [] : [[place, text, ABOVE, place]]
    })
    // What a part is of may stand in it alone.
    const isOpen = several !== undefined || (places.join() === PLACES[0] && facts.length === 0)
    return {
      said: under(said, places, [[TITLE, title, ABOVE], ...named, ...facts]),
      strange: several ?? strange,
      isOpen,
    }
  }
  // A page, a note or a band of power changes nothing; what is not understood may be another maker.
  const isBand = /\d\s*\p{L}*\s*(?:-|–|to|से|முதல்)\s*\d|\b(?:above|below|over|under|up ?to)\s+\d/iu.test(title)
  const isAside = /^\s*\([^()]*\)\s*$/.test(title)
  if (!isBand && !isAside && facts.length === 0 && !holds('page', title) && !isNote(title)) return { strange }
  const isOfAll = ([field]: Said[number]) =>
    OF_ALL.test(field) && (holds('all', title) || said.every(([, , , of = LINE]) => of === LINE || of === PLACES[0]))
  const isInPart = said.some(([, , , of]) => of === PLACES[0])
  const { all = [], own = [] } = Object.groupBy(facts, (one) => (isOfAll(one) ? 'all' : 'own'))
  const ofAll = all.map(([field, text, reason]): Said[number] =>
    isInPart ? [field, text, reason, PLACES[0]] : [field, text, reason],
  )
  const isEnd = strange !== undefined && !isAside
  const kept = isEnd ? said.filter(([field]) => field !== 'manufacturer') : said
  return {
    said: [...under(kept, [LINE], [[TITLE, title, ABOVE], ...own]), ...ofAll],
    strange: isEnd ? strange : undefined,
  }
}

const NOTHING_SAID = { isNew: () => false, passes: () => false }

/** `SAGAR (MP) - Bundelkhand Tractor House`: a town with its state, at the beginning of a heading. */
function placeIn(title: string, names: KnownNames): string | undefined {
  const [, town = ''] = /^[^\p{L}]*(\p{L}[\p{L}\p{M}]+(?: \p{L}[\p{L}\p{M}]+)?)\s*\([^()]*\)/u.exec(title) ?? []
  const state = town === '' ? undefined : stateIn(title)
  if (state === undefined || makersSaid(names, town).found.length > 0 || classesSaid(names, town).length > 0)
    return undefined
  return `${town.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())} (${state})`
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
  // A branch that nobody knows ends the one above.
  const isBranch = holds('branch', title.replace(/\bex[\s-]*showroom\b/gi, ' '))
  const isOther = (isOfPrices && isBranch) || stateIn(title) !== undefined || (isOfOther && daysIn(title).length > 0)
  if (town === undefined && isOther) return ''
  return isOfPrices || holds('branch', title) || isAlone ? town : undefined
}

export const NO_HEADING = 'leaves out a heading that is not understood'

/** Whether a line above the header is the heading of the first part, with a number of its own: `A. TRACTOR (all diesel)`. */
export const isOpening = (title: string, names: KnownNames) =>
  /^\W*(?:\p{L}|\d{1,2})[.)]\s*\p{L}/u.test(title) &&
  saidBelow([], title, names).said?.some(([field]) => field === 'machine_class') === true
