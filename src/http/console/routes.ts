import type { FastifyInstance } from 'fastify'
import { createGapIndex } from '../../catalogue/gaps/gap-index.ts'
import type { Config } from '../../config.ts'
import type { Follower } from '../../following/follower.ts'
import { createUploads, type Uploads } from '../../operator/uploads.ts'
import { addAuditPage } from './audit.ts'
import { addDataPages } from './data.ts'
import { createDoor } from './door.ts'
import { addEnquiryPages } from './enquiries.ts'
import { addEntrance, type EntranceParts } from './entrance.ts'
import { addImportPages } from './imports.ts'
import { addKeyPages } from './keys.ts'
import { addListingPages } from './listings.ts'
import { addOverviewPage } from './overview.ts'
import { addWebhookPages, type WebhookPageParts } from './webhooks.ts'

export interface ConsoleParts extends WebhookPageParts {
  config: Config
  follower: Follower
  addressOf: EntranceParts['addressOf']
}

/** The operator's console: the entrance, and a file for each page and its actions. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { config, db, reads, addressOf, secrets, targetGuard, follower } = parts
  const { baseUrl, prefix } = config
  app.get('/console', (_request, reply) => reply.redirect(`${prefix}/console/`, 301))
  app.register(
    async (scope) => {
      // An upload is read as a stream.
      scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
      const door = createDoor(scope, { db, baseUrl, prefix })
      scope.setErrorHandler(door.problem)
      addEntrance(scope, door, { db, baseUrl, addressOf })
      addOverviewPage(door, { reads, config })
      addKeyPages(door, { db, reads })
      addWebhookPages(door, { db, reads, secrets, targetGuard })
      addEnquiryPages(door, { db, reads, isMailed: config.enquiries.mail !== undefined })
      const gaps = createGapIndex(follower)
      // The first request prepares what takes longest.
      scope.addHook('onResponse', async ({ consoleSession }) => {
        if (consoleSession) void gaps.read().catch(() => {})
      })
      addDataPages(door, { reads, gaps, prefix, hasSite: config.site })
      addImportPages(door, { reads, uploads: openUploads(scope, { db, config }) })
      addListingPages(door, { db, reads, prefix })
      addAuditPage(door, { reads })
    },
    { prefix: '/console' },
  )
}

/** Imports that began here finish before the service stops. */
function openUploads(scope: FastifyInstance, { db, config }: Pick<ConsoleParts, 'db' | 'config'>): Uploads {
  const onFailure = (error: unknown) => scope.log.error({ err: error }, 'an import from the console failed')
  const uploads = createUploads({ db, target: config.database, onFailure })
  scope.addHook('onClose', uploads.ended)
  return uploads
}
