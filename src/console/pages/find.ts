import { SEARCH_KINDS, type SearchHit, type SearchKind, searchRecords } from '../../admin/find.ts'
import { records } from '../../admin/records.ts'
import { type Html, html, raw } from '../../website/html.ts'
import { type PageContext, type Pages, readRows } from '../page.ts'
import { type Columns, field, id, nothing, pager, table, wide } from '../parts.ts'
import { bulkForm, cellOf, tick } from '../resource-parts.ts'

const KINDS = Object.keys(SEARCH_KINDS) as SearchKind[]
/** Of each kind, when all are looked for. */
const SHORT = 10

interface FindGroup {
  kind: SearchKind
  rows: readonly SearchHit[]
  hasMore: boolean
}

export const FIND_PAGES: Pages = {
  async '/find'(context, { reads }) {
    const { to, query, now } = context
    const q = (query.get('q') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 100)
    const kind = KINDS.find((name) => name === query.get('kind')) ?? ''
    const short = async (kind: SearchKind): Promise<FindGroup> => {
      const rows = await searchRecords(reads, kind, q, now, { limit: SHORT + 1 })
      return { kind, rows: rows.slice(0, SHORT), hasMore: rows.length > SHORT }
    }
    const alone = kind && { kind, ...(await readRows(query, (rows) => searchRecords(reads, kind, q, now, rows))) }
    const groups: FindGroup[] = alone ? [alone] : await Promise.all(KINDS.map(short))
    const option = (value: string, label: string) =>
      html`<option value="${value}"${raw(value === kind ? ' selected' : '')}>${label}</option>`
    const filled = groups.filter(({ rows }) => rows.length > 0)
    const body = html`<form class="line panel" action="${to('find')}" role="search" aria-label="Records">
${field('Words', html`<input name="q" type="search" value="${q}" maxlength="100">`, 'of a name, slug, id, sender’s number or reference')}
${field('Among', html`<select name="kind">${option('', 'everything')}${Object.entries(SEARCH_KINDS).map(([name, label]) => option(name, label.toLowerCase()))}</select>`)}
<button class="button main">Find</button></form>
${filled.length === 0 && nothing(q === '' ? 'No records.' : `No results for ${q}.`)}
${filled.map((group) => groupPart(context, group, { q, isAlone: kind !== '' }))}
${alone && pager({ ...alone, to: (page) => to('find', { q, kind, page }) })}`
    return { title: 'Find', body }
  },
}

function groupPart(
  context: PageContext,
  { kind, rows, hasMore }: FindGroup,
  { q, isAlone }: { q: string; isAlone: boolean },
): Html {
  const { to, isViewer } = context
  const isPublished = (kind === 'machine' || kind === 'implement') && !isViewer
  const form = `many-${kind}`
  const select: Columns<SearchHit>[number] = ['Select', ({ key, name }) => tick(form, `${kind}/${key}`, name)]
  const hits = table(SEARCH_KINDS[kind], rows, [
    ...(isPublished ? [select] : []),
    [wide('Name'), (item) => html`<a href="${to(item.path)}"><strong>${item.name}</strong></a>`],
    ['Key', ({ key }) => id(key)],
    ['Of', ({ about }) => about],
    ['State', ({ state }) => cellOf(context, state)],
  ])
  const more =
    !isAlone &&
    hasMore &&
    html`<p><a class="button" href="${to('find', { q, kind })}">More ${SEARCH_KINDS[kind].toLowerCase()}</a></p>`
  return html`<section class="list"><h2>${SEARCH_KINDS[kind]}</h2>${hits}
${isPublished && bulkForm(context, records, form, to('find', { q, kind: isAlone ? kind : null }))}${more}</section>`
}
