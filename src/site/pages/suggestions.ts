import { Type } from '../../contract/type.ts'
import { MAX_QUERY_CODE_POINTS } from '../../contract/values.ts'
import type { Suggestion } from '../../search/suggestions.ts'
import { html } from '../html.ts'
import { pageRoute } from '../page.ts'
import { searchNames } from '../parts/filters.ts'
import type { Reader } from '../reader.ts'

/** What a half-typed text may become. The search field fetches the list alone. */
export const suggestionsRoute = pageRoute<{ q: string }>({
  path: 'suggestions',
  query: Type.Object({ q: Type.String({ default: '', maxLength: MAX_QUERY_CODE_POINTS }) }),
  async make(data, reader, { query }) {
    const { w } = reader
    const names = searchNames(data, reader)
    const labelOf = ({ kind, key, label }: Suggestion) =>
      kind === 'maker'
        ? names.manufacturer(key)
        : kind === 'class'
          ? names.machine_class(key)
          : kind === 'implement'
            ? reader.value('kind', key)
            : label
    const words = { maker: w.maker, class: w.machineClass, implement: w.implements, model: '' }
    const list = html`<ul class="suggestions">${data
      .suggest(query.q)
      .map(
        (one, at) =>
          html`<li role="option" id="suggestion-${at}" aria-selected="false" data-address="${addressOf(reader, one)}">${labelOf(one)} <small>${words[one.kind]}</small></li>`,
      )}</ul>`
    return {
      title: w.search,
      description: w.searchMachines,
      body: list,
      fragment: list,
      isUnlisted: true,
      isList: true,
    }
  },
})

function addressOf(reader: Reader, { kind, key }: Suggestion): string {
  if (kind === 'maker') return reader.to('machines', { manufacturer: key })
  if (kind === 'class') return reader.to('machines', { machine_class: key })
  return kind === 'model' ? reader.to(`machines/${key}`) : `${reader.to('implements')}#${key}`
}
