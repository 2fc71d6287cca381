import type { FastifyInstance } from 'fastify'
import { notFound } from '../../errors.ts'
import { createMemoryLimiter } from '../../keys/limiter.ts'
import { endSession, openSession } from '../../operator/sessions.ts'
import { rateLimited } from '../access.ts'
import { FOR_EVER } from '../answers.ts'
import { queryString } from '../parameters.ts'
import { CONSOLE_HEADERS, type ConsoleFrame, type ConsoleParts } from './console-routes.ts'

/** Failed links from one address in a minute. A link has 256 random bits; this limit only makes guessing dull. */
const GUESSES = 60
const DEAD_LINK = 'This link does not open the console: it was used, it has expired, or it was never one.'

/** The login by link, the logout, and everything under `/console` that is not a page. */
export function addEntrance(
  app: FastifyInstance,
  frame: ConsoleFrame,
  { db, config: { baseUrl }, addressOf }: ConsoleParts,
): void {
  const guesses = createMemoryLimiter()

  app.get('/enter', async (request, reply) => {
    // A HEAD request does not log in.
    if (request.method === 'HEAD') return reply.headers(CONSOLE_HEADERS).send()
    const link = new URLSearchParams(queryString(request.url)).get('link') ?? ''
    const token = await openSession(db, link, Date.now())
    if (token === undefined) {
      // Only what fails is counted: whoever guesses from the same address keeps nobody out.
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

  app.get('/assets/:version/:name', async (request, reply) => {
    const asset = frame.assets.file((request.params as { name: string }).name)
    if (!asset) throw notFound('such file')
    const caching = { 'cache-control': FOR_EVER, 'content-type': asset.type }
    return reply.headers({ ...CONSOLE_HEADERS, ...caching }).send(asset.body)
  })

  app.all('/*', { onRequest: frame.enter }, async () => {
    throw notFound('such page')
  })
}
