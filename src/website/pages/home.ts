import { EMPTY_QUERY } from '../../search/types.ts'
import { BANDS, boundsText, count } from '../components/amounts.ts'
import { classTiles, compareForm, machineCards, usedCards } from '../components/cards.ts'
import { placeForm, searchBox } from '../components/forms.ts'
import { section } from '../components/sections.ts'
import { html } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { website } from '../structured.ts'

const BUDGETS = [500_000, 600_000, 800_000, 1_000_000]
const [MAX_CLASSES, MAX_CARDS] = [12, 4]

pageRoute({
  path: '',
  async make(data, locale) {
    const { w } = locale
    const { page: result, isCurrent } = await data.search({ ...EMPTY_QUERY, limit: MAX_CARDS })
    const used = await data.used.search({ limit: MAX_CARDS })
    const classes = frequentClasses(data)
    const { newlyPriced } = await data.profile(classes[0]?.key ?? '')
    const newest = locale.to('machines', { sort: 'newest' })
    const body = html`<section class="hero"><div class="wide">
<div><h1>${w.homeTitle}</h1>
<p class="lead">${w.homeLead}</p>
${searchBox(locale, '')}
<p class="quick">${tractorLinks(locale)}</p></div>
<img class="hero-picture" src="${locale.drawing('tractor')}" alt="" width="480" height="300">
</div></section>
<div class="wide">
${classes.length > 0 && section('classes', w.classes, classTiles(locale, classes), [w.seeAll, locale.to('classes')])}
${newlyPriced.length > 0 && section('prices', w.newPrices, await machineCards(data, locale, newlyPriced), [w.seeAll, locale.to('machines')])}
${used.hits.length > 0 && section('used', w.usedTitle, [placeForm(locale), usedCards(locale, used)], [count(locale, 'used', used.total), locale.to('used')])}
${result.hits.length > 0 && section('newest', w.newest, await machineCards(data, locale, result.hits), [w.seeAll, newest])}${compareForm(locale)}
</div>`
    return {
      title: w.siteName,
      description: w.homeDescription,
      body,
      structured: [website(locale)],
      mayKeep: isCurrent,
    }
  },
})

function tractorLinks(locale: Locale) {
  const link = (label: string, bounds: object) =>
    html`<a class="chip" href="${locale.to('machines', { machine_class: 'tractor', ...bounds })}">${label}</a> `
  return [
    ...BANDS.slice(1, 6).map(({ from, to }) => link(boundsText(locale, from, to, 'HP'), { hp_min: from, hp_max: to })),
    ...BUDGETS.map((price_max) => link(boundsText(locale, null, price_max), { price_max })),
  ]
}

function frequentClasses(data: PageData) {
  return data
    .classes()
    .filter(({ key, count }) => count && pictureKeys.includes(key))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .slice(0, MAX_CLASSES)
}
