import type {
  Change,
  Changes,
  EventName,
  ImplementSummary,
  ListingChange,
  ListingChanges,
  ListingParameters,
  ListingSearchOut,
  Machine,
  MachineClass,
  MachineSearchOut,
  MarketListing,
  MarketValues,
  SearchParameters,
  SuggestOut,
  ValueParameters,
  Webhook,
  WebhookCreated,
  WebhookDeleted,
  WebhookDeliveries,
  WebhookPing,
  WebhookRedelivered,
  WebhookSecret,
  WebhookStatus,
} from './contract.ts'
import { YantraError } from './errors.ts'
import { createHttp, pause } from './http.ts'
import { type ListingResult, type SearchResult, searchResult, toQuery } from './search.ts'

export interface ClientOptions {
  /** Where the service is: `https://host` or `https://host/prefix`. */
  baseUrl: string
  /** An API key. Reads work without one unless the operator closed them; webhooks need one of the enterprise tier. */
  key?: string | undefined
  /** Bounds each attempt, its body included. */
  timeoutMs?: number
  /** Further attempts after 429, 502, 503, 504, and after a read that was cut or not answered. */
  retries?: number
  /** The longest `Retry-After` that is waited for. After a longer one the problem says how long, in `retryAfter`. */
  maxRetryAfterMs?: number
  /** Keeps the newest 200 answers and asks with their ETags; a 304 does not count against a key's limit. */
  cache?: boolean
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
}

export interface ReadOptions {
  signal?: AbortSignal
}

interface FeedOptions {
  since?: string
  /** The most changes of one answer. */
  limit?: number
}

interface ChangesOptions extends FeedOptions {
  /** Sheets instead of summaries. */
  include?: 'sheet'
}

interface FollowOptions {
  /** At the end of the feed it asks again after so long, through interruptions, until the signal ends it. */
  followMs?: number
}

export class YantraClient {
  readonly webhooks: {
    /** The secret is in this answer and in no other. */
    create(
      subscription: { url: string; events: EventName[] },
      options?: { idempotencyKey?: string },
    ): Promise<WebhookCreated>
    list(options?: ReadOptions): Promise<Webhook[]>
    delete(id: string): Promise<WebhookDeleted>
    /** Its status and last outcomes. */
    get(id: string, options?: ReadOptions): Promise<WebhookStatus>
    /** Those of the last 7 days, newest first. */
    deliveries(
      id: string,
      page?: { limit?: number; offset?: number },
      options?: ReadOptions,
    ): Promise<WebhookDeliveries>
    /** Sends a signed test event now. */
    ping(id: string): Promise<WebhookPing>
    /** The new secret is in this answer and in no other. Both sign for 24 hours. */
    rotateSecret(id: string): Promise<WebhookSecret>
    redeliver(id: string, body: { since: string }): Promise<WebhookRedelivered>
  }
  readonly #send: ReturnType<typeof createHttp>
  readonly #settings: ClientOptions
  #signed: YantraClient | undefined

