import type { Fitting } from '../catalog/implements.ts'
import { normalizeText, tokenize } from '../lib/text/normalize.ts'
import type { EnquiryWay } from '../listings/enquiries/enquiry-store.ts'
import type { UsedMarket } from '../listings/listing-search.ts'
import type { ShownListing } from '../listings/listings.ts'
import type { ValuationRequest } from '../listings/valuation.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { createClassProfiles } from '../read-model/class-profile.ts'
import { asValue, catalogueSearch } from '../read-model/search-catalogue.ts'
import type { ImplementSummary, MachineSummary } from '../schema/api/machine.ts'
import type { MarketValues } from '../schema/api/market.ts'
import { NO_FACETS } from '../schema/api/values.ts'
import { findImplements, implementText } from '../search/find-implements.ts'
import type { ParsedQuery } from '../search/parser/parse-query.ts'
import { loosen } from '../search/relaxation.ts'
import { MAX_CANDIDATES, type Suggestion, suggest, suggestibles } from '../search/suggestions.ts'
import { EMPTY_QUERY, readCounts, type SearchEngine, type SearchQuery } from '../search/types.ts'
import { drawImplement, drawMachine } from './illustrations/illustrations.ts'
import type { Language } from './language.ts'
import { aliasInScript } from './locale.ts'

export interface PageDataParts {
  catalogue: Catalogue
  engine?: SearchEngine | undefined
  used: UsedMarket
  /** The value of a used machine now; undefined for an unknown one. */
  valueMachine(request: ValuationRequest): Promise<MarketValues | undefined>
  /** A listing that is visible now. */
  listing(id: number): Promise<ShownListing | undefined>
  /** Where enquiries go in this installation. */
  enquiryWay: EnquiryWay
}

export type PageData = ReturnType<typeof createPageData>

