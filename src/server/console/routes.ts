import type { Resource } from '../../admin/actions.ts'
import { enquiries } from '../../admin/enquiries.ts'
import { imports } from '../../admin/imports.ts'
import { keys } from '../../admin/keys.ts'
import { listings } from '../../admin/listings.ts'
import { mappings } from '../../admin/mappings.ts'
import { addPhotograph, records, saveRecord, typeFrom } from '../../admin/records.ts'
import { endSession, makeLink, openSession, readPerson } from '../../admin/sessions.ts'
import { createUploads } from '../../admin/uploads.ts'
import { webhooks } from '../../admin/webhooks.ts'
import { createMemoryLimiter } from '../../auth/rate-limiter.ts'
import { ownServer } from '../../config.ts'
import type { Pages } from '../../console/page.ts'
import { AUDIT_PAGES, linkPage } from '../../console/pages/audit.ts'
import { DATA_PAGES } from '../../console/pages/data.ts'
import { ENQUIRY_PAGES } from '../../console/pages/enquiries.ts'
import { FIND_PAGES } from '../../console/pages/find.ts'
import { IMPORT_PAGES } from '../../console/pages/imports.ts'
import { KEY_PAGES } from '../../console/pages/keys.ts'
import { LISTING_PAGES } from '../../console/pages/listings.ts'
import { MAPPING_PAGES } from '../../console/pages/mappings.ts'
import { OVERVIEW_PAGES } from '../../console/pages/overview.ts'
import { RECORD_PAGES, recordPage, wholeNumber } from '../../console/pages/record.ts'
import { WEBHOOK_PAGES } from '../../console/pages/webhooks.ts'
import type { Db } from '../../database/schema.ts'
import { notFound } from '../../errors.ts'
import { MAX_PHOTOGRAPH_BYTES } from '../../import/photographs.ts'
import { readRecordForm } from '../../import/record-form.ts'
import type { Log } from '../../lib/log.ts'
import { rateLimited } from '../access.ts'
import { FOR_EVER } from '../cached-response.ts'
import type { AddressOf } from '../client-address.ts'
import type { ReadProblem } from '../problems.ts'
import { type ActionDeps, addActions, type ContextOf, createContext, noticeText, reasonFor } from './actions.ts'
import { CONSOLE_HEADERS, type ConsoleRoutes, createConsoleRoutes } from './console-routes.ts'
import { addImportPages } from './imports.ts'
import { readForm } from './multipart.ts'
import { type ConsoleRoute, createRouteTable, type RouteTable } from './route-table.ts'

export const PAGES: Pages = {
  ...OVERVIEW_PAGES,
  ...DATA_PAGES,
  ...IMPORT_PAGES,
  ...MAPPING_PAGES,
  ...FIND_PAGES,
  ...RECORD_PAGES,
  ...LISTING_PAGES,
  ...KEY_PAGES,
  ...WEBHOOK_PAGES,
  ...ENQUIRY_PAGES,
  ...AUDIT_PAGES,
}

export const RESOURCES = [
  records,
  keys,
  webhooks,
  enquiries,
  listings,
  imports,
  mappings,
] as unknown as Resource<never>[]

export interface ConsoleDeps extends ActionDeps {
  addressOf: AddressOf
  log: Log
  readProblem: ReadProblem
  /** For counts and lists that may take a while (`readApart`). */
  reads: Db
}

export function createConsole(deps: ConsoleDeps) {
  const { config, db, log, reads } = deps
  const table = createRouteTable()
  const frame = createConsoleRoutes(table, deps)
  const onFailure = (error: unknown) => log.error({ err: error }, 'an import from the console failed')
  // Imports that began here finish before the service stops.
  const uploads = createUploads({ db, target: config.database, review: config.guardReview, onFailure })
  const contextOf = createContext(deps)
  addEntrance(table, frame, deps)
  for (const [path, make] of Object.entries(PAGES)) frame.page(path, (request) => make(request, { reads, config }))
  addImportPages(frame, deps, uploads)
  addLinkAction(frame, deps)
  addRecordActions(frame, deps, contextOf)
  for (const word of RESOURCES) addActions(frame, word, contextOf)
  return { frame, table, uploads }
}

