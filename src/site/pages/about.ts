import { html } from '../html.ts'
import { pageRoute } from '../page.ts'
import { crumbs } from '../parts/small.ts'

export const aboutRoute = pageRoute({
  path: 'about',
  async make(_rooms, reader) {
    const { w } = reader
    const kinds: [string, string][] = [
      ['ex_showroom', w.aboutExShowroom],
      ['on_road', w.aboutOnRoad],
      ['dealer_quote', w.aboutDealerQuote],
      ['subsidised', w.aboutSubsidised],
      ['estimate', w.aboutEstimate],
    ]
    const texts: [string, string, string][] = [
      ['dates', w.aboutDates, w.aboutDatesText],
      ['confidence', w.aboutConfidence, w.aboutConfidenceText],
      ['sample', w.aboutSample, w.aboutSampleText],
      ['privacy', w.aboutPrivacy, w.aboutPrivacyText],
    ]
    const body = html`<div class="wide narrow">${crumbs(reader, [[w.about]])}<h1>${w.about}</h1><p class="lead">${w.aboutLead}</p>
<div class="stack spaced"><section id="kinds"><h2>${w.aboutKinds}</h2><dl class="kinds">${kinds.map(([kind, text]) => html`<div><dt>${reader.value('price_kind', kind)}</dt><dd>${text}</dd></div>`)}</dl></section>
${texts.map(([id, title, text]) => html`<section id="${id}"><h2>${title}</h2><p>${text}</p></section>`)}</div></div>`
    return { title: w.about, description: w.aboutLead, body }
  },
})