  /** `signed` is for the getter of that name. */
  constructor(settings: ClientOptions, signed = false) {
    const { baseUrl, key, fetch: given, ...options } = settings
    if (!/^https?:\/\//.test(baseUrl ?? '')) throw new YantraError('baseUrl must begin with https:// or http://')
    // A browser's own fetch wants to be called as a function of the window.
    const fetchIt: typeof fetch = given ?? ((input, init) => fetch(input, init))
    const { timeoutMs = 10_000, retries = 2, maxRetryAfterMs = 20_000, cache = false } = options
    const base = baseUrl.replace(/\/+$/, '')
    const send = createHttp({ baseUrl: base, key, timeoutMs, retries, maxRetryAfterMs, cache, signed, fetch: fetchIt })
    this.#send = send
    this.#settings = settings
    const hook = (id: string) => `/v1/webhooks/${segment(id)}`
    this.webhooks = {
      create: (body, { idempotencyKey } = {}) => send({ method: 'POST', path: '/v1/webhooks', body, idempotencyKey }),
      list: ({ signal } = {}) => send({ method: 'GET', path: '/v1/webhooks', signal }),
      delete: (id) => send({ method: 'DELETE', path: hook(id) }),
      get: (id, { signal } = {}) => send({ method: 'GET', path: hook(id), signal }),
      deliveries: (id, page = {}, { signal } = {}) =>
        send({ method: 'GET', path: `${hook(id)}/deliveries${toQuery(page)}`, signal }),
      ping: (id) => send({ method: 'POST', path: `${hook(id)}/ping` }),
      rotateSecret: (id) => send({ method: 'POST', path: `${hook(id)}/rotate-secret` }),
      redeliver: (id, body) => send({ method: 'POST', path: `${hook(id)}/redeliver`, body }),
    }
  }

  /**
   * The same client, whose every read is asked to be signed, is checked before you get it, and never comes from the cache.
   * `proofOf(result)` is the proof to keep.
   */
  get signed(): YantraClient {
    this.#signed ??= new YantraClient(this.#settings, true)
    return this.#signed
  }

  /** Await it for one page; iterate it with `for await` for every hit of every page. */
  search(parameters: SearchParameters = {}, options: ReadOptions = {}): SearchResult {
    return searchResult(parameters, (page) => this.#read<MachineSearchOut>(`/v1/tractors${toQuery(page)}`, options))
  }

  /**
   * Every machine that changed since a cursor, once; without one the whole catalogue. For a copy, `published` and `updated`
   * are one upsert by `id`, `withdrawn` a delete. Keep `cursor` with each change that you have taken over: the next loop
   * goes on there.
   */
  changes(
    { since = '', followMs, limit = 1_000, ...more }: ChangesOptions & FollowOptions = {},
    options: ReadOptions = {},
  ): AsyncGenerator<Change, void, undefined> {
    const read: ReadFeed<Changes> = (since, retries) =>
      this.#read(`/v1/changes${toQuery({ since, limit, ...more })}`, { ...options, retries })
    return feed(read, since, followMs, options)
  }

  /** One part of the feed of changes, with the cursor to go on with and the head of the history. */
  changesPart(part: ChangesOptions = {}, options: ReadOptions = {}): Promise<Changes> {
    return this.#read(`/v1/changes${toQuery(part)}`, options)
  }

  /** Every used listing that changed since a cursor, once, as `changes` gives machines. A sale is an update. */
  listingChanges(
    { since = '', followMs, limit = 1_000 }: FeedOptions & FollowOptions = {},
    options: ReadOptions = {},
  ): AsyncGenerator<ListingChange, void, undefined> {
    const read: ReadFeed<ListingChanges> = (since, retries) =>
      this.#read(`/v1/market/changes${toQuery({ since, limit })}`, { ...options, retries })
    return feed(read, since, followMs, options)
  }

  /** One part of the feed of used listings. */
  listingChangesPart(part: FeedOptions = {}, options: ReadOptions = {}): Promise<ListingChanges> {
    return this.#read(`/v1/market/changes${toQuery(part)}`, options)
  }

  /** The full sheet; `asOf` gives it as it was on a day or at a moment. */
  machine(slug: string, { asOf, ...options }: ReadOptions & { asOf?: string } = {}): Promise<Machine> {
    return this.#read(`/v1/tractors/${segment(slug)}${toQuery({ as_of: asOf })}`, options)
  }

  /** The implements that fit a machine. */
  implements(slug: string, options: ReadOptions = {}): Promise<ImplementSummary[]> {
    return this.#read(`/v1/tractors/${segment(slug)}/implements`, options)
  }

  /** What a search box offers while someone types: each text finds its record first. */
  suggest(q: string, limit?: number, options: ReadOptions = {}): Promise<SuggestOut> {
    return this.#read(`/v1/suggest${toQuery({ q, limit })}`, options)
  }

  /** One used listing; `asOf` gives it as it was on a day or at a time. */
  listing(id: number, { asOf, ...options }: ReadOptions & { asOf?: string } = {}): Promise<MarketListing> {
    return this.#read(`/v1/market/listings/${segment(id)}${toQuery({ as_of: asOf })}`, options)
  }

  /** Used listings. Await it for one page; iterate it with `for await` for every hit of every page. */
  listings(parameters: ListingParameters = {}, options: ReadOptions = {}): ListingResult {
    return searchResult(parameters, (page) =>
      this.#read<ListingSearchOut>(`/v1/market/listings${toQuery(page)}`, options),
    )
  }

  /** What comparable used machines are asked and sold for. */
  values(parameters: ValueParameters, options: ReadOptions = {}): Promise<MarketValues> {
    return this.#read(`/v1/market/values${toQuery(parameters)}`, options)
  }

  /** The machine classes, with labels in three languages. */
  classes(options: ReadOptions = {}): Promise<MachineClass[]> {
    return this.#read('/v1/machines/classes', options)
  }

  async #read<T>(path: string, { signal, retries }: ReadOptions & { retries?: number | undefined }): Promise<T> {
    return this.#send<T>({ method: 'GET', path, signal, retries })
  }
}

type ReadFeed<Part> = (since: string, retries: number | undefined) => Promise<Part>

async function* feed<Item>(
  read: ReadFeed<{ changes: Item[]; next: string; more: boolean }>,
  since: string,
  followMs: number | undefined,
  { signal }: ReadOptions,
): AsyncGenerator<Item, void, undefined> {
  let retries: number | undefined
  for (;;) {
    const part = await read(since, retries)
    yield* part.changes
    since = part.next
    // A server that answered once will come back; the first request still fails fast on a wrong address.
    if (followMs !== undefined) retries = Number.POSITIVE_INFINITY
    if (part.more) continue
    if (followMs === undefined) return
    await pause(followMs, signal)
  }
}

/** One segment of a path; an address would take `.` and `..` for directions. */
function segment(value: string | number): string {
  if (['', '.', '..', 'NaN'].includes(`${value ?? ''}`)) throw new YantraError(`"${value}" is not a slug or id`)
  return encodeURIComponent(value)
}
