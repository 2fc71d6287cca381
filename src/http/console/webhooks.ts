import { deliveryPage, FILTERS, subscriptionPage, webhooksPage } from '../../console/pages/webhooks.ts'
import type { Db } from '../../database/schema.ts'
import { listDeliveries, readDelivery, viewSubscriptions } from '../../webhooks/subscription-view.ts'
import { type ConsoleRoutes, readRows } from './console-routes.ts'

export function addWebhookPages(routes: ConsoleRoutes, { reads }: { reads: Db }): void {
  routes.page('/webhooks', async (request) =>
    webhooksPage(request, await readRows(request.query, (rows) => viewSubscriptions(reads, request.now, rows))),
  )

  routes.page('/webhooks/:id', async (request) => {
    const id = request.params.id!
    const [subscription] = await viewSubscriptions(reads, request.now, { id })
    if (!subscription) return undefined
    const filter = FILTERS.find((name) => name === request.query.get('show')) ?? 'all'
    const deliveries = await readRows(request.query, (rows) => listDeliveries(reads, id, filter, rows))
    return subscriptionPage(request, { subscription, filter, ...deliveries })
  })

  routes.page('/webhooks/:id/:event', async (request) => {
    const { id, event } = request.params as { id: string; event: string }
    const [subscription] = await viewSubscriptions(reads, request.now, { id })
    const delivery = await readDelivery(reads, id, event)
    return subscription && delivery && deliveryPage(request, { subscription, delivery })
  })
}
