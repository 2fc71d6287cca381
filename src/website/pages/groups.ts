import { SECTIONS } from '../../schema/api/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { count } from '../components/amounts.ts'
import { classTiles, compareForm, machineCards, tiles } from '../components/cards.ts'
import { searchNames } from '../components/filters.ts'
import { powerAgainstPrice } from '../components/machine-class.ts'
import { section } from '../components/sections.ts'
import { html } from '../html.ts'
import type { Locale } from '../locale.ts'
import { pageRoute, within } from '../page.ts'
import type { PageData } from '../page-data.ts'

const [MAX_MACHINES, MAX_CHIPS, MAX_TILES] = [12, 24, 12]

pageRoute({
  path: 'classes',
  async make(data, locale) {
    const { w } = locale
    const counted = data.classes().filter((its) => its.count)
    const sections = Map.groupBy(counted, ({ key }) => data.sectionOf(key))
    const body = html`<h1>${w.classes}</h1><p class="lead">${w.classesLead}</p>
${SECTIONS.map((key) => sections.has(key) && section(key, locale.value('section', key), classTiles(locale, sections.get(key)!)))}`
    return { title: w.classes, description: w.classesLead, body, ...within(locale, 'classes') }
  },
})

/** The machines of a class or brand, those with a price first, and links to those of each brand or class. */
async function machinesOfGroup(
  data: PageData,
  locale: Locale,
  group: { machine_class: string } | { manufacturer: string },
) {
  const { w } = locale
  const { page, isCurrent } = await data.search({ ...EMPTY_QUERY, ...group, limit: MAX_MACHINES })
  const pricedFirst = page.hits.toSorted((a, b) => Number(!a.price_from_inr) - Number(!b.price_from_inr))
  const other = 'manufacturer' in group ? 'machine_class' : 'manufacturer'
  const nameOf = searchNames(data, locale)[other]
  const others = Object.entries(page.facets[other] ?? {}).sort((a, b) => b[1] - a[1])
  const address = locale.to('machines', group)
  const usedQuery = 'manufacturer' in group ? { maker: group.manufacturer } : group
  const { total: used } = await data.used.search({ ...usedQuery, limit: 0 })
  return {
    total: page.total,
    counted: count(locale, 'machine', page.total),
    address,
    used:
      used > 0 &&
      html`<a class="button ghost" href="${locale.to('used', usedQuery)}">${count(locale, 'used', used)}</a>`,
    names: others.map(([key]) => nameOf(key)),
    chips: html`<p class="quick">${others.slice(0, MAX_CHIPS).map(([key, n]) => html`<a class="chip" href="${locale.to('machines', { ...group, [other]: key })}">${nameOf(key)} <small>${n}</small></a> `)}</p>`,
    newest:
      page.total > 0 &&
      section(
        'newest',
        w.newest,
        [await machineCards(data, locale, pricedFirst), compareForm(locale)],
        [w.seeAll, address],
      ),
    isCurrent,
  }
}

pageRoute({
  path: 'classes/:key',
  async make(data, locale, { params }) {
    const { w } = locale
    const machineClass = data.classOf(params.key)
    if (!machineClass) return undefined
    const { key, plate, hours_a_year } = machineClass
    const plural = locale.classPlural(machineClass)
    const group = await machinesOfGroup(data, locale, { machine_class: key })
    const chart = powerAgainstPrice(locale, await data.profile(key), locale.classInText(machineClass))
    const [label, address] = group.total > 0 ? [w.allMachines, group.address] : [w.classes, locale.to('classes')]
    const figures = plate.map((field) => `${locale.plateLabel(field)} (${locale.unit(field.unit)})`)
    const body = html`<div class="class-head"><div><h1>${plural}</h1>
<p class="lead">${group.counted}${hours_a_year && html` · ${locale.say('typicalHours', { n: locale.figure(hours_a_year) })}`}</p>
<p class="actions"><a class="button" href="${address}">${label}</a>${group.used}</p></div>
<img src="${locale.drawing(key)}" alt="${locale.say('picture', { name: locale.className(machineClass) })}" width="480" height="300"></div>
${figures.length > 0 && section('figures', w.keyFigures, html`<ul class="tags">${figures.map((text) => html`<li class="tag">${text}</li>`)}</ul>`)}
${group.total > 0 && section('makers', w.byManufacturer, group.chips)}
${chart && section('power', w.powerAgainstPrice, chart)}
${group.newest}`
    return {
      title: locale.say('classTitle', { name: plural }),
      description: locale.sentences(`${plural}: ${group.counted}`, w.homeLead),
      body,
      ...within(locale, 'classes', plural, key),
      mayKeep: group.isCurrent,
    }
  },
})

pageRoute({
  path: 'makers',
  async make(data, locale) {
    const { w } = locale
    const manufacturers = data.manufacturers()
    const largest = manufacturers.toSorted((a, b) => b.count - a.count).slice(0, MAX_TILES)
    const addressOf = (slug: string) => locale.to(`makers/${slug}`)
    const items = largest.map(async (manufacturer) => {
      const { slug } = manufacturer
      const [first] = (await data.search({ ...EMPTY_QUERY, manufacturer: slug, limit: 1 })).page.hits
      const drawing = locale.drawing(first?.machine_class ?? '', slug)
      return { address: addressOf(slug), drawing, label: locale.manufacturer(manufacturer), count: manufacturer.count }
    })
    const names = manufacturers.map(
      (its) =>
        html`<li><a href="${addressOf(its.slug)}"><span>${locale.manufacturer(its)}</span> <small>${locale.figure(its.count)}</small></a></li>`,
    )
    const body = html`<h1>${w.makers}</h1><p class="lead">${w.manufacturersLead}</p>
${section('largest', w.mostMachines, tiles(locale, await Promise.all(items)))}
${section('all', w.byLetter, html`<ul class="names">${names}</ul>`)}`
    return {
      title: w.makers,
      description: locale.sentences(w.manufacturersLead, largest.map(locale.manufacturer).join(', ')),
      body,
      ...within(locale, 'makers'),
    }
  },
})

pageRoute({
  path: 'makers/:slug',
  async make(data, locale, { params }) {
    const manufacturer = data.manufacturer(params.slug!)
    if (!manufacturer) return undefined
    const name = locale.manufacturer(manufacturer)
    const group = await machinesOfGroup(data, locale, { manufacturer: manufacturer.slug })
    const body = html`<h1>${name}${name !== manufacturer.name && html` <small lang="en">${manufacturer.name}</small>`}</h1>
<p class="lead">${group.counted}</p><p class="actions">${group.used}</p>
${group.chips}
${group.newest}`
    return {
      title: locale.say('pricesOf', { name }),
      description: locale.sentences(`${name}: ${group.counted}`, group.names.join(', ')),
      body,
      ...within(locale, 'makers', name, manufacturer.slug),
      mayKeep: group.isCurrent,
    }
  },
})
