import { EMPTY_QUERY } from '../../search/types.ts'
import { BANDS, boundsText, count } from '../components/amounts.ts'
import { classTiles, compareForm, machineCards, usedCards } from '../components/cards.ts'
import { placeForm, searchBox } from '../components/forms.ts'
import { drawingOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { website } from '../structured.ts'

const BUDGETS = [500_000, 600_000, 800_000, 1_000_000]
const NEWEST = 4
const CLASSES = 12
const USED = 4

pageRoute({
  path: '',
  async make(data, locale) {
    const { w } = locale
    const { page: result, isCurrent } = await data.search({ ...EMPTY_QUERY, limit: NEWEST })
    const used = await data.used.search({ limit: USED })
    const classes = frequentClasses(data)
    const { newlyPriced } = await data.profile(classes[0]?.key ?? '')
    const body = html`<section class="hero"><div class="wide">
<div><h1>${w.homeTitle}</h1>
<p class="lead">${w.homeLead}</p>
${searchBox(locale, '')}
<p class="quick">${tractorLinks(locale)}</p></div>
<img class="hero-picture" src="${drawingOf(locale, 'tractor')}" alt="" width="480" height="300">
</div></section>
<div class="wide stack">
${classes.length > 0 && section('classes', w.classes, locale.to('classes'), w.seeAll, classTiles(locale, classes))}
${newlyPriced.length > 0 && section('prices', w.newPrices, locale.to('machines'), w.seeAll, await machineCards(data, locale, newlyPriced))}
${used.hits.length > 0 && section('used', w.usedTitle, locale.to('used'), count(locale, 'used', used.total), html`${placeForm(locale)}${usedCards(data, locale, used)}`)}
${result.hits.length > 0 && section('newest', w.newest, locale.to('machines', { sort: 'newest' }), w.seeAll, await machineCards(data, locale, result.hits))}${compareForm(locale)}
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

function section(id: string, title: string, address: string, label: string, body: Html): Html {
  return html`<section aria-labelledby="${id}-title"><div class="head"><h2 id="${id}-title">${title}</h2><a href="${address}">${label}</a></div>${body}</section>`
}

/** The usual ways to tractors: by power, by budget. */
function tractorLinks(locale: Locale) {
  const bands = BANDS.slice(1, 6).map(({ from: hp_min, to: hp_max }) => {
    const address = locale.to('machines', { machine_class: 'tractor', hp_min, hp_max })
    return { label: boundsText(locale, hp_min, hp_max, 'HP'), address }
  })
  const budgets = BUDGETS.map((price_max) => ({
    label: locale.say('upTo', { value: locale.money(price_max) }),
    address: locale.to('machines', { machine_class: 'tractor', price_max }),
  }))
  return [...bands, ...budgets].map(({ label, address }) => html`<a class="chip" href="${address}">${label}</a> `)
}

function frequentClasses(data: PageData) {
  return data
    .classes()
    .filter(({ key, count }) => count && pictureKeys.includes(key))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .slice(0, CLASSES)
}
