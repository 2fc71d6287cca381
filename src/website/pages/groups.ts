import { normalizeText } from '../../lib/text/normalize.ts'
import { Type } from '../../schema/api/type.ts'
import { SECTIONS } from '../../schema/api/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { count } from '../components/amounts.ts'
import { classTiles, compareForm, machineCards } from '../components/cards.ts'
import { searchNames } from '../components/filters.ts'
import { empty } from '../components/forms.ts'
import { powerAgainstPrice } from '../components/machine-class.ts'
import { drawingOf } from '../components/picture.ts'
import { html, raw } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'
import { pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'

/** Machines on the page of a class or brand, tiles of brands, and brands up to which the list by letter is open. */
const [MAX_MACHINES, MAX_TILES, MAX_OPEN] = [12, 12, 24]

pageRoute({
  path: 'classes',
  async make(data, locale) {
    const { w } = locale
    const classes = data.classes().filter((machineClass) => machineClass.count)
    const body = html`<h1>${w.classes}</h1><p class="lead">${w.classesLead}</p>
<div class="stack">${SECTIONS.map((section) => {
      const inSection = classes.filter((machineClass) => data.sectionOf(machineClass.key) === section)
      return inSection.length === 0
        ? null
        : html`<section><h2 class="spaced">${locale.value('section', section)}</h2>${classTiles(locale, inSection)}</section>`
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
    const { page: result, isCurrent } = await data.search({
      ...EMPTY_QUERY,
      machine_class: machineClass.key,
      limit: MAX_MACHINES,
      facets: 'manufacturer',
    })
    const manufacturers = Object.entries(result.facets.manufacturer ?? {}).sort((a, b) => b[1] - a[1])
    const profile = await data.profile(machineClass.key)
    const chart = powerAgainstPrice(locale, profile, locale.classWords(machineClass))
    const ofClass = { machine_class: machineClass.key }
    const { total: used } = await data.used.search({ ...ofClass, limit: 0 })
    const body = html`<div class="class-head"><div><h1>${plural}</h1>
<p class="lead">${count(locale, 'machine', result.total)}${machineClass.hours_a_year && html` · ${locale.say('typicalHours', { n: locale.figure(machineClass.hours_a_year) })}`}</p>
<p class="actions">${result.total > 0 ? html`<a class="button" href="${locale.to('machines', ofClass)}">${w.allMachines}</a>` : html`<a class="button" href="${locale.to('classes')}">${w.classes}</a>`}${used > 0 && html`<a class="button ghost" href="${locale.to('used', ofClass)}">${count(locale, 'used', used)}</a>`}</p></div>
<img src="${drawingOf(locale, machineClass.key)}" alt="${locale.say('picture', { name: locale.className(machineClass) })}" width="480" height="300"></div>
<div class="stack">
${machineClass.plate.length > 0 && html`<section aria-labelledby="figures"><h2 id="figures" class="spaced">${w.keyFigures}</h2><ul class="tags">${machineClass.plate.map((field) => html`<li class="tag">${locale.plateLabel(field)} (${locale.unit(field.unit)})</li>`)}</ul></section>`}
${manufacturers.length > 0 && html`<section aria-labelledby="makers"><h2 id="makers" class="spaced">${w.byManufacturer}</h2><p class="quick">${manufacturers.slice(0, 24).map(([slug, n]) => html`<a class="chip" href="${locale.to('machines', { machine_class: machineClass.key, manufacturer: slug })}">${manufacturer(slug)} <small>${n}</small></a> `)}</p></section>`}
${chart && html`<section id="power" aria-labelledby="power-title"><h2 id="power-title" class="spaced">${w.powerAgainstPrice}</h2>${chart}</section>`}
${result.hits.length > 0 && html`<section aria-labelledby="newest"><h2 id="newest" class="spaced">${w.newest}</h2>${await machineCards(data, locale, result.hits)}${compareForm(locale)}</section>`}
</div>`
    return {
      title: locale.say('classTitle', { name: plural }),
      description: locale.sentences(`${plural}: ${count(locale, 'machine', result.total)}`, w.homeLead),
      body,
      ...within(locale, 'classes', plural, machineClass.key),
      mayKeep: isCurrent,
    }
  },
})

type ManufacturerGroup = ReturnType<PageData['manufacturers']>[number]

pageRoute({
  path: 'makers',
  query: Type.Object({ q: Type.String({ default: '', maxLength: 100 }) }),
  async make(data, locale, { query: { q } }) {
    const { w } = locale
    const folded = normalizeText(q).trim()
    const isMatch = ({ slug, name }: ManufacturerGroup) =>
      [name, slug, locale.manufacturer({ slug, name })].some((text) => normalizeText(text).includes(folded))
    const manufacturers = data.manufacturers().filter(isMatch)
    const largest = manufacturers.toSorted((a, b) => b.count - a.count).slice(0, MAX_TILES)
    const byLetter = [...Map.groupBy(manufacturers, ({ name }) => letterOf(name))].sort(([a], [b]) => (a < b ? -1 : 1))
    const isOpen = manufacturers.length <= MAX_OPEN
    const body = html`<h1>${w.makers}</h1><p class="lead">${w.manufacturersLead}</p>
<form class="search-box" role="search" action="${locale.to('makers')}"><label class="unseen" for="maker">${w.findManufacturer}</label><input id="maker" name="q" type="search" value="${q}" maxlength="100" placeholder="${w.findManufacturer}" autocomplete="off"><button class="button ghost"><span>${w.search}</span></button></form>
${
  manufacturers.length === 0
    ? empty(w.nothingFound, '', [[w.allManufacturers, locale.to('makers')]])
    : html`<h2 class="spaced">${w.mostMachines}</h2>${await manufacturerTiles(data, locale, largest)}
<h2 class="spaced">${w.byLetter}</h2>${byLetter.map(([letter, list]) => html`<details class="letter"${raw(isOpen ? ' open' : '')}><summary>${letter} <small>${list.length}</small></summary><ul class="names">${list.map((manufacturer) => html`<li><a href="${locale.to(`makers/${manufacturer.slug}`)}"><span>${locale.manufacturer(manufacturer)}</span> <small>${locale.figure(manufacturer.count)}</small></a></li>`)}</ul></details>`)}`
}`
    return {
      title: w.makers,
      description: locale.sentences(w.manufacturersLead, largest.map(locale.manufacturer).join(', ')),
      body,
      isUnlisted: q !== '',
      ...within(locale, 'makers'),
    }
  },
})

/** Brands with a machine of theirs, drawn in their colour. */
async function manufacturerTiles(data: PageData, locale: Locale, manufacturers: readonly ManufacturerGroup[]) {
  const searches = manufacturers.map(({ slug }) => data.search({ ...EMPTY_QUERY, manufacturer: slug, limit: 1 }))
  const first = (await Promise.all(searches)).map(({ page }) => page.hits[0])
  return html`<ul class="class-tiles">${manufacturers.map((manufacturer, i) => {
    const { machine_class = '', slug } = first[i] ?? {}
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
    const { page: result, isCurrent } = await data.search({
      ...EMPTY_QUERY,
      manufacturer: manufacturer.slug,
      limit: MAX_MACHINES,
    })
    const { machine_class } = searchNames(data, locale)
    const pricedFirst = result.hits.toSorted((a, b) => Number(!a.price_from_inr) - Number(!b.price_from_inr))
    const classes = Object.entries(result.facets.machine_class ?? {}).sort((a, b) => b[1] - a[1])
    const { total: used } = await data.used.search({ maker: manufacturer.slug, limit: 0 })
    const body = html`<h1>${name}${name !== manufacturer.name && html` <small lang="en">${manufacturer.name}</small>`}</h1>
<p class="lead">${count(locale, 'machine', result.total)}${used > 0 && html` · <a href="${locale.to('used', { maker: manufacturer.slug })}">${count(locale, 'used', used)}</a>`}</p>
<p class="quick">${classes.map(([key, n]) => html`<a class="chip" href="${locale.to('machines', { manufacturer: manufacturer.slug, machine_class: key })}">${machine_class(key)} <small>${n}</small></a> `)}</p>
<section aria-labelledby="newest" class="panel spaced"><div class="head"><h2 id="newest">${w.newest}</h2><a href="${locale.to('machines', { manufacturer: manufacturer.slug })}">${w.seeAll}</a></div>${await machineCards(data, locale, pricedFirst)}${compareForm(locale)}</section>`
    return {
      title: locale.say('pricesOf', { name }),
      description: locale.sentences(
        `${name}: ${count(locale, 'machine', result.total)}`,
        classes.map(([key]) => machine_class(key)).join(', '),
      ),
      body,
      ...within(locale, 'makers', name, manufacturer.slug),
      mayKeep: isCurrent,
    }
  },
})
