import type { FastifyInstance } from 'fastify'
import { listAudit } from '../../audit/audit.ts'
import { createGapIndex } from '../../catalogue/gaps/gap-index.ts'
import { type Config, ownServer } from '../../config.ts'
import { auditPage, linkPage } from '../../console/pages/audit.ts'
import { overviewPage } from '../../console/pages/overview.ts'
import type { Db } from '../../database/schema.ts'
import type { Follower } from '../../following/follower.ts'
import { enquiries } from '../../operator/enquiries.ts'
import { diskRoom, examineStanding } from '../../operator/findings.ts'
import { imports } from '../../operator/imports.ts'
import { InvalidInput, moment } from '../../operator/inputs.ts'
import { keys } from '../../operator/keys.ts'
import { listings } from '../../operator/listings.ts'
import { readOverview } from '../../operator/overview.ts'
import { records } from '../../operator/records.ts'
import { makeLink, readPerson } from '../../operator/sessions.ts'
import { createUploads, type Uploads } from '../../operator/uploads.ts'
import { webhooks } from '../../operator/webhooks.ts'
import { addActs, createDesk, type DeskParts } from './acts.ts'
import { type ConsoleRoutes, createConsoleRoutes, readRows } from './console-routes.ts'
import { addDataPages } from './data.ts'
import { addEntrance, type EntranceParts } from './entrance.ts'
import { addImportPages } from './imports.ts'
import { addEnquiryPages, addKeyPages, addListingPages, addWebhookPages } from './pages.ts'
import { addRecordPages } from './records.ts'

export interface ConsoleParts extends DeskParts {
  /** For what the pages read. */
  reads: Db
  config: Config
  follower: Follower
  addressOf: EntranceParts['addressOf']
}

/** The operator's console: the entrance, and a file for each page and its actions. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { config, db, reads, addressOf, follower } = parts
  const { baseUrl, prefix } = config
  app.get('/console', (_request, reply) => reply.redirect(`${prefix}/console/`, 301))
  app.register(
    async (scope) => {
      // An upload is read as a stream.
      scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
      const routes = createConsoleRoutes(scope, { db, baseUrl, prefix })
      scope.setErrorHandler(routes.problem)
      addEntrance(scope, routes, { db, baseUrl, addressOf })
      addOverviewPage(routes, { reads, config })
      addKeyPages(routes, { reads })
      addWebhookPages(routes, { reads })
      addEnquiryPages(routes, { reads, isMailed: config.enquiries.mail !== undefined })
      const gaps = createGapIndex(follower)
      // The first request prepares what takes longest.
      scope.addHook('onResponse', async ({ consoleSession }) => {
        if (consoleSession) void gaps.read().catch(() => {})
      })
      addDataPages(routes, { reads, gaps })
      addImportPages(routes, { reads, uploads: openUploads(scope, { db, config }) })
      addListingPages(routes, { reads, prefix })
      addAuditPages(routes, parts)
      const deskOf = createDesk(parts)
      addRecordPages(routes, {
        reads,
        site: config.site ? `${prefix}/en` : undefined,
        deskOf,
        mediaFolder: config.mediaFolder,
      })
      addActs(routes, records, deskOf)
      addActs(routes, keys, deskOf)
      addActs(routes, webhooks, deskOf)
      addActs(routes, enquiries, deskOf)
      addActs(routes, listings, deskOf)
      addActs(routes, imports, deskOf)
    },
    { prefix: '/console' },
  )
}

/** Imports that began here finish before the service stops. */
function openUploads(scope: FastifyInstance, { db, config }: Pick<ConsoleParts, 'db' | 'config'>): Uploads {
  const onFailure = (error: unknown) => scope.log.error({ err: error }, 'an import from the console failed')
  const uploads = createUploads({ db, target: config.database, review: config.guardReview, onFailure })
  scope.addHook('onClose', uploads.ended)
  return uploads
}

function addOverviewPage(routes: ConsoleRoutes, { reads, config }: Pick<ConsoleParts, 'reads' | 'config'>): void {
  routes.page('/', async (request) => {
    const { now } = request
    const overview = await readOverview(reads, now)
    const findings = await examineStanding(reads, config, overview, now)
    return overviewPage(request, { ...overview, findings, disk: diskRoom(config.database) })
  })
}

function addAuditPages(
  routes: ConsoleRoutes,
  { db, reads, config }: Pick<ConsoleParts, 'db' | 'reads' | 'config'>,
): void {
  routes.page('/audit', async (request) => {
    const given = (name: string) => (request.query.get(name) ?? '').trim().slice(0, 80)
    const asked = { who: given('who'), action: given('action'), since: given('since'), until: given('until') }
    try {
      const at = (name: 'since' | 'until') =>
        asked[name] === '' ? undefined : moment('back', '').read(asked[name], name)
      const filter = { who: asked.who, action: asked.action, since: at('since'), until: at('until') }
      const found = await readRows(request.query, (rows) => listAudit(reads, { ...rows, ...filter }))
      return auditPage(request, { ...found, asked, fault: undefined })
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      return auditPage(request, { rows: [], page: 1, hasMore: false, asked, fault: error.message })
    }
  })

  routes.action('/people/link', async (request) => {
    const { form, session, to, now } = request
    try {
      const who = readPerson(form.get('who') ?? '', 'the name')
      const role = form.get('role') === 'editor' ? 'editor' : 'viewer'
      const { token } = await makeLink(db, { by: 'console', who: session.who }, { who, role }, now)
      const url = `${config.baseUrl || ownServer(config)}/console/enter?link=${token}`
      return linkPage(request, { who, url })
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      return { to: to('audit'), text: `No link was made: ${error.message}.`, isBad: true }
    }
  })
}
