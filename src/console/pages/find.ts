import { FINDABLE, type Findable, type Found, find } from '../../admin/find.ts'
import { records } from '../../admin/records.ts'
import { type Html, html, raw } from '../../website/html.ts'
import { type PageContext, type Pages, readRows } from '../page.ts'
import { field, id, nothing, pager, type Shown, table, wide } from '../parts.ts'
import { bulkForm, cellOf, tick } from '../resource-parts.ts'

const KINDS = Object.keys(FINDABLE) as Findable[]
/** Of each kind, when all are looked for. */
const SHORT = 10

interface Group {
  kind: Findable
  rows: readonly Found[]
  hasMore: boolean
}

export const FIND_PAGES: Pages = {
  async '/find'(context, { reads }) {
    const { to, query, now } = context
    const q = (query.get('q') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 100)
    const kind = KINDS.find((one) => one === query.get('kind')) ?? ''
    const short = async (kind: Findable): Promise<Group> => {
      const rows = await find(reads, kind, q, now, { limit: SHORT + 1 })
      return { kind, rows: rows.slice(0, SHORT), hasMore: rows.length > SHORT }
    }
    const alone = kind && { kind, ...(await readRows(query, (rows) => find(reads, kind, q, now, rows))) }
    const groups: Group[] = alone ? [alone] : await Promise.all(KINDS.map(short))
    const option = (value: string, label: string) =>
      html`<option value="${value}"${raw(value === kind ? ' selected' : '')}>${label}</option>`
    const found = groups.filter(({ rows }) => rows.length > 0)
    const body = html`<form class="line panel" action="${to('find')}" role="search" aria-label="Records">
${field('Words', html`<input name="q" type="search" value="${q}" maxlength="100">`, 'of a name, slug, id, sender’s number or reference')}
${field('Among', html`<select name="kind">${option('', 'everything')}${Object.entries(FINDABLE).map(([name, label]) => option(name, label.toLowerCase()))}</select>`)}
<button class="button main">Find</button></form>
${found.length === 0 && nothing(q === '' ? 'There is nothing yet.' : `Nothing has the words ${q}.`)}
${found.map((group) => groupPart(context, group, { q, isAlone: kind !== '' }))}
${alone && pager({ ...alone, to: (page) => to('find', { q, kind, page }) })}`
    return { title: 'Find', body }
  },
}

function groupPart(
  context: PageContext,
  { kind, rows, hasMore }: Group,
  { q, isAlone }: { q: string; isAlone: boolean },
): Html {
  const { to, isViewer } = context
  const isPublished = (kind === 'machine' || kind === 'implement') && !isViewer
  const form = `many-${kind}`
  const select: Shown<Found>[number] = ['Select', ({ key, name }) => tick(form, `${kind}/${key}`, name)]
  const found = table(FINDABLE[kind], rows, [
    ...(isPublished ? [select] : []),
    [wide('Name'), (item) => html`<a href="${to(item.path)}"><strong>${item.name}</strong></a>`],
    ['Key', ({ key }) => id(key)],
    ['Of', ({ about }) => about],
    ['State', ({ state }) => cellOf(context, state)],
  ])
  const more =
    !isAlone &&
    hasMore &&
    html`<p><a class="button" href="${to('find', { q, kind })}">More ${FINDABLE[kind].toLowerCase()}</a></p>`
  return html`<section class="list"><h2>${FINDABLE[kind]}</h2>${found}
${isPublished && bulkForm(context, records, form, to('find', { q, kind: isAlone ? kind : null }))}${more}</section>`
}
