import { normalizeText } from '../../lib/text/normalize.ts'
import { Type } from '../../schema/api/type.ts'
import { SECTIONS } from '../../schema/api/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { count } from '../components/amounts.ts'
import { classTiles, compareForm, machineCards, tiles } from '../components/cards.ts'
import { searchNames } from '../components/filters.ts'
import { empty, searchForm } from '../components/forms.ts'
import { powerAgainstPrice } from '../components/machine-class.ts'
import { type Html, html, raw } from '../html.ts'
import type { Locale } from '../locale.ts'
import { pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'

/** Machines and chips on the page of a class or brand, tiles of brands, and brands up to which a letter is open. */
const [MAX_MACHINES, MAX_CHIPS, MAX_TILES, MAX_OPEN] = [12, 24, 12, 24]

pageRoute({
  path: 'classes',
  async make(data, locale) {
    const { w } = locale
    const sections = Map.groupBy(
      data.classes().filter((its) => its.count),
      ({ key }) => data.sectionOf(key),
    )
    const body = html`<h1>${w.classes}</h1><p class="lead">${w.classesLead}</p>
<div class="stack">${SECTIONS.map(
      (section) =>
        sections.has(section) &&
        html`<section><h2 class="spaced">${locale.value('section', section)}</h2>${classTiles(locale, sections.get(section)!)}</section>`,
    )}</div>`
    return { title: w.classes, description: w.classesLead, body, ...within(locale, 'classes') }
  },
})

function groupChips(
  locale: Locale,
  counts: Readonly<Record<string, number>> = {},
  chip: (value: string) => [label: string, parameters: Record<string, string>],
): Html {
  const values = Object.entries(counts).sort((a, b) => b[1] - a[1])
  return html`<p class="quick">${values.slice(0, MAX_CHIPS).map(([value, n]) => {
    const [label, parameters] = chip(value)
    return html`<a class="chip" href="${locale.to('machines', parameters)}">${label} <small>${n}</small></a> `
  })}</p>`
}

pageRoute({
  path: 'classes/:key',
  async make(data, locale, { params }) {
    const { w } = locale
    const machineClass = data.classOf(params.key)
    if (!machineClass) return undefined
    const { key, plate, hours_a_year } = machineClass
    const plural = locale.classPlural(machineClass)
    const { manufacturer } = searchNames(data, locale)
    const ofClass = { machine_class: key }
    const query = { ...EMPTY_QUERY, ...ofClass, limit: MAX_MACHINES, facets: 'manufacturer' }
    const { page: result, isCurrent } = await data.search(query)
    const chart = powerAgainstPrice(locale, await data.profile(key), locale.classInText(machineClass))
    const { total: used } = await data.used.search({ ...ofClass, limit: 0 })
    const counted = count(locale, 'machine', result.total)
    const [label, address] =
      result.total > 0 ? [w.allMachines, locale.to('machines', ofClass)] : [w.classes, locale.to('classes')]
    const chips = groupChips(locale, result.facets.manufacturer, (slug) => [
      manufacturer(slug),
      { ...ofClass, manufacturer: slug },
    ])
    const section = (id: string, title: string, body: Html) =>
      html`<section aria-labelledby="${id}-title" id="${id}"><h2 id="${id}-title" class="spaced">${title}</h2>${body}</section>`
    const body = html`<div class="class-head"><div><h1>${plural}</h1>
<p class="lead">${counted}${hours_a_year && html` · ${locale.say('typicalHours', { n: locale.figure(hours_a_year) })}`}</p>
<p class="actions"><a class="button" href="${address}">${label}</a>${used > 0 && html`<a class="button ghost" href="${locale.to('used', ofClass)}">${count(locale, 'used', used)}</a>`}</p></div>
<img src="${locale.drawing(key)}" alt="${locale.say('picture', { name: locale.className(machineClass) })}" width="480" height="300"></div>
<div class="stack">
${plate.length > 0 && section('figures', w.keyFigures, html`<ul class="tags">${plate.map((field) => html`<li class="tag">${locale.plateLabel(field)} (${locale.unit(field.unit)})</li>`)}</ul>`)}
${result.total > 0 && section('makers', w.byManufacturer, chips)}
${chart && section('power', w.powerAgainstPrice, chart)}
${result.total > 0 && section('newest', w.newest, html`${await machineCards(data, locale, result.hits)}${compareForm(locale)}`)}
</div>`
    return {
      title: locale.say('classTitle', { name: plural }),
      description: locale.sentences(`${plural}: ${counted}`, w.homeLead),
      body,
      ...within(locale, 'classes', plural, key),
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
    const typed = normalizeText(q).trim()
    const isMatch = ({ slug, name }: ManufacturerGroup) =>
      [name, slug, locale.manufacturer({ slug, name })].some((text) => normalizeText(text).includes(typed))
    const manufacturers = data.manufacturers().filter(isMatch)
    const largest = manufacturers.toSorted((a, b) => b.count - a.count).slice(0, MAX_TILES)
    const byLetter = [...Map.groupBy(manufacturers, ({ name }) => letterOf(name))].sort(([a], [b]) => (a < b ? -1 : 1))
    const isOpen = manufacturers.length <= MAX_OPEN
    const search = { path: 'makers', id: 'maker', name: 'q', label: w.findManufacturer, value: q }
    const body = html`<h1>${w.makers}</h1><p class="lead">${w.manufacturersLead}</p>
${searchForm(locale, search)}
${
  manufacturers.length === 0
    ? empty(w.nothingFound, '', [w.allManufacturers, locale.to('makers')])
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

async function manufacturerTiles(data: PageData, locale: Locale, manufacturers: readonly ManufacturerGroup[]) {
  const searches = manufacturers.map(({ slug }) => data.search({ ...EMPTY_QUERY, manufacturer: slug, limit: 1 }))
  const first = (await Promise.all(searches)).map(({ page }) => page.hits[0])
  return tiles(
    locale,
    manufacturers.map((manufacturer, i) => ({
      address: locale.to(`makers/${manufacturer.slug}`),
      drawing: locale.drawing(first[i]?.machine_class ?? '', manufacturer.slug),
      label: locale.manufacturer(manufacturer),
      count: manufacturer.count,
    })),
  )
}

/** Names of manufacturers are in Latin letters, some begin with a digit. */
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
    const { slug } = manufacturer
    const name = locale.manufacturer(manufacturer)
    const query = { ...EMPTY_QUERY, manufacturer: slug, limit: MAX_MACHINES }
    const { page: result, isCurrent } = await data.search(query)
    const { machine_class } = searchNames(data, locale)
    const pricedFirst = result.hits.toSorted((a, b) => Number(!a.price_from_inr) - Number(!b.price_from_inr))
    const { total: used } = await data.used.search({ maker: slug, limit: 0 })
    const counted = count(locale, 'machine', result.total)
    const all = { manufacturer: slug }
    const chips = groupChips(locale, result.facets.machine_class, (key) => [
      machine_class(key),
      { ...all, machine_class: key },
    ])
    const body = html`<h1>${name}${name !== manufacturer.name && html` <small lang="en">${manufacturer.name}</small>`}</h1>
<p class="lead">${counted}${used > 0 && html` · <a href="${locale.to('used', { maker: slug })}">${count(locale, 'used', used)}</a>`}</p>
${chips}
<section aria-labelledby="newest" class="panel spaced"><div class="head"><h2 id="newest">${w.newest}</h2><a href="${locale.to('machines', all)}">${w.seeAll}</a></div>${await machineCards(data, locale, pricedFirst)}${compareForm(locale)}</section>`
    return {
      title: locale.say('pricesOf', { name }),
      description: locale.sentences(
        `${name}: ${counted}`,
        Object.keys(result.facets.machine_class ?? {})
          .map(machine_class)
          .join(', '),
      ),
      body,
      ...within(locale, 'makers', name, slug),
      mayKeep: isCurrent,
    }
  },
})
