import { joined, Type } from '../../schema/api/type.ts'
import { readListingId } from '../../schema/records/listing-id.ts'
import { compareForm, machineCards, usedCards } from '../components/cards.ts'
import { valuesOf } from '../components/filters.ts'
import { empty, printAndShare } from '../components/small.ts'
import { html } from '../html.ts'
import { queryOf } from '../locale.ts'
import { pageRoute } from '../page.ts'

/** So many of each are shown. */
const MOST = 24

/** What somebody saved: the device keeps the list, the address holds it. */
pageRoute({
  path: 'shortlist',
  query: Type.Object({ slugs: joined(), used: joined() }),
  async make(data, locale, { query }) {
    const { w } = locale
    const asked = (list: string) => [...new Set(valuesOf(list))].slice(0, MOST)
    const [slugs, ids] = [asked(query.slugs), asked(query.used).flatMap((id) => readListingId(id) ?? [])]
    const machines = slugs.flatMap((slug) => data.summary(slug) ?? [])
    const found = (await Promise.all(ids.map((id) => data.listing(id)))).flatMap((one) => one ?? [])
    const used = {
      hits: found.map(({ listing }) => ({ ...listing, ...(listing.photos?.[0] && { photo: listing.photos[0] }) })),
      samples: new Set(found.flatMap(({ listing, isSample }) => (isSample ? [listing.id] : []))),
    }
    const body = html`<h1>${w.shortlistTitle}</h1><p class="lead">${w.shortlistLead}</p>
${
  machines.length + found.length === 0
    ? empty(w.shortlistEmpty, w.shortlistEmptyText, [[w.allMachines, locale.to('machines')]])
    : html`<p class="tools">${printAndShare(locale)}</p>`
}
${machines.length > 0 && html`<h2 class="spaced">${w.machines}</h2>${machineCards(locale, machines)}${compareForm(locale)}`}
${found.length > 0 && html`<h2 class="spaced">${w.used}</h2>${usedCards(data, locale, used)}`}`
    return {
      title: w.shortlistTitle,
      description: w.shortlistLead,
      body,
      menu: 'shortlist',
      trail: [[w.shortlistTitle, 'shortlist']],
      canonical: `shortlist${queryOf({ slugs: slugs.join(), used: ids.join() })}`,
      isUnlisted: true,
    }
  },
})
