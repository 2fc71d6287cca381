import type { Fitting } from '../catalogue/implements.ts'
import type { ImplementSummary, MachineClass, MachineSummary } from '../contract/machine.ts'
import { NO_FACETS } from '../contract/values.ts'
import type { EnquiryWay } from '../market/enquiries/enquiry-store.ts'
import type { ShownListing } from '../market/listings.ts'
import type { UsedMarket } from '../market/used.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { createClassProfiles } from '../read-model/class-profile.ts'
import { asValue, catalogueSearch } from '../read-model/search-catalogue.ts'
import { loosen } from '../search/loosen.ts'
import { IS } from '../search/reading/meaning.ts'
import type { Reading } from '../search/reading/read-query.ts'
import { respell } from '../search/reading/respell.ts'
import { cropNames, implementNames, learnPhrases, phraseAt, toLexemes } from '../search/reading/vocabulary.ts'
import { MAX_CANDIDATES, type Suggestible, type Suggestion, suggest } from '../search/suggestions.ts'
import { EMPTY_QUERY, readCounts, type SearchEngine, type SearchQuery } from '../search/types.ts'
import { tokenize } from '../text/fold.ts'
import { spokenWords } from '../text/sounds.ts'
import type { Language } from './language.ts'
import { drawMachine } from './pictures/machine.ts'
import { implementFigures } from './pictures/pose.ts'
import { aliasInScript } from './reader.ts'

export interface PageDataParts {
  catalogue: Catalogue
  engine?: SearchEngine | undefined
  used: UsedMarket
  /** A listing that is visible now. */
  listing(id: number): Promise<ShownListing | undefined>
  /** Where enquiries go in this installation. */
  enquiryWay: EnquiryWay
}

export type PageData = ReturnType<typeof createPageData>

