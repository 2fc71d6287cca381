import { SECTIONS } from '../../contract/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { html } from '../html.ts'
import { pageRoute, within } from '../page.ts'
import { classTiles, compareForm, machineCards } from '../parts/cards.ts'
import { searchNames } from '../parts/filters.ts'
import { powerAgainstPrice } from '../parts/sheet-class.ts'
import { count, drawingOf } from '../parts/small.ts'

const SHOWN = 8

pageRoute({
  path: 'classes',
  async make(data, reader) {
    const { w } = reader
    const classes = data.classes().filter((machineClass) => machineClass.count)
    const body = html`<h1>${w.classes}</h1><p class="lead">${w.classesLead}</p>
<div class="stack">${SECTIONS.map((section) => {
      const held = classes.filter((machineClass) => data.sectionOf(machineClass.key) === section)
      return held.length === 0
        ? null
        : html`<section><h2 class="spaced">${reader.value('section', section)}</h2>${classTiles(reader, held)}</section>`
    })}</div>`
    return {
      title: w.classes,
      description: w.classesLead,
      body,
      ...within(reader, 'classes'),
    }
  },
})

pageRoute({
  path: 'classes/:key',
  async make(data, reader, { params }) {
    const { w } = reader
    const machineClass = data.classOf(params.key)
    if (!machineClass) return undefined
    const plural = reader.classPlural(machineClass)
    const { manufacturer } = searchNames(data, reader)
    const { page: found, isCurrent } = await data.search({
      ...EMPTY_QUERY,
      machine_class: machineClass.key,
      limit: SHOWN,
      facets: 'manufacturer',
    })
    const makers = Object.entries(found.facets.manufacturer ?? {}).sort((a, b) => b[1] - a[1])
    const profile = await data.profile(machineClass.key)
    const chart = powerAgainstPrice(reader, profile, reader.classWords(machineClass))
    const asked = { machine_class: machineClass.key }
    const { total: used } = await data.used.search({ ...asked, limit: 0 })
    const body = html`<div class="class-head"><div><h1>${plural}</h1>
<p class="lead">${count(reader, 'machine', found.total)}${machineClass.hours_a_year && html` · ${reader.say('typicalHours', { n: reader.figure(machineClass.hours_a_year) })}`}</p>
<p class="actions">${found.total > 0 ? html`<a class="button" href="${reader.to('machines', asked)}">${w.allMachines}</a>` : html`<a class="button" href="${reader.to('classes')}">${w.classes}</a>`}${used > 0 && html`<a class="button ghost" href="${reader.to('used', asked)}">${count(reader, 'used', used)}</a>`}</p></div>
<img src="${drawingOf(reader, machineClass.key)}" alt="${reader.say('picture', { name: reader.className(machineClass) })}" width="480" height="300"></div>
<div class="stack">
${machineClass.plate.length > 0 && html`<section aria-labelledby="figures"><h2 id="figures" class="spaced">${w.keyFigures}</h2><ul class="tags">${machineClass.plate.map((field) => html`<li class="tag">${reader.plateLabel(field)} (${reader.unit(field.unit)})</li>`)}</ul></section>`}
${makers.length > 0 && html`<section aria-labelledby="makers"><h2 id="makers" class="spaced">${w.byMaker}</h2><p class="quick">${makers.slice(0, 24).map(([slug, n]) => html`<a class="chip" href="${reader.to('machines', { machine_class: machineClass.key, manufacturer: slug })}">${manufacturer(slug)} <small>${n}</small></a> `)}</p></section>`}
${chart && html`<section id="power" aria-labelledby="power-title"><h2 id="power-title" class="spaced">${w.powerAgainstPrice}</h2>${chart.body}</section>`}
${found.hits.length > 0 && html`<section aria-labelledby="newest"><h2 id="newest" class="spaced">${w.newest}</h2>${machineCards(reader, found.hits)}${compareForm(reader)}</section>`}
</div>`
    return {
      title: reader.say('classTitle', { name: plural }),
      description: reader.sentences(`${plural}: ${count(reader, 'machine', found.total)}`, w.homeLead),
      body,
      ...within(reader, 'classes', plural, machineClass.key),
      mayKeep: isCurrent,
    }
  },
})