function addLinkAction(routes: ConsoleRoutes, { db, config }: ConsoleDeps): void {
  routes.action('/people/link', async (request) => {
    const { form, session, to, now } = request
    try {
      const who = readPerson(form.get('who') ?? '', 'the name')
      const role = form.get('role') === 'editor' ? 'editor' : 'viewer'
      const { token } = await makeLink(db, { by: 'console', who: session.who }, { who, role }, now)
      const url = `${config.baseUrl || ownServer(config)}/console/enter?link=${token}`
      return linkPage(request, { who, url })
    } catch (error) {
      return { to: to('audit'), text: `No link was made: ${reasonFor(error)}.`, isBad: true }
    }
  })
}

/** Failed links from one address in a minute. A link has 256 random bits; this limit only makes guessing dull. */
const GUESSES = 60
const DEAD_LINK = 'This link does not open the console: it was used, it has expired, or it was never one.'

function addEntrance(table: RouteTable, frame: ConsoleRoutes, { db, config: { baseUrl }, addressOf }: ConsoleDeps) {
  const guesses = createMemoryLimiter()

  const get = (path: string, handler: ConsoleRoute['handler']) => table.add({ method: 'GET', path, handler })

  get('/enter', async (request, reply) => {
    // A HEAD request does not log in.
    if (request.method === 'HEAD') return reply.headers(CONSOLE_HEADERS).send()
    const link = new URLSearchParams(request.query as string).get('link') ?? ''
    const token = await openSession(db, link, Date.now())
    if (token === undefined) {
      // Only failures are counted, so guesses from an address do not lock out its other users.
      const state = guesses.take(addressOf(request.raw), GUESSES)
      if (!state.allowed) throw rateLimited(state)
      return frame.signIn(reply, DEAD_LINK)
    }
    const isSecure = request.protocol === 'https' || baseUrl.startsWith('https:')
    return reply.headers({ ...CONSOLE_HEADERS, 'set-cookie': frame.cookie(token, isSecure) }).redirect(frame.root, 303)
  })

  frame.action(
    '/leave',
    async ({ to, session }) => {
      await endSession(db, session)
      return { to: to(''), text: '' }
    },
    { forViewers: true },
  )

  get('/assets/:version/:name', async (request, reply) => {
    const asset = frame.assets.file((request.params as { name: string }).name)
    if (!asset) throw notFound('such file')
    const caching = { 'cache-control': FOR_EVER, 'content-type': asset.type }
    return reply.headers({ ...CONSOLE_HEADERS, ...caching }).send(asset.body)
  })
}

function addRecordActions(routes: ConsoleRoutes, parts: ConsoleDeps, contextOf: ContextOf): void {
  routes.action('/records/:type/:key', async (request) => {
    const { params, form, to } = request
    const type = typeFrom(params.type!)
    const mine = type && readRecordForm(type, form)
    const saved =
      mine && (await saveRecord(contextOf(request), type, params.key!, mine, wholeNumber(form.get('version'))))
    if (!saved) throw notFound('such record')
    if (!saved.record) return { to: to(`records/${type}/${params.key}`), text: saved.text }
    return recordPage(request, parts, saved.record, saved)
  })

  routes.action(
    '/records/:type/:key/photographs',
    async (request) => {
      const { params, upload, type: sent, to } = request
      const { type, key } = params as { type: string; key: string }
      const there = to(`records/${type}/${key}`)
      const pieces: Buffer[] = []
      let size = 0
      const { fields } = await readForm(upload, sent, (bytes) => {
        // The rest of one that is too large is not held.
        if (size <= MAX_PHOTOGRAPH_BYTES) size += pieces[pieces.push(Buffer.from(bytes)) - 1]!.length
      })
      const input = { type, key, bytes: Buffer.concat(pieces), caption: (fields.get('caption') ?? '').trim() }
      try {
        const done = await addPhotograph(contextOf(request), input)
        if (!done) throw notFound('such record')
        return { to: there, text: noticeText(done) }
      } catch (error) {
        return { to: there, text: `No photograph was added: ${reasonFor(error)}.`, isBad: true }
      }
    },
    { takesUpload: true },
  )
}
