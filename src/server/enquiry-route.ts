import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { readListingId } from '../database/stored.ts'
import { notFound, Problem } from '../errors.ts'
import { type TakenEnquiry, takeEnquiry, wayOf } from '../listings/enquiries/enquiry-store.ts'
import { readForm } from '../listings/enquiries/input.ts'
import { LANGUAGES } from '../website/language.ts'
import type { Page } from '../website/page.ts'
import { enquirySentPage, listingPage } from '../website/pages/listing.ts'
import type { Site } from '../website/website.ts'
import { type AddressOf, countedNetwork } from './client-address.ts'
import { isSameOrigin } from './own-host.ts'
import { checkForm } from './parameters.ts'

export interface EnquiryRouteDeps {
  addressOf: AddressOf
  config: Pick<Config, 'baseUrl' | 'enquiries'>
  countEnquiry(taken: TakenEnquiry | undefined): void
  db: Db
}

export function addEnquiryRoute(app: FastifyInstance, site: Site, deps: EnquiryRouteDeps): void {
  const { db, config, addressOf, countEnquiry } = deps
  const mailed = wayOf(config.enquiries) !== 'kept'
  for (const language of LANGUAGES) {
    // Returning to the result's address shows the listing.
    app.get(`/${language}/used/:id/enquiry`, (request, reply) => {
      const { id } = request.params as { id: string }
      return reply.redirect(`${app.prefix}/${language}/used/${encodeURIComponent(id)}`, 303)
    })
    app.post(`/${language}/used/:id/enquiry`, async (request, reply) => {
      const listingId = readListingId((request.params as { id: string }).id)
      if (!isSameOrigin(request.headers, config.baseUrl))
        throw new Problem('forbidden', 'Send the form from its own page.')
      checkForm(request.headers)
      if (listingId === undefined) throw notFound('such listing')
      const form = readForm(new URLSearchParams(String(request.body ?? '')))
      const address = addressOf(request.raw)
      const from = { listingId, language, address, network: countedNetwork(address) }
      const taken = await takeEnquiry(db, form, config.enquiries.limits, { ...from, mailed, now: Date.now() })
      countEnquiry(taken)
      if (!taken) throw notFound('such listing')
      const locale = site.locales[language]
      const { page, status, headers } = await outcome(taken, listingId)
      const html = site.render(language, `used/${listingId}`, page)
      return reply
        .code(status)
        .headers({
          ...site.headers,
          ...headers,
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
        })
        .send(html)

      async function outcome(
        taken: TakenEnquiry,
        id: number,
      ): Promise<{ page: Page; status: number; headers?: { 'retry-after': string } }> {
        const sent = 'reference' in taken ? taken.reference : 'trapped' in taken ? taken.trapped : undefined
        if (sent !== undefined) return { page: await enquirySentPage(site.data, locale, id, sent), status: 200 }
        const page = await listingPage(site.data, locale, id, { values: form, faults: [], ...taken })
        if (!page) throw notFound('such listing')
        if ('limited' in taken) return { page, status: 429, headers: { 'retry-after': '3600' } }
        return { page, status: 'sample' in taken ? 403 : 400 }
      }
    })
  }
}
