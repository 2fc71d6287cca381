import type { Fitting } from '../catalogue/fitting.ts'
import type { ImplementSummary } from '../contract/implement.ts'
import type { Machine, MachineSummary } from '../contract/machine.ts'
import type { MachineClass } from '../contract/machine-class.ts'
import type { MachineSearchOut } from '../contract/search.ts'
import type { EnquiryWay } from '../market/enquiries/enquiry-store.ts'
import type { ShownListing } from '../market/listings.ts'
import type { UsedAnswer, UsedMarket, UsedQuery } from '../market/used.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { type ClassProfile, createClassProfiles } from '../read-model/class-profile.ts'
import { asValue, catalogueSearch } from '../read-model/search-catalogue.ts'
import type { Reading } from '../search/reading/read-query.ts'
import { implementNames } from '../search/reading/vocabulary.ts'
import { type Suggestible, type Suggestion, suggest } from '../search/suggestions.ts'
import { EMPTY_QUERY, type SearchEngine, type SearchQuery } from '../search/types.ts'
import { foldText } from '../text/fold.ts'
import type { Language } from './language.ts'
import { aliasInScript } from './reader.ts'

interface CountedMaker {
  slug: string
  name: string
  count: number
}

/** What pages may ask of the other data: values of the contract. */
export interface PageData {
  search(query: SearchQuery): Promise<{ found: MachineSearchOut; isCurrent: boolean }>
  /** How a typed text is understood. */
  read(q: string): Reading
  sheet(slug: string): Promise<{ sheet: Machine; isCurrent: boolean } | undefined>
  summary(slug: string): MachineSummary | undefined
  fittingImplements(slug: string): ImplementSummary[]
  classes(): MachineClass[]
  /** The section that a class belongs to. */
  sectionOf(classKey: string): string
  profile(classKey: string): Promise<ClassProfile>
  /** Makers of published machines, by name. */
  makers(): CountedMaker[]
  makerName(slug: string, language: Language): string | undefined
  /** The colour of a maker's machines, such as #367c2b. */
  makerColour(slug: string): string | undefined
  implements(): ImplementSummary[]
  /** Each with its folded names: its own, its maker's, its kind's. */
  implementTexts(): { implement: ImplementSummary; text: string }[]
  /** What a half-typed text may become. */
  suggest(text: string): Suggestion[]
  used(query: UsedQuery): Promise<UsedAnswer>
  /** The name of a maker that listings have. */
  usedMaker(slug: string): Promise<string>
  /** What listings comparable to this one ask. */
  comparable: UsedMarket['comparable']
  /** A listing that is visible now. */
  listing(id: number): Promise<ShownListing | undefined>
  /** Where enquiries go in this installation. */
  enquiryWay: EnquiryWay
  /** How many machines there are, and live listings that somebody offers. */
  sizes(): Promise<{ machines: number; listings: number }>
  /** Machines with the newest day that their data bear: publication, check or price. */
  machinePages(offset: number, limit: number): { slug: string; date: string | undefined }[]
  /** What decides which machines an implement fits. */
  fitOf(implementSlug: string): Fitting | undefined
  listingIds(offset: number, limit: number): Promise<number[]>
  /** Machines that an implement fits; undefined for an unknown implement. */
  machinesFitting(slug: string, most: number): { machines: MachineSummary[]; total: number } | undefined
}

export interface PageDataParts {
  catalogue: Catalogue
  engine?: SearchEngine | undefined
  used: UsedMarket
  listing: PageData['listing']
  enquiryWay: EnquiryWay
}

