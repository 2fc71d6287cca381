import type { ListingSearchOut, ListingSummary, MachineSearchOut, MachineSummary } from './contract.ts'

/** Awaited, it is one page; iterated, every hit of every page. Nothing is asked before either. */
export interface Paged<Page, Hit> extends PromiseLike<Page>, AsyncIterable<Hit> {
  catch<T>(onRejected: (reason: unknown) => T | PromiseLike<T>): Promise<Page | T>
}
export type SearchResult = Paged<MachineSearchOut, MachineSummary>
export type ListingResult = Paged<ListingSearchOut, ListingSummary>

const LARGEST_PAGE = 100

export function searchResult<
  Query extends { limit?: number | undefined; offset?: number | undefined },
  Page extends { hits: unknown[]; total: number },
>(parameters: Query, readPage: (parameters: Query) => Promise<Page>): Paged<Page, Page['hits'][number]> {
  let page: Promise<Page> | undefined
  const first = () => {
    page ??= readPage(parameters)
    return page
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then: (onFulfilled, onRejected) => first().then(onFulfilled, onRejected),
    catch: (onRejected) => first().catch(onRejected),
    async *[Symbol.asyncIterator]() {
      const limit = parameters.limit ?? LARGEST_PAGE
      let offset = parameters.offset ?? 0
      for (;;) {
        const { hits, total } = await readPage({ ...parameters, limit, offset })
        yield* hits
        offset += hits.length
        if (hits.length === 0 || offset >= total) return
      }
    },
  }
}

/** As a query string; what is empty is left out, lists are joined by commas. */
export function toQuery(parameters: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const text = value === undefined || value === null ? '' : String(value)
    if (text !== '') query.set(name, text)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
