import { foldText } from '../../lib/text/normalize.ts'
import { Type } from '../../schema/api/type.ts'
import { SECTIONS } from '../../schema/api/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { classTiles, compareForm, machineCards } from '../components/cards.ts'
import { searchNames } from '../components/filters.ts'
import { powerAgainstPrice } from '../components/machine-class.ts'
import { count, drawingOf, empty } from '../components/small.ts'
import { html, raw } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Reader } from '../locale.ts'
import { pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'

/** Of machines, and of tiles before the list by letter. */
const [SHOWN, TILES] = [12, 12]
/** Of so many one sees all at once. */
const FEW = 24

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
    return { title: w.classes, description: w.classesLead, body, ...within(reader, 'classes') }
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

type Maker = ReturnType<PageData['makers']>[number]

pageRoute({
  path: 'makers',
  query: Type.Object({ q: Type.String({ default: '', maxLength: 100 }) }),
  async make(data, reader, { query: { q } }) {
    const { w } = reader
    const asked = foldText(q).trim()
    const isAsked = ({ slug, name }: Maker) =>
      [name, slug, reader.maker({ slug, name })].some((text) => foldText(text).includes(asked))
    const makers = data.makers().filter(isAsked)
    const most = makers.toSorted((a, b) => b.count - a.count).slice(0, TILES)
    const byLetter = [...Map.groupBy(makers, ({ name }) => letterOf(name))].sort(([a], [b]) => (a < b ? -1 : 1))
    const isOpen = makers.length <= FEW
    const body = html`<h1>${w.makers}</h1><p class="lead">${w.makersLead}</p>
<form class="search-box" role="search" action="${reader.to('makers')}"><label class="unseen" for="maker">${w.findMaker}</label><input id="maker" name="q" type="search" value="${q}" maxlength="100" placeholder="${w.findMaker}" autocomplete="off"><button class="button ghost"><span>${w.search}</span></button></form>
${
  makers.length === 0
    ? empty(w.nothingFound, '', [[w.allMakers, reader.to('makers')]])
    : html`<h2 class="spaced">${w.mostMachines}</h2>${await makerTiles(data, reader, most)}
<h2 class="spaced">${w.byLetter}</h2>${byLetter.map(([letter, list]) => html`<details class="letter"${raw(isOpen ? ' open' : '')}><summary>${letter} <small>${list.length}</small></summary><ul class="names">${list.map((maker) => html`<li><a href="${reader.to(`makers/${maker.slug}`)}"><span>${reader.maker(maker)}</span> <small>${reader.figure(maker.count)}</small></a></li>`)}</ul></details>`)}`
}`
    return {
      title: w.makers,
      description: reader.sentences(w.makersLead, most.map(reader.maker).join(', ')),
      body,
      isUnlisted: q !== '',
      ...within(reader, 'makers'),
    }
  },
})

/** Makers with what they make, drawn in their colour: of their signs we have none. */
async function makerTiles(data: PageData, reader: Reader, makers: readonly Maker[]) {
  const asked = makers.map(({ slug }) => data.search({ ...EMPTY_QUERY, manufacturer: slug, limit: 1 }))
  const first = (await Promise.all(asked)).map(({ page }) => page.hits[0])
  return html`<ul class="class-tiles">${makers.map((maker, at) => {
    const { machine_class = '', slug } = first[at] ?? {}
    return html`<li><a href="${reader.to(`makers/${maker.slug}`)}">${pictureKeys.includes(machine_class) && html`<img src="${drawingOf(reader, machine_class, slug)}" alt="" width="120" height="80" loading="lazy">`}<span>${reader.maker(maker)}</span><small>${count(reader, 'machine', maker.count)}</small></a></li>`
  })}</ul>`
}

/** Names of makers are in Latin letters, some begin with a figure. */
function letterOf(name: string): string {
  const letter = foldText(name).charAt(0).toUpperCase()
  return /\p{L}/u.test(letter) ? letter : '0–9'
}

pageRoute({
  path: 'makers/:slug',
  async make(data, reader, { params }) {
    const { w } = reader
    const maker = data.maker(params.slug!)
    if (!maker) return undefined
    const name = reader.maker(maker)
    const { page: found, isCurrent } = await data.search({ ...EMPTY_QUERY, manufacturer: maker.slug, limit: SHOWN })
    const { machine_class } = searchNames(data, reader)
    const pricedFirst = found.hits.toSorted((a, b) => Number(!a.price_from_inr) - Number(!b.price_from_inr))
    const held = Object.entries(found.facets.machine_class ?? {}).sort((a, b) => b[1] - a[1])
    const { total: used } = await data.used.search({ maker: maker.slug, limit: 0 })
    const body = html`<h1>${name}${name !== maker.name && html` <small lang="en">${maker.name}</small>`}</h1>
<p class="lead">${count(reader, 'machine', found.total)}${used > 0 && html` · <a href="${reader.to('used', { maker: maker.slug })}">${count(reader, 'used', used)}</a>`}</p>
<p class="quick">${held.map(([key, n]) => html`<a class="chip" href="${reader.to('machines', { manufacturer: maker.slug, machine_class: key })}">${machine_class(key)} <small>${n}</small></a> `)}</p>
<section aria-labelledby="newest" class="panel spaced"><div class="head"><h2 id="newest">${w.newest}</h2><a href="${reader.to('machines', { manufacturer: maker.slug })}">${w.seeAll}</a></div>${machineCards(reader, pricedFirst)}${compareForm(reader)}</section>`
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