/** What pages may ask of the other data: values of the contract. */
export function createPageData({ catalogue, engine, used, listing, enquiryWay }: PageDataParts) {
  learnPhrases()

  /** Made once until the catalogue changes. */
  function kept<Value>(make: () => Value): () => Value {
    let value: { made: Value } | undefined
    catalogue.onChange(() => {
      value = undefined
    })
    return () => {
      value ??= { made: make() }
      return value.made
    }
  }

  const classes = kept(() => catalogue.model.countedClasses())
  /** Makers of published machines, by name. */
  const makers = kept(() => countMakers(catalogue))
  const implementsOf = kept(() => catalogue.model.implements())
  /** The values of the catalogue by their names, the most frequent first. */
  const known = kept(() =>
    suggestibles(classes(), makers(), (slug) => makersBySlug().get(slug)?.aliases, implementsOf()),
  )

  const makersBySlug = kept(() => new Map(catalogue.model.makers().map((maker) => [maker.slug, maker])))
  const countedBySlug = kept(() => new Map(makers().map((maker) => [maker.slug, maker])))
  const makerNames = kept(() => new Map<string, string | undefined>())

  /** The colour of a maker's machines, such as #367c2b; drawings put it into their markup. */
  function makerColour(slug: string): string | undefined {
    const colour = makersBySlug().get(slug)?.colour
    return colour && /^#[\da-f]{6}$/i.test(colour) ? colour : undefined
  }

  /** The machines that match best, the most useful of them first; one that is called so is before all. */
  function models(q: string, most: number): Suggestion[] {
    const { index, summaryOf } = catalogue.model
    const { rows } = index.find({ ...EMPTY_QUERY, q, limit: MAX_CANDIDATES, facets: NO_FACETS })
    const [best] = rows
    const isCalled = best !== undefined && tokenize(summaryOf(best).name).join(' ').endsWith(tokenize(q).join(' '))
    const useful = rows.slice(isCalled ? 1 : 0).sort((a, b) => index.standingOf(a) - index.standingOf(b))
    return [...(isCalled ? [best] : []), ...useful].slice(0, most).map((row) => {
      const machine = summaryOf(row)
      return { kind: 'model', key: machine.slug, label: machine.name, machine }
    })
  }

  /** What stands on the sides of "or" or "vs". */
  function sidesOf(text: string): string[] {
    const { sides } = catalogue.model.index.read(text)
    return sides.length > 1 ? sides.map((words) => words.join(' ')) : []
  }

  return {
    search: catalogueSearch(catalogue, engine, asValue),
    /** How a typed text is understood. */
    read: (q: string): Reading => catalogue.model.index.read(q),
    /** Which one condition of a question without answer can be loosened, and what is found then. */
    loosen: (query: SearchQuery) => loosen(catalogue.model.index, query),
    /** The class that these words name. */
    classNamed: (words: readonly string[]) => catalogue.model.index.known.valueNamed('machine_class', words),
    /** Kinds of implements by names that a machine may have too. */
    toolsIn(words: readonly string[]): string[] {
      const lexemes = toLexemes(words.join(' '))
      return lexemes.flatMap((_, at) => phraseAt(lexemes, at, IS.fitted)?.meaning.fitted ?? [])
    },
    /** The words of a text, as typed and as the lists and the catalogue write them. */
    wordsOf: (q: string): string[] => [
      ...new Set([...tokenize(q), ...respell(toLexemes(q), catalogue.model.index.known).map(({ text }) => text)]),
    ],
    sheet: (slug: string) => catalogue.sheet(slug),
    /** The drawing of a machine, or as `implements/{slug}` of an implement, to its own measure, in its maker's colour; `scale` is in units to a metre. */
    async drawing(slug: string, scale?: number): Promise<string | undefined> {
      const [, ofImplement] = /^implements\/(.*)$/.exec(slug) ?? []
      const implement = ofImplement && implementsOf().find((one) => one.slug === ofImplement)
      const drawn = implement ? implementFigures(implement) : (await catalogue.sheet(slug))?.sheet
      return drawn && drawMachine(drawn, makerColour(drawn.manufacturer.slug), scale)
    },
    summary(slug: string): MachineSummary | undefined {
      const row = catalogue.model.published(slug)
      return row < 0 ? undefined : catalogue.model.summaryOf(row)
    },
    fittingImplements(slug: string): ImplementSummary[] {
      const row = catalogue.model.published(slug)
      return row < 0 ? [] : catalogue.model.fittingImplements(row)
    },
    classes,
    classOf: (key: string | undefined) => classes().find((its) => its.key === key),
    /** The section that a class belongs to. */
    sectionOf: (key: string) => catalogue.model.classOf(key).section,
    profile: createClassProfiles(catalogue),
    makers,
    maker: (slug: string) => countedBySlug().get(slug),
    makerColour,
    /** Anybody may ask for makers that nobody knows; they are not kept. */
    makerName(slug: string, language: Language): string | undefined {
      const { aliases } = makersBySlug().get(slug) ?? {}
      return aliases && makerNames().getOrInsertComputed(`${language} ${slug}`, () => aliasInScript(aliases, language))
    },
    implements: implementsOf,
    /** Each with words that tell its kind, those of its own and its maker's name, and these with all names of its kind. */
    implementTexts: kept(() =>
      implementsOf().map((implement) => {
        const kinds = [implement.kind.replaceAll('_', ' '), ...(implementNames.get(implement.kind) ?? [])]
        const crops = tokenize(implement.name).flatMap((word) => cropNames.get(word) ?? [])
        const own = [implement.name, implement.manufacturer.name, ...crops]
        const kind = spokenWords(kinds.filter((name, at) => at === 0 || !name.includes(' ')))
        const fit = catalogue.model.fitOf(implement.slug)
        return { implement, fit, kind, own: spokenWords(own), all: spokenWords([...own, ...kinds]) }
      }),
    ),
    /** What a half-typed text may become. */
    suggest: (text: string): Suggestion[] => suggest(text, known(), models, sidesOf(text)),
    used,
    listing,
    enquiryWay,
    /** What decides which machines an implement fits. */
    fitOf: (slug: string): Fitting | undefined => catalogue.model.fitOf(slug),
    /** Some of all machines, and how many there are. */
    machines(offset: number, limit: number) {
      const { rows, total } = catalogue.model.index.find({ ...EMPTY_QUERY, offset, limit, facets: NO_FACETS })
      return { machines: rows.map(catalogue.model.summaryOf), total }
    },
    /** Machines that an implement fits; undefined for an unknown implement. */
    machinesFitting(slug: string, most: number) {
      const rows = catalogue.model.machinesFitting(slug)
      return rows && { machines: rows.slice(0, most).map(catalogue.model.summaryOf), total: rows.length }
    },
  }
}

function suggestibles(
  classes: readonly MachineClass[],
  counted: ReturnType<typeof countMakers>,
  aliasesOf: (slug: string) => readonly string[] | undefined,
  held: readonly ImplementSummary[],
): Suggestible[] {
  const kinds = Map.groupBy(held, ({ kind }) => kind)
  const list: (Suggestible & { count: number })[] = [
    ...classes.flatMap(({ key, label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms, count = 0 }) => {
      const names = [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]
      return count > 0 ? [{ kind: 'class' as const, key, label, names, count }] : []
    }),
    ...counted.map(({ slug, name, count }) => {
      const names = [name, slug, ...(aliasesOf(slug) ?? [])]
      return { kind: 'maker' as const, key: slug, label: name, names, count }
    }),
    ...Array.from(kinds, ([key, of]) => {
      const names = [key.replaceAll('_', ' '), ...(implementNames.get(key) ?? [])]
      return { kind: 'implement' as const, key, label: key, names, count: of.length }
    }),
  ]
  return list.sort((a, b) => b.count - a.count)
}

function countMakers({ model }: Catalogue) {
  const counts = readCounts(model.index.find({ ...EMPTY_QUERY, limit: 0, facets: 'manufacturer' }).facets.manufacturer)
  return model
    .makers()
    .flatMap(({ slug, name }) => (counts[slug] ? [{ slug, name, count: counts[slug] }] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
