import { createHash } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parseRequest, type Request } from './requests.ts'
import type { World } from './world.ts'

/** The responses of each group. */
export type Recording = Map<string, Entry[]>

/** A response as it is recorded and compared. */
export interface Entry {
  /** As in requests.txt. */
  request: string
  status: number
  headers: Record<string, string>
  /** Undefined if only status and headers are compared. */
  body?: string | undefined
}

interface Received {
  status: number
  /** Names and values in turn. */
  fields: string[]
  body: Buffer
}

/** Headers whose value is not compared, and why. */
const MASKED_HEADERS: Record<string, string> = {
  date: 'taken from the real clock',
  'retry-after': 'depends on the duration of the run',
  'x-request-id': 'random',
  ratelimit: 'depends on the duration of the run',
  signature: 'covers masked values',
}

/** What is replaced in headers and bodies after what stands in the first group, and why. */
const MASKED_TEXTS: readonly [pattern: RegExp, why: string][] = [
  [/("request_id":")[^"]+/g, 'random'],
  [/("database_id":")[^"]+/g, 'random'],
  [/\b((?:wh|evt|key|imp)_)[0-9a-f]{8}-[0-9a-f-]{27}/g, 'random'],
  [/(whsec_)[\w+/=]{40,}/g, 'a secret'],
  [/("head":")[\w-]{43}/g, 'the history begins with a random hash'],
  [/("(?:next|cursor)":"(?:[a-z]+\.)?)[\w-]{12}(?=~)/g, 'a cursor begins with a hash of the history'],
  [/(127\.0\.0\.1:)\d{4,5}\b/g, 'a free port'],
  [/("duration_ms":)\d+/g, 'measured'],
  [/(try again in )\d+(?= s)/g, 'depends on the duration of the run'],
  [/("usage":)\[.*?\]/g, 'counted at intervals of the real clock'],
  [/("version":")\d+\.\d+\.\d+/g, 'changes with each release'],
  [/('sha256-)[\w+/=]+(?=')/g, 'the digest of a style sheet'],
]

/** Only status and headers of these are compared: they are sources of this repository, or differ among processors. */
const UNCOMPARED_TYPES = /^(?:text\/(?:html|markdown|css|javascript|x-python)|image\/png)/
const UNCOMPARED_PATHS = /\/(?:openapi\.json|llms\.txt|metrics)$/
const CONTENT_HEADERS = /^(?:etag|content-(?:length|digest))$/

function toEntry({ line, path }: Request, { status, fields, body: bytes }: Received): Entry {
  const headers: Entry['headers'] = {}
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i]!.toLowerCase()
    const others = name in headers ? `${headers[name]}\n` : ''
    headers[name] = others + (name in MASKED_HEADERS ? '…' : mask(fields[i + 1]!))
  }
  const { 'content-type': type = '', 'content-encoding': coding = '' } = headers
  const isCompared = !UNCOMPARED_TYPES.test(type) && !(UNCOMPARED_PATHS.test(path) && status === 200)
  const content = decode(bytes, coding)
  const text = type.startsWith('image/') ? createHash('sha256').update(content).digest('hex') : `${content}`
  const body = mask(text)
  for (const name of Object.keys(headers).filter((name) => CONTENT_HEADERS.test(name))) {
    // A 304 repeats an ETag. Compressors differ among processors; what is masked may have another length.
    if (!isCompared || status === 304 || (name !== 'etag' && (coding !== '' || body !== text))) headers[name] = '…'
  }
  return isCompared ? { request: line, status, headers, body } : { request: line, status, headers }
}

function mask(text: string): string {
  return MASKED_TEXTS.reduce((masked, [pattern]) => masked.replace(pattern, '$1…'), text)
}

function decode(bytes: Buffer, coding: string): Buffer {
  if (bytes.length === 0) return bytes
  return coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function send({ raw, method, path, headers, body, service }: Request, { ports, values }: World): Promise<Received> {
  const fill = (text: string) => text.replace(/\{([&\w-]+)\}/g, (whole, name: string) => lookUp(name) ?? whole)
  const lookUp = (name: string) => values[name] ?? (/^x\d+$/.test(name) ? 'x'.repeat(Number(name.slice(1))) : undefined)
  const port = ports[service]!
  if (raw !== undefined) return sendRaw(fill(raw), port)
  const sent = Object.entries(headers).map(([name, value]) => [name, fill(value)])
  const options = {
    ...{ host: '127.0.0.1', port, agent, method },
    path: fill(path).replace(/[^!-~]+/g, encodeURIComponent),
    headers: { host: 'localhost:8080', ...Object.fromEntries(sent) },
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest(options, async (response) => {
      const chunks: Buffer[] = await response.toArray()
      resolve({ status: response.statusCode!, fields: response.rawHeaders, body: Buffer.concat(chunks) })
    })
    request.on('error', reject)
    request.end(body && fill(body))
  })
}

/** Sends bytes that Node's client would not send, and reads until the server closes the connection. */
function sendRaw(text: string, port: number): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // The server may reset a connection on which it did not read everything.
    socket.on('error', () => {})
    socket.on('close', () => {
      const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const fields = lines.flatMap((line) => line.split(/: (.*)/s, 2))
      resolve({ status: Number(first.split(' ')[1]), fields, body: Buffer.from(body.join('\r\n\r\n')) })
    })
  })
}

/** What a later request may need of a response, matched against headers and body. */
const SAVED: Record<string, RegExp> = {
  etag: /^etag\n(.+)$/im,
  next: /"next":"([^"]+)"/,
  assets: /\/assets\/([\w-]{10})\//,
  guides: /\/docs\/files\/([\w-]{10})\//,
}
const SAVED_ID = /"id":"([^"]+)"/

/** Sends the requests of all groups one after another, and returns the responses by group. */
export async function exchangeAll(groups: ReadonlyMap<string, readonly string[]>, world: World): Promise<Recording> {
  const lines = [...groups.values()].flat().filter((line) => line.startsWith('SLOW '))
  const slow = new Map(lines.map((line) => [line, send(parseRequest(line), world)]))
  const recording: Recording = new Map()
  for (const [group, lines] of groups) {
    const entries: Entry[] = []
    for (const line of lines) entries.push(...(await exchange(parseRequest(line), world, slow.get(line))))
    recording.set(group, entries)
  }
  return recording
}

/** A read is sent twice, because the second response comes from a cache. It is an entry only if it differs. */
async function exchange(request: Request, world: World, sent?: Promise<Received>): Promise<Entry[]> {
  const { line, method, service, save } = request
  const received = await (sent ?? send(request, world))
  const entry = toEntry(request, received)
  const isRead = method === 'GET' && service !== 'limited'
  const again = isRead ? toEntry({ ...request, line: `${line} again` }, await send(request, world)) : entry
  if (save !== undefined) {
    const value = (SAVED[save] ?? SAVED_ID).exec(`${received.fields.join('\n')}\n${received.body}`)?.[1]
    if (value === undefined) throw new Error(`no ${save} in the response to ${line}`)
    world.values[save] = value
  }
  return isSame(entry, again) ? [entry] : [entry, again]
}

function isSame(item: Entry, other: Entry): boolean {
  const headersOf = ({ headers }: Entry) => JSON.stringify(Object.entries(headers).sort())
  return item.status === other.status && item.body === other.body && headersOf(item) === headersOf(other)
}
