import type { Fitting } from '../../catalogue/implements.ts'
import type { Reading } from '../../search/reading/read-query.ts'
import { takeNamed } from '../../search/reading/sides.ts'
import { isFillerWord } from '../../search/words/word-lists.ts'
import { type Html, html, raw } from '../html.ts'
import type { PageData } from '../page-data.ts'
import type { Reader } from '../reader.ts'
import { implementRows, usedCards } from './cards.ts'
import type { ListQuery } from './filters.ts'
import { count } from './small.ts'

const SHOWN_IMPLEMENTS = 6
const SHOWN_USED = 4

/** What the one search field finds beside machines, each with the address of all of it. */
export async function findAnswers(data: PageData, reader: Reader, query: ListQuery, plain: ListQuery) {
  const { q, machine_class, manufacturer, state, price_min, price_max } = query
  const asked = { q, machine_class, maker: manufacturer, state, price_min, price_max }
  return {
    implements: {
      found: q === '' ? [] : findImplements(data, q, plain),
      address: reader.to('implements', { q }),
    },
    used: { found: await data.used.search({ ...asked, limit: SHOWN_USED }), address: reader.to('used', asked) },
  }
}

type Bounds = { hp_min?: number | null; hp_max?: number | null }

/**
 * Implements of the kinds that the text names; without such a kind, those that have all its words, or a word that no
 * machine has. Of these the ones with the most of its words that tell more than the kind, those that fit the class and
 * have more of its words before the others. A power that is asked for must lie within what the implement needs; those
 * that tell it come first.
 */
export function findImplements(data: PageData, q: string, { hp_min, hp_max }: Bounds) {
  const { beside, sides, leftOut } = data.read(q)
  const texts = data.implementTexts()
  const isBounded = (hp_min ?? hp_max ?? null) !== null
  const isMet = (fit: Fitting | undefined) =>
    (hp_max ?? Infinity) >= (fit?.hp_min ?? 0) && (hp_min ?? 0) <= (fit?.hp_max ?? Infinity)
  const carriers = sides.map((side) => takeNamed([[...side]], data.classNamed)?.value ?? '')
  const ofKinds = (kinds: readonly string[]) =>
    texts.filter(({ implement, fit }) => kinds.includes(implement.kind) && isMet(fit))
  let found = ofKinds(beside.implements)
  if (beside.implements.length === 0) {
    found = texts.filter(({ all }) => sides.some((side) => side.length > 0 && side.every(all.has)))
    if (found.length === 0) found = ofKinds(data.toolsIn([...leftOut, ...sides.flat()]))
    if (found.length === 0) found = texts.filter(({ own }) => leftOut.some((word) => isOwn(word) && own.has(word)))
  }
  if (found.length === 0) return []
  const words = [...new Set([...data.wordsOf(q), ...sides.flat()])]
  const told = found.map(({ kind, own }) => words.filter((word) => own.has(word) && !kind.has(word)).length)
  const most = Math.max(...told)
  const worth = ({ fit, all: names }: (typeof texts)[number]) =>
    Number(isBounded && (fit?.hp_min ?? fit?.hp_max ?? null) !== null) +
    Number(carriers.some((key) => fit?.fits_classes.includes(key))) +
    words.filter(names.has).length
  return found
    .flatMap((text, at) => (told[at] === most ? [{ implement: text.implement, worth: worth(text) }] : []))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ implement }) => implement)
}

/** Shorter words may stand in the name of anything. */
const LEAST_OWN = 5
const isOwn = (word: string) => word.length >= LEAST_OWN && !isFillerWord(word)

/** How many of each the field found, and the first of what was plainly asked for. */
export function answers(
  data: PageData,
  reader: Reader,
  total: number,
  { implements: tools, used }: Awaited<ReturnType<typeof findAnswers>>,
  { beside, said }: Reading,
): Html | null {
  const { w } = reader
  const all = [
    { label: count(reader, 'machine', total), address: '#results-title', isAsked: false, n: total },
    {
      label: count(reader, 'implement', tools.found.length),
      address: tools.address,
      isAsked: beside.implements.length > 0,
      n: tools.found.length,
    },
    {
      label: count(reader, 'used', used.found.total),
      address: used.address,
      isAsked: beside.used,
      n: used.found.total,
    },
  ]
  const isElsewhere = all.some(({ isAsked }) => isAsked)
  // Only new machines have a launch; those that stand first are counted there.
  const isOfMachines = 'launched_since' in said || 'launched_until' in said
  const shown = all.filter(({ n, isAsked }, at) => isAsked || (n > 0 && (at > 0 ? !isOfMachines : isElsewhere)))
  if (shown.length === 0) return null
  const [, implement, listing] = all
  const section = (id: string, { label, address }: { label: string; address: string }, body: Html) =>
    html`<section class="answer" aria-labelledby="${id}"><div class="head"><h2 id="${id}">${label}</h2><a href="${address}">${w.seeAll}</a></div>${body}</section>`
  return html`<nav class="answers" aria-label="${w.results}"><ul>${shown
    .toSorted((a, b) => Number(b.isAsked) - Number(a.isAsked))
    .map(
      ({ label, address, isAsked }) =>
        html`<li><a class="chip" href="${address}"${raw(isAsked ? ' aria-current="true"' : '')}>${label}</a></li>`,
    )}</ul></nav>
${beside.used && used.found.hits.length > 0 && section('answer-used', listing!, usedCards(data, reader, used.found))}${
  beside.implements.length > 0 &&
  tools.found.length > 0 &&
  section('answer-implements', implement!, implementRows(data, reader, tools.found.slice(0, SHOWN_IMPLEMENTS)))
}`
}
