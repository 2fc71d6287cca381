import type { RequestListener, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

const { createServer } = process.getBuiltinModule('node:http')

/** Makes the app of the pages, given its server. */
type Make = (createServer: (handler: RequestListener) => Server) => FastifyInstance

/** After a start, the pages wait this long before they load. */
const SOON_MS = 1_000

/**
 * Site, guides and console are more code than the API. They are loaded once the service answers, or at the first
 * request for a page.
 */
export function laterPages(
  load: () => Promise<Make>,
  refuse: (error: unknown, ...exchange: Parameters<RequestListener>) => void,
) {
  let loading: Promise<{ app: FastifyInstance; handler: RequestListener }> | undefined
  let handler: RequestListener | undefined
  let timer: NodeJS.Timeout | undefined

  async function start() {
    const make = await load()
    let own: RequestListener
    const app = make((given) => {
      own = given
      return createServer()
    })
    await app.ready()
    handler = own!
    return { app, handler }
  }

  /** A failed load, perhaps for lack of file descriptors, is tried again by the next request. */
  function loaded() {
    loading ??= start().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    answer(...exchange: Parameters<RequestListener>): void {
      if (handler) handler(...exchange)
      else
        loaded().then(
          ({ handler }) => handler(...exchange),
          (error) => refuse(error, ...exchange),
        )
    },
    loadSoon(): void {
      timer = setTimeout(() => loaded().catch(() => {}), SOON_MS).unref()
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await (await loading?.catch(() => undefined))?.app.close()
    },
  }
}
