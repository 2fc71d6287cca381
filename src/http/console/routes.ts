import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { addAuditPage } from './audit.ts'
import { createDoor } from './door.ts'
import { addEnquiryPages } from './enquiries.ts'
import { addEntrance, type EntranceParts } from './entrance.ts'
import { addKeyPages } from './keys.ts'
import { addOverviewPage } from './overview.ts'
import { addWebhookPages, type WebhookPageParts } from './webhooks.ts'

export interface ConsoleParts extends Omit<WebhookPageParts, 'db'> {
  config: Config
  db: Db
  addressOf: EntranceParts['addressOf']
}

/** The operator's console: the way in, and a file for each page with its actions. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { config, db, addressOf, secrets, targetGuard } = parts
  const { baseUrl, prefix } = config
  app.get('/console', (_request, reply) => reply.redirect(`${prefix}/console/`, 301))
  app.register(
    async (scope) => {
      // An upload is read as it comes.
      scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
      const door = createDoor(scope, { db, baseUrl, prefix })
      scope.setErrorHandler(door.problem)
      addEntrance(scope, door, { db, baseUrl, addressOf })
      addOverviewPage(door, { db, config })
      addKeyPages(door, { db })
      addWebhookPages(door, { db, secrets, targetGuard })
      addEnquiryPages(door, { db, isMailed: config.enquiries.mail !== undefined })
      addAuditPage(door, { db })
    },
    { prefix: '/console' },
  )
}
