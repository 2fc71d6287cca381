import { ConfigError } from '../config.ts'
import { reasonOf } from './io.ts'

/** Creates and removes the subscription of `yantra listen` through the public API. */
interface Subscriber {
  subscribe(url: string, events: readonly string[]): Promise<{ id: string; secret: string }>
  /** Returns why it could not be removed; undefined when it is gone. */
  unsubscribe(id: string): Promise<string | undefined>
}

interface ProblemDocument {
  code?: string
  detail?: string
  errors?: { pointer?: string; message: string }[]
}

/** Less than a process may take to stop. */
const PATIENCE_MS = 5_000

export function createSubscriber(server: URL, key: string): Subscriber {
  const place = `${server.origin}${server.pathname.replace(/\/+$/, '')}`
  const address = `${place}/v1/webhooks`

  async function ask(method: string, path: string, body?: object): Promise<{ status: number; document: unknown }> {
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...json },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: answer.status, document: await answer.json().catch(() => undefined) }
  }

  return {
    async subscribe(url, events) {
      const { status, document } = await ask('POST', '', { url, events }).catch((error: unknown) => {
        throw new ConfigError(`${place} does not answer (${reasonOf(error)}); is it running? --server names another`)
      })
      const { id, secret, ...problem } = (document ?? {}) as { id?: string; secret?: string } & ProblemDocument
      if (status === 200 && id && secret) return { id, secret }
      throw new ConfigError(refusal(place, status, problem))
    },
    async unsubscribe(id) {
      try {
        const { status, document } = await ask('DELETE', `/${id}`)
        // 404: somebody removed it meanwhile.
        if (status === 200 || status === 404) return undefined
        return refusal(place, status, (document ?? {}) as ProblemDocument)
      } catch (error) {
        return `${place} does not answer (${reasonOf(error)})`
      }
    },
  }
}

/** Why the server refused, and what to do. */
function refusal(place: string, status: number, { code, detail = '', errors = [] }: ProblemDocument): string {
  if (code === undefined) return `${place} answers ${status}, not as a Yantra server does; is --server right?`
  if (status === 401) return `${place} does not know the key in YANTRA_KEY: ${detail}`
  if (status === 403) return `${place}: ${detail} \`yantra keys create --name me --tier enterprise\` makes one.`
  const aboutUrl = errors.find(({ pointer }) => pointer === '/url')
  if (aboutUrl) {
    return `${place} does not deliver to this machine (${aboutUrl.message}); for development, start it with WEBHOOK_ALLOW_PRIVATE=true`
  }
  if (status === 409) return `${place}: ${detail} \`yantra webhooks list\` and \`delete\` make room.`
  return `${place} answers ${status}: ${detail}`
}
