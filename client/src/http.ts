import { isProblem, YantraError, YantraProblem } from './errors.ts'
import { DIRECTORY, type KeyDirectory, type Proof, verifySigned } from './signed.ts'

interface Settings {
  baseUrl: string
  key: string | undefined
  timeoutMs: number
  retries: number
  maxRetryAfterMs: number
  cache: boolean
  /** Whether reads are asked to be signed, and checked. */
  signed: boolean
  fetch: typeof fetch
}

interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  /** Makes a write safe to send again. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  retries?: number | undefined
}

/** The answer that a result came with. */
export interface Answer {
  status: number
  headers: Headers
  /** Quote it when you report a fault. */
  requestId: string | undefined
}

interface ReadAnswer extends Omit<Answer, 'requestId'> {
  text: string
  proof?: Proof | undefined
}

const FIRST_WAIT_MS = 250
const MAX_DOUBLINGS = 5
const CACHED_ANSWERS = 200

const answers = new WeakMap<object, Answer>()
const proofs = new WeakMap<object, Proof>()

/** Status and headers that a result came with: `ETag`, `RateLimit`, `X-Query-Read` and others. */
export function answerOf(result: object): Answer | undefined {
  return answers.get(result)
}

/** What a result of `client.signed`, or a problem that it threw, can be proven with. */
export function proofOf(result: object): Proof | undefined {
  return proofs.get(result)
}

/** Sends requests, again where that is safe and useful; when asked, keeps answers and asks whether they still hold. */
export function createHttp(settings: Settings) {
  const kept = new Map<string, { etag: string; text: string }>()
  let directory: Promise<KeyDirectory> | undefined

  async function attempt({ method, path, body, idempotencyKey, signal }: Request): Promise<ReadAnswer> {
    const nonce = settings.signed && method === 'GET' && path !== DIRECTORY ? crypto.randomUUID() : undefined
    // What is not sent again has no signature.
    const known = method === 'GET' && !nonce ? kept.get(path) : undefined
    const headers: Record<string, string> = { accept: 'application/json' }
    if (settings.key) headers.authorization = `Bearer ${settings.key}`
    if (known) headers['if-none-match'] = known.etag
    if (nonce) {
      headers['accept-signature'] = `yantra=("@status");created;nonce="${nonce}"`
      headers['accept-encoding'] = 'identity'
    }
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
    if (body !== undefined) headers['content-type'] = 'application/json'
    const late = AbortSignal.timeout(settings.timeoutMs)
    const response = await settings.fetch(settings.baseUrl + path, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const proof = nonce ? await prove(response, path, nonce) : undefined
    const text = await response.text()
    if (response.status === 304 && known) return { status: 200, headers: response.headers, text: known.text }
    if (settings.cache && method === 'GET' && response.status === 200) keep(path, response.headers.get('etag'), text)
    return { status: response.status, headers: response.headers, text, proof }
  }

  async function prove(response: Response, path: string, nonce: string): Promise<Proof | undefined> {
    const url = new URL(settings.baseUrl + path).href
    const verify = async () => {
      directory ??= send({ method: 'GET', path: DIRECTORY })
      return verifySigned(response, await directory, { url, nonce })
    }
    // A gateway's own error is nobody's answer; it stays an error.
    if (!response.ok) return response.headers.has('signature') ? verify().catch(() => undefined) : undefined
    return verify().catch(() => {
      // The key may be newer than the directory.
      directory = undefined
      return verify()
    })
  }

  function keep(path: string, etag: string | null, text: string): void {
    kept.delete(path)
    if (etag === null) return
    for (const oldest of kept.keys()) {
      if (kept.size < CACHED_ANSWERS) break
      kept.delete(oldest)
    }
    kept.set(path, { etag, text })
  }

  async function send<T>(request: Request): Promise<T> {
    const { retries = settings.retries } = request
    for (let retry = 0; ; retry++) {
      let wait: number | undefined
      let failure: YantraError
      try {
        const answer = await attempt(request)
        if (answer.status >= 200 && answer.status < 300) return readJson(answer) as T
        failure = toError(answer)
        wait = waitAfter(failure, request.method, retry)
      } catch (error) {
        if (error instanceof YantraError) throw error
        if (request.signal?.aborted) throw new YantraError('the request was aborted', { cause: request.signal.reason })
        const { name, message, cause } = error as Error & { cause?: { message?: string; code?: string } }
        const isTimeout = name === 'TimeoutError'
        // Node's fetch keeps the reason in `cause`, which has only a code when it tried several addresses.
        const detail = isTimeout
          ? `no response within ${settings.timeoutMs} ms`
          : `connection failed: ${cause?.message || cause?.code || message}`
        failure = new YantraError(`${request.method} ${settings.baseUrl}${request.path}: ${detail}`, { cause: error })
        // What became of a write that was cut nobody knows, so it is sent again only under its key.
        wait = request.method === 'GET' || request.idempotencyKey ? backoff(retry) : undefined
      }
      if (wait === undefined || retry >= retries) throw failure
      await pause(wait, request.signal)
    }
  }
  return send

  /** How long to wait before the next attempt; undefined when there must not be one. */
  function waitAfter({ status, retryAfter }: YantraError, method: string, retry: number): number | undefined {
    // A gateway that got no answer may have passed the request on all the same.
    const again = status === 429 || status === 503 || (method === 'GET' && (status === 502 || status === 504))
    if (!again) return undefined
    if (retryAfter === undefined) return backoff(retry)
    return retryAfter * 1000 > settings.maxRetryAfterMs ? undefined : retryAfter * 1000
  }
}

function backoff(retry: number): number {
  return FIRST_WAIT_MS * 2 ** Math.min(retry, MAX_DOUBLINGS) * (0.5 + Math.random())
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(new YantraError('the request was aborted', { cause: signal?.reason }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}

function readJson({ status, headers, text, proof }: ReadAnswer): unknown {
  try {
    const result = JSON.parse(text)
    if (result !== null && typeof result === 'object') {
      answers.set(result, { status, headers, requestId: headers.get('x-request-id') ?? undefined })
      if (proof) proofs.set(result, proof)
    }
    return result
  } catch (cause) {
    throw new YantraError('the answer is not JSON', { status, headers, cause })
  }
}

function toError({ status, headers, text, proof }: ReadAnswer): YantraError {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (isProblem(body)) {
    const problem = new YantraProblem(body, headers)
    if (proof) proofs.set(problem, proof)
    return problem
  }
  // A browser hides the status of a redirect.
  return new YantraError(`the server answered ${status || 'with a redirect'}`, { status, headers })
}