/** What pages may ask of the other data: values of the contract. */
export function createPageData({ catalogue, engine, used, valueMachine, listing, enquiryWay }: PageDataParts) {
  /** Made once until the catalogue changes. */
  function remaining<Value>(make: () => Value): () => Value {
    let value: { made: Value } | undefined
    catalogue.onChange(() => {
      value = undefined
    })
    return () => {
      value ??= { made: make() }
      return value.made
    }
  }

  const classes = remaining(() => catalogue.model.countedClasses())
  /** Makers of published machines, by name. */
  const manufacturers = remaining(() => countManufacturers(catalogue))
  const implementsOf = remaining(() => catalogue.model.implements())
  const texts = remaining(() => implementsOf().map((item) => implementText(item, catalogue.model.fitOf(item.slug))))
  /** The values of the catalogue by their names, the most frequent first. */
  const existing = remaining(() =>
    suggestibles(classes(), manufacturers(), (slug) => manufacturersBySlug().get(slug)?.aliases, implementsOf()),
  )

  const manufacturersBySlug = remaining(
    () => new Map(catalogue.model.manufacturers().map((manufacturer) => [manufacturer.slug, manufacturer])),
  )
  const countedBySlug = remaining(
    () => new Map(manufacturers().map((manufacturer) => [manufacturer.slug, manufacturer])),
  )
  const manufacturerNames = remaining(() => new Map<string, string | undefined>())

  /** The colour of a maker's machines, such as #367c2b; drawings put it into their markup. */
  function manufacturerColour(slug: string): string | undefined {
    const colour = manufacturersBySlug().get(slug)?.colour
    return colour && /^#[\da-f]{6}$/i.test(colour) ? colour : undefined
  }

  /** The machines that match best, the most useful of them first, whose names begin so before others; one that is called so is before all. */
  function models(q: string, max: number): Suggestion[] {
    const { index, summaryOf } = catalogue.model
    const { rows } = index.find({ ...EMPTY_QUERY, q, limit: MAX_CANDIDATES, facets: NO_FACETS })
    const [best] = rows
    const isCalled = best !== undefined && tokenize(summaryOf(best).name).join(' ').endsWith(tokenize(q).join(' '))
    const useful = rows.slice(isCalled ? 1 : 0).sort((a, b) => index.standingOf(a) - index.standingOf(b))
    const machines = useful.slice(0, max * 4).map(summaryOf)
    const begins = ({ name }: MachineSummary) => normalizeText(name).startsWith(normalizeText(q).trim())
    const inOrder = [...machines.filter(begins), ...machines.filter((machine) => !begins(machine))]
    return [...(isCalled ? [summaryOf(best)] : []), ...inOrder]
      .slice(0, max)
      .map((machine) => ({ kind: 'model', key: machine.slug, label: machine.name, machine }))
  }

  /** What stands on the sides of "or" or "vs". */
  function clausesOf(text: string): string[] {
    const { clauses } = catalogue.model.index.parse(text)
    return clauses.length > 1 ? clauses.map((words) => words.join(' ')) : []
  }

  return {
    search: catalogueSearch(catalogue, engine, asValue),
    /** How a typed text is understood. */
    read: (q: string): ParsedQuery => catalogue.model.index.parse(q),
    /** Which one condition of a question without answer can be loosened, and what is found then. */
    loosen: (query: SearchQuery) => loosen(catalogue.model.index, query),
    machine: (slug: string) => catalogue.sheet(slug),
    prices: catalogue.prices,
    /** Returns the drawing of a machine, or of an implement as `implements/{slug}`, in its manufacturer's colour. */
    async drawing(slug: string): Promise<string | undefined> {
      const [, ofImplement] = /^implements\/(.*)$/.exec(slug) ?? []
      const implement = ofImplement && implementsOf().find((item) => item.slug === ofImplement)
      if (implement) return drawImplement(implement, manufacturerColour(implement.manufacturer.slug))
      const sheet = (await catalogue.sheet(slug))?.sheet
      return sheet && drawMachine(sheet, manufacturerColour(sheet.manufacturer.slug))
    },
    summary(slug: string): MachineSummary | undefined {
      const row = catalogue.model.published(slug)
      return row < 0 ? undefined : catalogue.model.summaryOf(row)
    },
    fittingImplements(slug: string): ImplementSummary[] {
      const row = catalogue.model.published(slug)
      return row < 0 ? [] : catalogue.model.fittingImplements(row)
    },
    /** Those that do not state what they fit, but may fit this machine. */
    unstatedImplements(slug: string): ImplementSummary[] {
      const row = catalogue.model.published(slug)
      return row < 0 ? [] : catalogue.model.unstatedImplements(row)
    },
    classes,
    classOf: (key: string | undefined) => classes().find((its) => its.key === key),
    /** The section that a class belongs to. */
    sectionOf: (key: string) => catalogue.model.classOf(key).section,
    profile: createClassProfiles(catalogue),
    manufacturers,
    manufacturer: (slug: string) => countedBySlug().get(slug),
    manufacturerColour,
    /** Anybody may ask for manufacturers that nobody knows; they are not kept. */
    manufacturerName(slug: string, language: Language): string | undefined {
      const { aliases } = manufacturersBySlug().get(slug) ?? {}
      return (
        aliases &&
        manufacturerNames().getOrInsertComputed(`${language} ${slug}`, () => aliasInScript(aliases, language))
      )
    },
    implements: implementsOf,
    /** Those that a text asks for, within bounds of power. */
    findImplements: (q: string, bounds: { hp_min?: number | null; hp_max?: number | null }) =>
      findImplements(catalogue.model.index, texts(), q, bounds),
    /** What a half-typed text may become. */
    suggest: (text: string): Suggestion[] => suggest(text, existing(), models, clausesOf(text)),
    used,
    valueMachine,
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
    machinesFitting(slug: string, max: number) {
      const rows = catalogue.model.machinesFitting(slug)
      return rows && { machines: rows.slice(0, max).map(catalogue.model.summaryOf), total: rows.length }
    },
  }
}

function countManufacturers({ model }: Catalogue) {
  const counts = readCounts(model.index.find({ ...EMPTY_QUERY, limit: 0, facets: 'manufacturer' }).facets.manufacturer)
  return model
    .manufacturers()
    .flatMap(({ slug, name }) => (counts[slug] ? [{ slug, name, count: counts[slug] }] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
