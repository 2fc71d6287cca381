import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Notice, readSession, SESSION_MS, type Session, setNotice } from '../../admin/sessions.ts'
import type { Config } from '../../config.ts'
import { consoleAssets, frame, problemPage, signInPage } from '../../console/frame.ts'
import type { ConsoleFile, ConsolePage, ConsoleRequest, PageContext } from '../../console/page.ts'
import type { Db } from '../../database/schema.ts'
import { notFound, Problem } from '../../errors.ts'
import { queryOf } from '../../website/locale.ts'
import { isSameOrigin } from '../own-host.ts'
import { checkForm } from '../parameters.ts'
import type { ReadProblem } from '../problems.ts'
import type { RouteTable } from './route-table.ts'

export interface ActionRequest extends ConsoleRequest {
  form: URLSearchParams
  upload: Readable
  type: string
  session: Session
}

/** Where an action leads and the notice shown there; or a page that is shown only once. */
type ActionOutcome = ({ to: string } & Notice) | ConsolePage

/** On every answer under `/console`: no caching, no framing, no scripts. */
export const CONSOLE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  // A browser that sends no referrer also sends no origin with a form.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
} as const

const COOKIE = 'yantra_console'
const MAX_COOKIES = 8
const SESSION_S = SESSION_MS / 1_000
const ONLY_LOOKS = 'You are signed in as a viewer, who changes nothing. Ask for a link with the role editor.'
const NO_SESSION = 'This page is for the operator of the service, and you are not signed in.'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every page and action of the console except the entrance. */
    consoleSession: Session | undefined
  }
}

interface ConsoleRouteDeps {
  config: Pick<Config, 'baseUrl' | 'prefix'>
  db: Db
  readProblem: ReadProblem
}

export function createConsoleRoutes(table: RouteTable, deps: ConsoleRouteDeps) {
  const { db, readProblem } = deps
  const { baseUrl, prefix } = deps.config
  const root = `${prefix}/console/`
  const assets = consoleAssets()

  function contextOf(session?: Session): PageContext {
    const isViewer = session?.role === 'viewer'
    const picture = (url: string) => (url.startsWith('/') ? prefix + url : url)
    return { to: (path, parameters = {}) => root + path + queryOf(parameters), picture, now: Date.now(), isViewer }
  }

  function send(reply: FastifyReply, page: ConsolePage, session?: Session): FastifyReply {
    const parts = { ...contextOf(session), asset: (name: string) => root + assets.path(name), person: session }
    const text = frame({ ...parts, notice: session?.notice }, page)
    return reply
      .code(page.status ?? 200)
      .headers({ ...CONSOLE_HEADERS, 'content-type': 'text/html; charset=utf-8' })
      .send(text)
  }

  async function sessionOf(request: FastifyRequest): Promise<Session | undefined> {
    for (const token of cookiesOf(request.headers.cookie)) {
      const session = await readSession(db, token, Date.now())
      if (session) return session
    }
    return undefined
  }

  async function show(request: FastifyRequest, reply: FastifyReply, page: ConsolePage): Promise<FastifyReply> {
    const session = request.consoleSession
    if (session?.notice) await setNotice(db, session, undefined)
    return send(reply, page, session)
  }

  function requestOf(request: FastifyRequest): ConsoleRequest {
    const query = new URLSearchParams(request.query as string)
    return { ...contextOf(request.consoleSession), params: request.params as Record<string, string>, query }
  }

  function checkOrigin({ headers }: FastifyRequest): void {
    if (isSameOrigin(headers, baseUrl)) return
    throw new Problem('forbidden', 'A change is taken from a page of the console only. Go back to it and try again.')
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.consoleSession = await sessionOf(request)
    if (!request.consoleSession) await send(reply, signInPage(contextOf(), NO_SESSION))
  }

  return {
    root,
    assets,
    enter,
    page(path: string, make: (request: ConsoleRequest) => Promise<ConsolePage | ConsoleFile | undefined>): void {
      async function handler(request: FastifyRequest, reply: FastifyReply) {
        const restored = LIST.test(path) ? restoreSearch(request, reply, root + path.slice(1)) : undefined
        if (restored) return reply.headers(CONSOLE_HEADERS).redirect(restored, 303)
        const created = await make(requestOf(request))
        if (!created) throw notFound('such page')
        if (!('file' in created)) return show(request, reply, created)
        const disposition = `attachment; filename="${created.file.replace(/[^\w.-]/g, '_')}"`
        return reply
          .headers({ ...CONSOLE_HEADERS, 'content-type': created.type, 'content-disposition': disposition })
          .send(created.body)
      }
      table.add({ method: 'GET', path, onRequest: enter, handler })
    },
    /** Adds a change: a POST with a session, from one of our own pages. */
    action(
      path: string,
      run: (request: ActionRequest) => Promise<ActionOutcome>,
      { takesUpload = false, forViewers = false } = {},
    ): void {
      async function onRequest(request: FastifyRequest, reply: FastifyReply) {
        checkOrigin(request)
        await enter(request, reply)
        if (request.consoleSession?.role === 'viewer' && !forViewers) throw new Problem('forbidden', ONLY_LOOKS)
      }
      async function handler(request: FastifyRequest, reply: FastifyReply) {
        if (!takesUpload && request.body) checkForm(request.headers)
        const type = request.headers['content-type'] ?? ''
        const form = new URLSearchParams(takesUpload ? '' : String(request.body ?? ''))
        const session = request.consoleSession!
        const outcome = await run({ ...requestOf(request), form, upload: request.body as Readable, type, session })
        if (!('to' in outcome)) return show(request, reply, outcome)
        const { to, ...notice } = outcome
        await setNotice(db, session, notice)
        return reply.headers(CONSOLE_HEADERS).redirect(to, 303)
      }
      table.add({ method: 'POST', path, takesUpload, onRequest, handler })
    },
    signIn: (reply: FastifyReply, why: string) => send(reply, signInPage(contextOf(), why)),
    /** Every error under `/console` is a page. Without a session it shows nothing from inside. */
    problem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const problem = readProblem(error, request.id)
      const visible = request.consoleSession && { ...request.consoleSession, notice: undefined }
      reply.headers(problem.headers)
      return send(reply, problemPage(contextOf(), problem, request.id), visible)
    },
    cookie: (token: string, isSecure: boolean) =>
      `${COOKIE}=${token}; Path=${root}; Max-Age=${SESSION_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  }
}

const SEARCH_COOKIE = 'yantra_console_search'
const LIST = /^\/[a-z]+$/

/** Saves the search of a list for the session of the browser; returns the address of the saved one for a plain link. */
function restoreSearch({ query, headers }: FastifyRequest, reply: FastifyReply, path: string): string | undefined {
  const search = new URLSearchParams(query as string)
  search.delete('page')
  if (String(query) !== '') {
    const value = Buffer.from(search.toString()).toString('base64url')
    reply.header('set-cookie', `${SEARCH_COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Strict`)
    return undefined
  }
  const saved = new RegExp(`(?:^|; )${SEARCH_COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''
  const restored = new URLSearchParams(Buffer.from(saved, 'base64url').toString())
  return restored.size > 0 ? `${path}?${restored}` : undefined
}

export type ConsoleRoutes = ReturnType<typeof createConsoleRoutes>

/** All cookies of our name: another site of the same domain may have set one that comes first. */
function cookiesOf(header = ''): string[] {
  const pairs = header.split(';').map((part) => part.trim().split('=', 2))
  return pairs.flatMap(([name, value]) => (name === COOKIE && value ? [value] : [])).slice(0, MAX_COOKIES)
}
