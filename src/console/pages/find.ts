import type { Resource } from '../../admin/actions.ts'
import { enquiries } from '../../admin/enquiries.ts'
import { hits, SEARCH_KINDS, type SearchKind, searchRecords } from '../../admin/find.ts'
import { keys } from '../../admin/keys.ts'
import { listings } from '../../admin/listings.ts'
import { records } from '../../admin/records.ts'
import { webhooks } from '../../admin/webhooks.ts'
import { html } from '../../website/html.ts'
import { type ConsoleRequest, type PageParts, type Pages, readRows } from '../page.ts'
import { field, nothing, pager, select } from '../parts.ts'
import { bulkForm, tableOf, tickColumn } from '../resource-pages.ts'

const KINDS = Object.keys(SEARCH_KINDS) as SearchKind[]
const SHORT = 10

export const FIND_PAGES: Pages = {
  async '/find'(request, parts) {
    const { to, query } = request
    const words = (query.get('query') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 100)
    const kind = KINDS.find((name) => name === query.get('kind'))
    const found = kind
      ? [await recordPart(request, parts, kind, words, true)]
      : [
          ...(await Promise.all(KINDS.map((name) => recordPart(request, parts, name, words, false)))),
          ...(await Promise.all(
            [listings, keys, webhooks, enquiries].map((resource) =>
              resourcePart(request, parts, resource as never, words),
            ),
          )),
        ]
    const parted = found.filter((part) => part !== undefined)
    const body = html`<form class="line panel" action="${to('find')}" role="search" aria-label="Records">
${field('Words', html`<input name="query" type="search" value="${words}" maxlength="100">`, 'of a name, slug, id, sender’s number or reference')}
${field('Among', select('kind', [['', 'everything'], ...Object.entries(SEARCH_KINDS)], kind))}
<button class="button main">Find</button></form>
${parted.length > 0 ? parted : nothing(words === '' ? 'No records.' : `No results for ${words}.`)}`
    return { title: 'Find', body }
  },
}

async function recordPart(
  request: ConsoleRequest,
  { reads }: PageParts,
  kind: SearchKind,
  words: string,
  isAlone: boolean,
) {
  const address = (page?: number) => request.to('find', { query: words, kind, page })
  const page = await readRows(
    request.query,
    (rows) => searchRecords(reads, kind, words, rows),
    isAlone ? undefined : SHORT,
  )
  if (page.rows.length === 0) return undefined
  const isPublished = (kind === 'machine' || kind === 'implement') && !request.isViewer
  const form = `many-${kind}`
  const ticks = isPublished
    ? [
        tickColumn<(typeof page.rows)[number]>(
          form,
          ({ key }) => `${kind}/${key}`,
          ({ name }) => name,
        ),
      ]
    : []
  return html`<section class="list"><h2>${SEARCH_KINDS[kind]}</h2>${tableOf(request, hits, page.rows, [], ticks)}
${isPublished && bulkForm(request, records, form, address())}
${isAlone ? pager(page, address) : page.hasMore && html`<p><a class="button" href="${address()}">More</a></p>`}</section>`
}

async function resourcePart<T>(request: ConsoleRequest, { reads }: PageParts, resource: Resource<T>, query: string) {
  const rows = await resource.list!.run(reads, { query }, { limit: SHORT, offset: 0 }, request.now)
  if (rows.length === 0) return undefined
  const all = request.to(resource.name, { query })
  return html`<section class="list"><h2><a href="${all}">${resource.name[0]!.toUpperCase()}${resource.name.slice(1)}</a></h2>${tableOf(request, resource, rows)}</section>`
}
