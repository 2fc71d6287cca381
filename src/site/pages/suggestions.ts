import type { MachineSummary } from '../../contract/machine.ts'
import { Type } from '../../contract/type.ts'
import { MAX_QUERY_CODE_POINTS } from '../../contract/values.ts'
import type { Suggestion } from '../../search/suggestions.ts'
import { html } from '../html.ts'
import { pageRoute } from '../page.ts'
import { searchNames } from '../parts/filters.ts'
import { drawingOf } from '../parts/small.ts'

/** What a half-typed text may become. The search field fetches the list alone. */
pageRoute({
  path: 'suggestions',
  query: Type.Object({ q: Type.String({ default: '', maxLength: MAX_QUERY_CODE_POINTS }) }),
  async make(data, reader, { query }) {
    const { w } = reader
    const names = searchNames(data, reader)
    const listOf = (parameter: string, key: string) => reader.to('machines', { [parameter]: key })
    const shown = ({
      kind,
      key,
      label,
      machine,
    }: Suggestion): [label: string, word: string, address: string, drawing?: string] => {
      if (kind === 'maker') return [names.manufacturer(key), w.maker, listOf('manufacturer', key)]
      if (kind === 'class')
        return [names.machine_class(key), w.machineClass, listOf('machine_class', key), drawingOf(reader, key)]
      if (kind === 'comparison') return [label, w.compareTitle, reader.to('compare', { slugs: key })]
      if (machine)
        return [label, told(machine), reader.to(`machines/${key}`), drawingOf(reader, machine.machine_class, key)]
      return [reader.value('kind', key), w.implements, `${reader.to('implements')}#${key}`, drawingOf(reader, key)]
    }
    const told = ({ machine_class, price_from_inr }: MachineSummary) =>
      [names.machine_class(machine_class), price_from_inr && reader.money(price_from_inr)].filter(Boolean).join(' · ')
    const list = html`<ul class="suggestions">${data
      .suggest(query.q)
      .map(shown)
      .map(
        ([label, word, address, drawing], at) =>
          html`<li role="option" id="suggestion-${at}" aria-selected="false" data-address="${address}">${drawing && html`<img src="${drawing}" alt="" width="48" height="32">`}<span>${label}</span> <small>${word}</small></li>`,
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