export function createPageData({ catalogue, engine, used, listing, enquiryWay }: PageDataParts): PageData {
  const searched = catalogueSearch(catalogue, engine, asValue)
  const names = new Map<string, string | undefined>()
  const kept: {
    classes?: MachineClass[]
    makers?: CountedMaker[]
    implements?: ImplementSummary[]
    known?: Suggestible[]
    texts?: ReturnType<PageData['implementTexts']>
  } = {}
  catalogue.onChange(() => {
    names.clear()
    for (const key of Object.keys(kept)) delete kept[key as keyof typeof kept]
  })

  /** The values of the catalogue by their names, the most frequent first. */
  function known(): Suggestible[] {
    kept.known ??= suggestibles(data.classes(), data.makers(), catalogue.model.makers(), data.implements())
    return kept.known
  }

  const data: PageData = {
    async search(query) {
      const { page, isCurrent } = await searched(query)
      return { found: page, isCurrent }
    },
    read: (q) => catalogue.model.index.read(q),
    sheet: (slug) => catalogue.sheet(slug),
    summary(slug) {
      const row = catalogue.model.published(slug)
      return row < 0 ? undefined : catalogue.model.summaryOf(row)
    },
    fittingImplements(slug) {
      const row = catalogue.model.published(slug)
      return row < 0 ? [] : catalogue.model.fittingImplements(row)
    },
    classes() {
      kept.classes ??= catalogue.model.countedClasses()
      return kept.classes
    },
    sectionOf: (key) => catalogue.model.classOf(key).section,
    profile: createClassProfiles(catalogue),
    makers() {
      kept.makers ??= countMakers(catalogue)
      return kept.makers
    },
    makerColour: (slug) => catalogue.model.makers().find((maker) => maker.slug === slug)?.colour ?? undefined,
    makerName(slug, language) {
      const key = `${language} ${slug}`
      if (!names.has(key)) {
        const maker = catalogue.model.makers().find((maker) => maker.slug === slug)
        names.set(key, maker && aliasInScript(maker.aliases, language))
      }
      return names.get(key)
    },
    implements() {
      kept.implements ??= catalogue.model.implements()
      return kept.implements
    },
    implementTexts() {
      kept.texts ??= data.implements().map((implement) => {
        const { name, kind, manufacturer } = implement
        const names = [name, manufacturer.name, kind.replaceAll('_', ' '), ...(implementNames.get(kind) ?? [])]
        return { implement, text: ` ${foldText(names.join(' '))}` }
      })
      return kept.texts
    },
    suggest(text) {
      const { model } = catalogue
      return suggest(text, known(), (q, limit) =>
        model.index.find({ ...EMPTY_QUERY, q, limit }).rows.map((row) => {
          const { slug, name } = model.summaryOf(row)
          return { kind: 'model', key: slug, label: name }
        }),
      )
    },
    used: (query) => used.search(query),
    usedMaker: (slug) => used.makerName(slug),
    comparable: (question, without) => used.comparable(question, without),
    listing,
    enquiryWay,
    async sizes() {
      const machines = catalogue.model.index.find({ ...EMPTY_QUERY, limit: 0 }).total
      return { machines, listings: (await used.ids()).length }
    },
    fitOf: (slug) => catalogue.model.fitOf(slug),
    machinePages(offset, limit) {
      const { model } = catalogue
      const { rows } = model.index.find({ ...EMPTY_QUERY, offset, limit })
      return rows.map((row) => {
        const { slug, published_at, verified_at, price_as_of } = model.summaryOf(row)
        const dates = [published_at, verified_at, price_as_of].flatMap((date) => date?.slice(0, 10) ?? [])
        return { slug, date: dates.sort().at(-1) }
      })
    },
    listingIds: async (offset, limit) => (await used.ids()).slice(offset, offset + limit),
    machinesFitting(slug, most) {
      const rows = catalogue.model.machinesFitting(slug)
      return rows && { machines: rows.slice(0, most).map(catalogue.model.summaryOf), total: rows.length }
    },
  }
  return data
}

function suggestibles(
  classes: readonly MachineClass[],
  counted: readonly CountedMaker[],
  makers: readonly { slug: string; aliases: readonly string[] }[],
  held: readonly ImplementSummary[],
): Suggestible[] {
  const aliases = new Map(makers.map((maker) => [maker.slug, maker.aliases]))
  const kinds = Map.groupBy(held, ({ kind }) => kind)
  const list: (Suggestible & { count: number })[] = [
    ...classes.flatMap(({ key, label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms, count = 0 }) => {
      const names = [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]
      return count > 0 ? [{ kind: 'class' as const, key, label, names, count }] : []
    }),
    ...counted.map(({ slug, name, count }) => {
      const names = [name, slug, ...(aliases.get(slug) ?? [])]
      return { kind: 'maker' as const, key: slug, label: name, names, count }
    }),
    ...Array.from(kinds, ([key, of]) => {
      const names = [key.replaceAll('_', ' '), ...(implementNames.get(key) ?? [])]
      return { kind: 'implement' as const, key, label: key, names, count: of.length }
    }),
  ]
  return list.sort((a, b) => b.count - a.count)
}

function countMakers({ model }: Catalogue): CountedMaker[] {
  const counts = model.index.find({ ...EMPTY_QUERY, limit: 0 }).facets.manufacturer
  return model
    .makers()
    .flatMap(({ slug, name }) => (counts[slug] ? [{ slug, name, count: counts[slug] }] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
