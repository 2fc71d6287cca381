import { comparablePrices, judge } from '../../catalogue/comparison.ts'
import type { Machine } from '../../contract/machine.ts'
import { Type } from '../../contract/type.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { type Html, html, raw } from '../html.ts'
import { pageRoute } from '../page.ts'
import { compareForm, machineCards } from '../parts/cards.ts'
import { FURTHER, fieldText } from '../parts/sheet-spec.ts'
import { crumbs, empty, picture, price, ribbon } from '../parts/small.ts'
import type { Reader } from '../reader.ts'
import { breadcrumbs } from '../structured.ts'

const MOST = 4
const CompareQuery = Type.Object({
  slugs: Type.String({ default: '' }),
  add: Type.String({ default: '', maxLength: 200 }),
})

export const compareRoute = pageRoute<{ slugs: string; add: string }>({
  path: 'compare',
  query: CompareQuery,
  lists: ['slugs'],
  async make(data, reader, { query }) {
    const { w } = reader
    const asked = [
      ...new Set(
        query.slugs
          .split(',')
          .map((slug) => slug.trim())
          .filter(Boolean),
      ),
    ].slice(0, MOST * 2)
    const found = await Promise.all(asked.map((slug) => data.sheet(slug)))
    const sheets = found.flatMap((one) => one?.sheet ?? []).slice(0, MOST)
    const missing = asked.filter((_, at) => !found[at])
    const offered = await offers()
    const title = sheets.length > 1 ? sheets.map(({ name }) => name).join(' – ') : w.compareTitle
    const body = html`<div class="wide">
${crumbs(reader, [[w.compareTitle]])}
<h1>${w.compareTitle}</h1>
<p class="lead">${w.compareLead}</p>
${missing.length > 0 && html`<p class="note">${reader.say('notFoundSlugs', { names: missing.join(', ').slice(0, 300) })}</p>`}
${sheets.length === 0 ? empty(w.compareEmpty, w.compareEmptyText, [[w.allMachines, reader.to('machines')]]) : table(reader, sheets)}
${sheets.length < MOST && adding(reader, sheets, query.add)}
${
  offered.length > 0 &&
  html`<section class="panel spaced" aria-labelledby="offers"><h2 id="offers">${query.add ? w.results : w.similar}</h2>${machineCards(reader, offered)}${compareForm(
    reader,
    sheets.map(({ slug }) => slug),
  )}</section>`
}
</div>`
    return {
      title,
      description: reader.sentences(title, w.compareLead),
      body,
      menu: 'compare',
      isUnlisted: sheets.length < 2,
      structured: [breadcrumbs(reader, [[w.compareTitle, 'compare']])],
      mayKeep: found.every((one) => !one || one.isCurrent),
    }

    /** What may be added: search results if the reader searched, else machines like the first. */
    async function offers() {
      if (sheets.length >= MOST) return []
      const held = new Set(sheets.map(({ slug }) => slug))
      const list = query.add
        ? (await data.search({ ...EMPTY_QUERY, q: query.add, limit: 8 })).found.hits
        : (sheets[0]?.similar ?? [])
      return list.filter(({ slug }) => !held.has(slug)).slice(0, 4)
    }
  },
})

function adding(reader: Reader, sheets: readonly Machine[], add: string): Html {
  const { w } = reader
  return html`<form class="search-box" role="search" action="${reader.to('compare')}">
<input type="hidden" name="slugs" value="${sheets.map(({ slug }) => slug).join()}">
<label class="unseen" for="add">${w.addMachine}</label><input id="add" name="add" type="search" value="${add}" maxlength="200" placeholder="${w.addMachine}" autocomplete="off"><button class="button ghost">${w.search}</button></form>`
}

/** Roles are explicit, because on a phone the rows are not displayed as a table. */
function table(reader: Reader, sheets: readonly Machine[]): Html {
  const { w } = reader
  const slugs = sheets.map(({ slug }) => slug)
  const rows = FURTHER.flatMap((field) => {
    const texts = sheets.map((sheet) => fieldText(reader, sheet, field))
    return texts.every((text) => text === null) ? [] : [{ field, texts }]
  })
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${w.compareTitle}"><table role="table" class="comparison of-${sheets.length}"><thead role="rowgroup"><tr role="row"><td></td>${sheets.map(
    (
      sheet,
    ) => html`<th scope="col" role="columnheader"><div class="tile">${picture(reader, sheet.image, sheet.machine_class, '', true)}${ribbon(reader, sheet.is_sample)}</div>
<p class="eyebrow">${reader.maker(sheet.manufacturer)}</p><a href="${reader.to(`machines/${sheet.slug}`)}">${sheet.name}</a>
<p><a class="quiet" href="${reader.to('compare', { slugs: slugs.filter((slug) => slug !== sheet.slug).join() })}">${w.removeFrom}<span class="unseen">: ${sheet.name}</span></a></p></th>`,
  )}</tr></thead><tbody role="rowgroup">
${row(
  reader,
  w.price,
  'price_from_inr',
  sheets,
  sheets.map((sheet) => price(reader, sheet)),
)}
${rows.map(({ field, texts }) => row(reader, reader.value('spec', field), field, sheets, texts))}
</tbody></table></div>`
}

function row(
  reader: Reader,
  label: string,
  field: keyof Machine,
  sheets: readonly Machine[],
  cells: readonly (Html | string | null)[],
): Html {
  const { w } = reader
  const { differs, better } = judge(
    field,
    field === 'price_from_inr' ? comparablePrices(sheets) : sheets.map((sheet) => sheet[field]),
  )
  return html`<tr role="row"${raw(differs ? ' class="differs"' : '')}><th scope="row" role="rowheader">${label}${differs && html`<span class="unseen"> (${w.differs})</span>`}</th>${cells.map(
    (cell, at) =>
      html`<td role="cell"${raw(better[at] ? ' class="better"' : '')}>${cell ?? html`<span class="quiet">–<span class="unseen">${w.unknown}</span></span>`}${better[at] && html` <span class="best"><span aria-hidden="true">▲</span><span class="unseen">${w.better}</span></span>`}</td>`,
  )}</tr>`
}
