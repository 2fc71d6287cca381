import type { FastifyInstance } from 'fastify'
import type { Db } from '../../database/schema.ts'
import { addAuditPage } from './audit.ts'
import { createDoor } from './door.ts'
import { addEnquiryPages, type EnquiryPageParts } from './enquiries.ts'
import { addEntrance, type EntranceParts } from './entrance.ts'
import { addKeyPages } from './keys.ts'
import { addWebhookPages, type WebhookPageParts } from './webhooks.ts'

export interface ConsoleParts extends EntranceParts, WebhookPageParts, EnquiryPageParts {
  db: Db
  prefix: string
}

/** The operator's console: the way in, and a file for each page with its actions. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  app.get('/console', (_request, reply) => reply.redirect(`${parts.prefix}/console/`, 301))
  app.register(
    async (scope) => {
      // An upload is read as it comes.
      scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
      const door = createDoor(scope, parts)
      scope.setErrorHandler(door.problem)
      addEntrance(scope, door, parts)
      addKeyPages(door, parts)
      addWebhookPages(door, parts)
      addEnquiryPages(door, parts)
      addAuditPage(door, parts)
    },
    { prefix: '/console' },
  )
}
