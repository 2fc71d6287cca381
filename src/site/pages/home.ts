import { HP_BANDS } from '../../contract/values.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import { html } from '../html.ts'
import { pageRoute } from '../page.ts'
import type { PageData } from '../page-data.ts'
import { classTiles, compareForm, machineCards, usedCards } from '../parts/cards.ts'
import { boundsText, count, drawingOf, searchBox } from '../parts/small.ts'
import type { Reader } from '../reader.ts'
import { website } from '../structured.ts'

const BUDGETS = [500_000, 600_000, 800_000, 1_000_000]
const NEWEST = 8
const CLASSES = 12
const USED = 4

pageRoute({
  path: '',
  async make(data, reader) {
    const { w } = reader
    const { page: found, isCurrent } = await data.search({ ...EMPTY_QUERY, limit: NEWEST })
    const used = await data.used.search({ limit: USED })
    const body = html`<section class="hero"><div class="wide">
<div><h1>${w.homeTitle}</h1>
<p class="lead">${w.homeLead}</p>
${searchBox(reader, '')}
<p class="quick">${tractorLinks(reader)}</p></div>
<img class="hero-picture" src="${drawingOf(reader, 'tractor')}" alt="" width="480" height="300">
</div></section>
<div class="wide stack">
<section aria-labelledby="classes-title"><div class="head"><h2 id="classes-title">${w.classes}</h2><a href="${reader.to('classes')}">${w.seeAll}</a></div>${classTiles(reader, frequentClasses(data))}</section>
<section aria-labelledby="newest-title"><div class="head"><h2 id="newest-title">${w.newest}</h2><a href="${reader.to('machines')}">${w.seeAll}</a></div>
${machineCards(reader, found.hits)}${compareForm(reader)}</section>
${used.hits.length > 0 && html`<section aria-labelledby="used-title"><div class="head"><h2 id="used-title">${w.usedTitle}</h2><a href="${reader.to('used')}">${count(reader, 'used', used.total)}</a></div>${usedCards(reader, used)}</section>`}
</div>`
    return {
      title: w.siteName,
      description: w.homeDescription,
      body,
      structured: [website(reader)],
      mayKeep: isCurrent,
    }
  },
})

/** The usual ways to tractors: by power, by budget. */
function tractorLinks(reader: Reader) {
  const bands = HP_BANDS.slice(1, 6).map(({ upTo }, at) => {
    const [hp_min, hp_max] = [HP_BANDS[at]!.upTo + 1, upTo]
    const address = reader.to('machines', { machine_class: 'tractor', hp_min, hp_max })
    return { label: boundsText(reader, hp_min, hp_max, 'HP'), address }
  })
  const budgets = BUDGETS.map((most) => ({
    label: reader.say('upTo', { value: reader.money(most) }),
    address: reader.to('machines', { machine_class: 'tractor', price_max: most }),
  }))
  return [...bands, ...budgets].map(({ label, address }) => html`<a class="chip" href="${address}">${label}</a> `)
}

function frequentClasses(data: PageData) {
  return data
    .classes()
    .filter((machineClass) => machineClass.count)
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .slice(0, CLASSES)
}
