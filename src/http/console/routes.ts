import type { FastifyInstance } from 'fastify'
import { listAudit } from '../../audit/audit.ts'
import { createGapIndex } from '../../catalogue/gaps/gap-index.ts'
import { ownServer } from '../../config.ts'
import { auditPage, linkPage } from '../../console/pages/audit.ts'
import { overviewPage } from '../../console/pages/overview.ts'
import type { Noun } from '../../operator/desk.ts'
import { enquiries } from '../../operator/enquiries.ts'
import { diskRoom, examineStanding } from '../../operator/findings.ts'
import { imports } from '../../operator/imports.ts'
import { moment } from '../../operator/inputs.ts'
import { keys } from '../../operator/keys.ts'
import { listings } from '../../operator/listings.ts'
import { readOverview } from '../../operator/overview.ts'
import { records } from '../../operator/records.ts'
import { makeLink, readPerson } from '../../operator/sessions.ts'
import { createUploads, type Uploads } from '../../operator/uploads.ts'
import { webhooks } from '../../operator/webhooks.ts'
import { addActs, createDesk, whyNot } from './acts.ts'
import { type ConsoleParts, type ConsoleRoutes, createConsoleRoutes, readRows } from './console-routes.ts'
import { addDataPages } from './data.ts'
import { addEntrance } from './entrance.ts'
import { addImportPages } from './imports.ts'
import { addEnquiryPages, addKeyPages, addListingPages, addWebhookPages } from './pages.ts'
import { addRecordPages } from './records.ts'

/** The operator's console: the entrance, and a file for each page and its actions. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { config, reads, follower } = parts
  app.get('/console', (_request, reply) => reply.redirect(`${config.prefix}/console/`, 301))
  app.register(
    async (scope) => {
      // An upload is read as a stream.
      scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
      const routes = createConsoleRoutes(scope, parts)
      scope.setErrorHandler(routes.problem)
      const gaps = createGapIndex(follower)
      // The first request prepares what takes longest.
      scope.addHook('onResponse', async ({ consoleSession }) => {
        if (consoleSession) void gaps.read().catch(() => {})
      })
      const deskOf = createDesk(parts)
      addEntrance(scope, routes, parts)
      addOverviewPage(routes, parts)
      addKeyPages(routes, parts)
      addWebhookPages(routes, parts)
      addEnquiryPages(routes, parts)
      addDataPages(routes, reads, gaps)
      addImportPages(routes, reads, openUploads(scope, parts))
      addListingPages(routes, parts)
      addAuditPages(routes, parts)
      addRecordPages(routes, parts, deskOf)
      for (const noun of [records, keys, webhooks, enquiries, listings, imports] as Noun<never>[]) {
        addActs(routes, noun, deskOf)
      }
    },
    { prefix: '/console' },
  )
}

/** Imports that began here finish before the service stops. */
function openUploads(scope: FastifyInstance, { db, config }: ConsoleParts): Uploads {
  const onFailure = (error: unknown) => scope.log.error({ err: error }, 'an import from the console failed')
  const uploads = createUploads({ db, target: config.database, review: config.guardReview, onFailure })
  scope.addHook('onClose', uploads.ended)
  return uploads
}

function addOverviewPage(routes: ConsoleRoutes, { reads, config }: ConsoleParts): void {
  routes.page('/', async (request) => {
    const { now } = request
    const overview = await readOverview(reads, now)
    const findings = await examineStanding(reads, config, overview, now)
    return overviewPage(request, { ...overview, findings, disk: diskRoom(config.database) })
  })
}

function addAuditPages(routes: ConsoleRoutes, { db, reads, config }: ConsoleParts): void {
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
      return auditPage(request, { rows: [], page: 1, hasMore: false, asked, fault: whyNot(error) })
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
      return { to: to('audit'), text: `No link was made: ${whyNot(error)}.`, isBad: true }
    }
  })
}
