import { normalizeText } from '../../lib/text/normalize.ts'
import { Type } from '../../schema/api/type.ts'
import { SECTIONS } from '../../schema/api/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { classTiles, compareForm, machineCards } from '../components/cards.ts'
import { searchNames } from '../components/filters.ts'
import { powerAgainstPrice } from '../components/machine-class.ts'
import { count, drawingOf, empty } from '../components/small.ts'
import { html, raw } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'
import { pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'

/** Of machines, and of tiles before the list by letter. */
const [SHOWN, TILES] = [12, 12]
/** Of so many one sees all at once. */
const FEW = 24

pageRoute({
  path: 'classes',
  async make(data, locale) {
    const { w } = locale
    const classes = data.classes().filter((machineClass) => machineClass.count)
    const body = html`<h1>${w.classes}</h1><p class="lead">${w.classesLead}</p>
<div class="stack">${SECTIONS.map((section) => {
      const held = classes.filter((machineClass) => data.sectionOf(machineClass.key) === section)
      return held.length === 0
        ? null
        : html`<section><h2 class="spaced">${locale.value('section', section)}</h2>${classTiles(locale, held)}</section>`
    })}</div>`
    return { title: w.classes, description: w.classesLead, body, ...within(locale, 'classes') }
  },
})

pageRoute({
  path: 'classes/:key',
  async make(data, locale, { params }) {
    const { w } = locale
    const machineClass = data.classOf(params.key)
    if (!machineClass) return undefined
    const plural = locale.classPlural(machineClass)
    const { manufacturer } = searchNames(data, locale)
    const { page: found, isCurrent } = await data.search({
      ...EMPTY_QUERY,
      machine_class: machineClass.key,
      limit: SHOWN,
      facets: 'manufacturer',
    })
    const manufacturers = Object.entries(found.facets.manufacturer ?? {}).sort((a, b) => b[1] - a[1])
    const profile = await data.profile(machineClass.key)
    const chart = powerAgainstPrice(locale, profile, locale.classWords(machineClass))
    const asked = { machine_class: machineClass.key }
    const { total: used } = await data.used.search({ ...asked, limit: 0 })
    const body = html`<div class="class-head"><div><h1>${plural}</h1>
<p class="lead">${count(locale, 'machine', found.total)}${machineClass.hours_a_year && html` · ${locale.say('typicalHours', { n: locale.figure(machineClass.hours_a_year) })}`}</p>
<p class="actions">${found.total > 0 ? html`<a class="button" href="${locale.to('machines', asked)}">${w.allMachines}</a>` : html`<a class="button" href="${locale.to('classes')}">${w.classes}</a>`}${used > 0 && html`<a class="button ghost" href="${locale.to('used', asked)}">${count(locale, 'used', used)}</a>`}</p></div>
<img src="${drawingOf(locale, machineClass.key)}" alt="${locale.say('picture', { name: locale.className(machineClass) })}" width="480" height="300"></div>
<div class="stack">
${machineClass.plate.length > 0 && html`<section aria-labelledby="figures"><h2 id="figures" class="spaced">${w.keyFigures}</h2><ul class="tags">${machineClass.plate.map((field) => html`<li class="tag">${locale.plateLabel(field)} (${locale.unit(field.unit)})</li>`)}</ul></section>`}
${manufacturers.length > 0 && html`<section aria-labelledby="makers"><h2 id="makers" class="spaced">${w.byManufacturer}</h2><p class="quick">${manufacturers.slice(0, 24).map(([slug, n]) => html`<a class="chip" href="${locale.to('machines', { machine_class: machineClass.key, manufacturer: slug })}">${manufacturer(slug)} <small>${n}</small></a> `)}</p></section>`}
${chart && html`<section id="power" aria-labelledby="power-title"><h2 id="power-title" class="spaced">${w.powerAgainstPrice}</h2>${chart.body}</section>`}
${found.hits.length > 0 && html`<section aria-labelledby="newest"><h2 id="newest" class="spaced">${w.newest}</h2>${machineCards(locale, found.hits)}${compareForm(locale)}</section>`}
</div>`
    return {
      title: locale.say('classTitle', { name: plural }),
      description: locale.sentences(`${plural}: ${count(locale, 'machine', found.total)}`, w.homeLead),
      body,
      ...within(locale, 'classes', plural, machineClass.key),
      mayKeep: isCurrent,
    }
  },
})

type Manufacturer = ReturnType<PageData['manufacturers']>[number]

pageRoute({
  path: 'makers',
  query: Type.Object({ q: Type.String({ default: '', maxLength: 100 }) }),
  async make(data, locale, { query: { q } }) {
    const { w } = locale
    const asked = normalizeText(q).trim()
    const isAsked = ({ slug, name }: Manufacturer) =>
      [name, slug, locale.manufacturer({ slug, name })].some((text) => normalizeText(text).includes(asked))
    const manufacturers = data.manufacturers().filter(isAsked)
    const most = manufacturers.toSorted((a, b) => b.count - a.count).slice(0, TILES)
    const byLetter = [...Map.groupBy(manufacturers, ({ name }) => letterOf(name))].sort(([a], [b]) => (a < b ? -1 : 1))
    const isOpen = manufacturers.length <= FEW
    const body = html`<h1>${w.makers}</h1><p class="lead">${w.manufacturersLead}</p>
<form class="search-box" role="search" action="${locale.to('makers')}"><label class="unseen" for="maker">${w.findManufacturer}</label><input id="maker" name="q" type="search" value="${q}" maxlength="100" placeholder="${w.findManufacturer}" autocomplete="off"><button class="button ghost"><span>${w.search}</span></button></form>
${
  manufacturers.length === 0
    ? empty(w.nothingFound, '', [[w.allManufacturers, locale.to('makers')]])
    : html`<h2 class="spaced">${w.mostMachines}</h2>${await manufacturerTiles(data, locale, most)}
<h2 class="spaced">${w.byLetter}</h2>${byLetter.map(([letter, list]) => html`<details class="letter"${raw(isOpen ? ' open' : '')}><summary>${letter} <small>${list.length}</small></summary><ul class="names">${list.map((manufacturer) => html`<li><a href="${locale.to(`makers/${manufacturer.slug}`)}"><span>${locale.manufacturer(manufacturer)}</span> <small>${locale.figure(manufacturer.count)}</small></a></li>`)}</ul></details>`)}`
}`
    return {
      title: w.makers,
      description: locale.sentences(w.manufacturersLead, most.map(locale.manufacturer).join(', ')),
      body,
      isUnlisted: q !== '',
      ...within(locale, 'makers'),
    }
  },
})

/** Makers with what they make, drawn in their colour: of their signs we have none. */
async function manufacturerTiles(data: PageData, locale: Locale, manufacturers: readonly Manufacturer[]) {
  const asked = manufacturers.map(({ slug }) => data.search({ ...EMPTY_QUERY, manufacturer: slug, limit: 1 }))
  const first = (await Promise.all(asked)).map(({ page }) => page.hits[0])
  return html`<ul class="class-tiles">${manufacturers.map((manufacturer, at) => {
    const { machine_class = '', slug } = first[at] ?? {}
    return html`<li><a href="${locale.to(`makers/${manufacturer.slug}`)}">${pictureKeys.includes(machine_class) && html`<img src="${drawingOf(locale, machine_class, slug)}" alt="" width="120" height="80" loading="lazy">`}<span>${locale.manufacturer(manufacturer)}</span><small>${count(locale, 'machine', manufacturer.count)}</small></a></li>`
  })}</ul>`
}

/** Names of manufacturers are in Latin letters, some begin with a figure. */
function letterOf(name: string): string {
  const letter = normalizeText(name).charAt(0).toUpperCase()
  return /\p{L}/u.test(letter) ? letter : '0–9'
}

pageRoute({
  path: 'makers/:slug',
  async make(data, locale, { params }) {
    const { w } = locale
    const manufacturer = data.manufacturer(params.slug!)
    if (!manufacturer) return undefined
    const name = locale.manufacturer(manufacturer)
    const { page: found, isCurrent } = await data.search({
      ...EMPTY_QUERY,
      manufacturer: manufacturer.slug,
      limit: SHOWN,
    })
    const { machine_class } = searchNames(data, locale)
    const pricedFirst = found.hits.toSorted((a, b) => Number(!a.price_from_inr) - Number(!b.price_from_inr))
    const held = Object.entries(found.facets.machine_class ?? {}).sort((a, b) => b[1] - a[1])
    const { total: used } = await data.used.search({ maker: manufacturer.slug, limit: 0 })
    const body = html`<h1>${name}${name !== manufacturer.name && html` <small lang="en">${manufacturer.name}</small>`}</h1>
<p class="lead">${count(locale, 'machine', found.total)}${used > 0 && html` · <a href="${locale.to('used', { maker: manufacturer.slug })}">${count(locale, 'used', used)}</a>`}</p>
<p class="quick">${held.map(([key, n]) => html`<a class="chip" href="${locale.to('machines', { manufacturer: manufacturer.slug, machine_class: key })}">${machine_class(key)} <small>${n}</small></a> `)}</p>
<section aria-labelledby="newest" class="panel spaced"><div class="head"><h2 id="newest">${w.newest}</h2><a href="${locale.to('machines', { manufacturer: manufacturer.slug })}">${w.seeAll}</a></div>${machineCards(locale, pricedFirst)}${compareForm(locale)}</section>`
    return {
      title: locale.say('pricesOf', { name }),
      description: locale.sentences(
        `${name}: ${count(locale, 'machine', found.total)}`,
        held.map(([key]) => machine_class(key)).join(', '),
      ),
      body,
      ...within(locale, 'makers', name, manufacturer.slug),
      mayKeep: isCurrent,
    }
  },
})
