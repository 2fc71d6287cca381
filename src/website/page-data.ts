import type { Fitting } from '../catalog/implements.ts'
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
import { EMPTY_QUERY, readCounts, type SearchEngine, type SearchQuery } from '../search/types.ts'

export interface PageDataParts {
  catalogue: Catalogue
  engine?: SearchEngine | undefined
  used: UsedMarket
  /** The value of a used machine now; undefined for an unknown one. */
  valueMachine(request: ValuationRequest): Promise<MarketValues | undefined>
  listing(id: number): Promise<ShownListing | undefined>
  enquiryWay: EnquiryWay
}

export type PageData = ReturnType<typeof createPageData>

export function createPageData({ catalogue, engine, used, valueMachine, listing, enquiryWay }: PageDataParts) {
  let lists: ReturnType<typeof readLists> | undefined
  catalogue.onChange(() => {
    lists = undefined
  })
  const current = () => {
    lists ??= readLists(catalogue)
    return lists
  }
  const fitsOf = (slug: string, read: (row: number) => ImplementSummary[]) => {
    const row = catalogue.model.published(slug)
    return row < 0 ? [] : read(row)
  }
  const find = (query: Partial<SearchQuery>) => {
    const { rows, total } = catalogue.model.index.find({ ...EMPTY_QUERY, ...query, facets: NO_FACETS })
    return { machines: rows.map(catalogue.model.summaryOf), total }
  }
  const read = (q: string): ParsedQuery => catalogue.model.index.parse(q)
  return {
    search: catalogueSearch(catalogue, engine, asValue),
    read,
    /** Conditions of a search without results, and what is found without each. */
    loosen: (query: SearchQuery) => loosen(catalogue.model.index, query),
    /** The best match of each side of "or" or "vs". */
    alternatives(q: string): MachineSummary[] {
      const { clauses } = read(q)
      return clauses.length > 1 ? clauses.flatMap((words) => find({ q: words.join(' '), limit: 1 }).machines) : []
    },
    machine: (slug: string) => catalogue.sheet(slug),
    prices: catalogue.prices,
    summary(slug: string): MachineSummary | undefined {
      const row = catalogue.model.published(slug)
      return row < 0 ? undefined : catalogue.model.summaryOf(row)
    },
    fittingImplements: (slug: string) => fitsOf(slug, catalogue.model.fittingImplements),
    unstatedImplements: (slug: string) => fitsOf(slug, catalogue.model.unstatedImplements),
    classes: () => current().classes,
    classOf: (key: string | undefined) => current().classes.find((its) => its.key === key),
    sectionOf: (key: string) => catalogue.model.classOf(key).section,
    profile: createClassProfiles(catalogue),
    manufacturers: () => current().counted,
    manufacturer: (slug: string) => current().counted.find((its) => its.slug === slug),
    /** A manufacturer as it is recorded, also without machines. */
    manufacturerRecord: (slug: string) => current().bySlug.get(slug),
    implements: () => current().held,
    /** Those that a text asks for, within bounds of power. */
    findImplements: (q: string, bounds: { hp_min?: number | null; hp_max?: number | null }) =>
      findImplements(catalogue.model.index, current().texts, q, bounds),
    used,
    valueMachine,
    listing,
    enquiryWay,
    fitOf: (slug: string): Fitting | undefined => catalogue.model.fitOf(slug),
    machines: (offset: number, limit: number) => find({ offset, limit }),
    /** Machines that an implement fits; undefined for an unknown implement. */
    machinesFitting(slug: string, max: number) {
      const rows = catalogue.model.machinesFitting(slug)
      return rows && { machines: rows.slice(0, max).map(catalogue.model.summaryOf), total: rows.length }
    },
  }
}

function readLists({ model }: Catalogue) {
  const manufacturers = model.manufacturers()
  const counts = readCounts(model.index.find({ ...EMPTY_QUERY, limit: 0, facets: 'manufacturer' }).facets.manufacturer)
  const held = model.implements()
  return {
    classes: model.countedClasses(),
    bySlug: new Map(manufacturers.map((manufacturer) => [manufacturer.slug, manufacturer])),
    counted: manufacturers
      .flatMap(({ slug, name }) => (counts[slug] ? [{ slug, name, count: counts[slug] }] : []))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    held,
    texts: held.map((item) => implementText(item, model.fitOf(item.slug))),
  }
}
