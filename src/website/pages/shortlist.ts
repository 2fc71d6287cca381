import { joined, Type } from '../../schema/api/type.ts'
import { readListingId } from '../../schema/records/listing-id.ts'
import { compareForm, machineCards, usedCards } from '../components/cards.ts'
import { valuesOf } from '../components/filters.ts'
import { empty, printAndShare } from '../components/forms.ts'
import { html } from '../html.ts'
import { queryOf } from '../locale.ts'
import { pageRoute, within } from '../page.ts'

const MAX_ITEMS = 24

/** Saved machines: the device stores the list, the address holds it. */
pageRoute({
  path: 'shortlist',
  query: Type.Object({ slugs: joined(), used: joined() }),
  async make(data, locale, { query }) {
    const { w } = locale
    const keysOf = (list: string) => [...new Set(valuesOf(list))].slice(0, MAX_ITEMS)
    const [slugs, ids] = [keysOf(query.slugs), keysOf(query.used).flatMap((id) => readListingId(id) ?? [])]
    const path = `shortlist${queryOf({ slugs: slugs.join(), used: ids.join() })}`
    const machines = slugs.flatMap((slug) => data.summary(slug) ?? [])
    const listings = (await Promise.all(ids.map((id) => data.listing(id)))).flatMap((listing) => listing ?? [])
    const used = {
      hits: listings.map(({ listing }) => ({ ...listing, ...(listing.photos?.[0] && { photo: listing.photos[0] }) })),
      samples: new Set(listings.flatMap(({ listing, isSample }) => (isSample ? [listing.id] : []))),
    }
    const body = html`<h1>${w.shortlistTitle}</h1><p class="lead">${w.shortlistLead}</p>
${
  machines.length + listings.length === 0
    ? empty(w.shortlistEmpty, w.shortlistEmptyText, [w.allMachines, locale.to('machines')])
    : html`<p class="actions">${printAndShare(locale, w.shortlistTitle, path)}</p>`
}
${machines.length > 0 && html`<h2 class="spaced">${w.machines}</h2>${await machineCards(data, locale, machines)}${compareForm(locale)}`}
${listings.length > 0 && html`<h2 class="spaced">${w.used}</h2>${usedCards(locale, used)}`}`
    return {
      title: w.shortlistTitle,
      description: w.shortlistLead,
      body,
      ...within(locale, 'shortlist'),
      canonical: path,
      isUnlisted: true,
    }
  },
})
