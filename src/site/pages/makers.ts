import { EMPTY_QUERY } from '../../search/types.ts'
import { html } from '../html.ts'
import { pageRoute, within } from '../page.ts'
import { compareForm, machineCards } from '../parts/cards.ts'
import { searchNames } from '../parts/filters.ts'
import { count } from '../parts/small.ts'

const SHOWN = 12

pageRoute({
  path: 'makers',
  async make(data, reader) {
    const { w } = reader
    const makers = data.makers()
    const body = html`<h1>${w.makers}</h1><p class="lead">${w.makersLead}</p>
<ul class="names">${makers.map((maker) => html`<li><a href="${reader.to(`makers/${maker.slug}`)}"><span>${reader.maker(maker)}</span> <small>${reader.figure(maker.count)}</small></a></li>`)}</ul>`
    return {
      title: w.makers,
      description: reader.sentences(w.makersLead, makers.slice(0, 12).map(reader.maker).join(', ')),
      body,
      ...within(reader, 'makers'),
    }
  },
})

pageRoute({
  path: 'makers/:slug',
  async make(data, reader, { params }) {
    const { w } = reader
    const maker = data.maker(params.slug!)
    if (!maker) return undefined
    const name = reader.maker(maker)
    const asked = { manufacturer: maker.slug, limit: SHOWN, facets: 'machine_class' }
    const { page: found, isCurrent } = await data.search({ ...EMPTY_QUERY, ...asked })
    const { machine_class } = searchNames(data, reader)
    const held = Object.entries(found.facets.machine_class ?? {}).sort((a, b) => b[1] - a[1])
    const body = html`<h1>${name}${name !== maker.name && html` <small lang="en">${maker.name}</small>`}</h1>
<p class="lead">${count(reader, 'machine', found.total)}</p>
<p class="quick">${held.map(([key, n]) => html`<a class="chip" href="${reader.to('machines', { manufacturer: maker.slug, machine_class: key })}">${machine_class(key)} <small>${n}</small></a> `)}</p>
<section aria-labelledby="newest" class="panel spaced"><div class="head"><h2 id="newest">${w.newest}</h2><a href="${reader.to('machines', { manufacturer: maker.slug })}">${w.seeAll}</a></div>${machineCards(reader, found.hits)}${compareForm(reader)}</section>`
    return {
      title: reader.say('pricesOf', { name }),
      description: reader.sentences(
        `${name}: ${count(reader, 'machine', found.total)}`,
        held.map(([key]) => machine_class(key)).join(', '),
      ),
      body,
      ...within(reader, 'makers', name, maker.slug),
      mayKeep: isCurrent,
    }
  },
})
