import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { DatabaseTarget } from './database/target.ts'
import { DAY_MS } from './lib/calendar.ts'
import { duration, oneOf, ParseError, type Parser, unwrap, wholeNumber } from './lib/parsing.ts'

export type Environment = Record<string, string | undefined>

export class ConfigError extends Error {}

/** Resident memory right after a start with an empty catalogue. */
const MIN_MEMORY_MB = 96

const MIN_BACKUP_MS = 60_000
const POSTGRES = /^postgres(ql)?:\/\//
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** A text that is good; the message follows the name of the variable. */
function text(isGood: (text: string) => boolean, message: string): Parser<string> {
  return (input) => (isGood(String(input)) ? String(input) : new ParseError(message))
}

const protocolOf = (url: string) => URL.parse(url)?.protocol ?? ''
const WEB = text((url) => /^https?:$/.test(protocolOf(url)), 'must be http:// or https://')
const SMTP = text(
  (url) => /^smtps?:$/.test(protocolOf(url)),
  'must look like smtp://user:password@host:587 or smtps://…',
)
const ADDRESS = /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u
/** On one line. */
const MAIL = text(
  (mail) => ADDRESS.test(mail),
  'must be a mail address: sales@example.com or Sales <sales@example.com>',
)
const SECRET = text(({ length }) => length >= 32, 'must have 32 or more characters')

/** The names of all settings: every variable that `toConfig` reads. */
export function settingNames(): string[] {
  const names = new Set(['YANTRA_ENV_FILE'])
  const env: Environment = {
    MEILISEARCH_URL: 'http://localhost:7700',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
  }
  toConfig(
    new Proxy(env, {
      get(set, name) {
        names.add(String(name))
        return set[String(name)]
      },
    }),
  )
  return [...names]
}

/** Pure: the same environment gives the same configuration, or a ConfigError that names the variable. */
export function toConfig(env: Environment) {
  const base = toBaseUrl(env.BASE_URL)
  return {
    host: env.HOST || '127.0.0.1',
    port: integer(env, 'PORT', 8080, 65_535),
    /** Whether other processes on this host may listen on the same port. */
    reusePort: flag(env, 'REUSE_PORT'),
    /** The port of the metrics: `serve` tells them with everything else when it is undefined, `deliver` not at all. */
    metricsPort: env.METRICS_PORT ? integer(env, 'METRICS_PORT', 0, 65_535) : undefined,
    /** The path of BASE_URL without a trailing slash; empty at the root. */
    prefix: base.prefix,
    /** The beginning of links: BASE_URL without a trailing slash; empty makes links relative to the host. */
    baseUrl: base.url,
    database: toDatabase(env.DATABASE_URL),
    /** Where photographs lie; undefined takes none. */
    mediaFolder: toMediaFolder(env),
    /** Whether to load the sample into an empty database. On by default if no database is configured, to try the service. */
    sample: flag(env, 'SAMPLE', !env.DATABASE_URL),
    /** Connections to PostgreSQL. */
    poolSize: integer(env, 'DATABASE_POOL_SIZE', 10, undefined, 1),
    logLevel: read(env, 'LOG_LEVEL', oneOf(LOG_LEVELS)) ?? 'info',
    /** `text` is for people; undefined means text on a terminal, JSON lines elsewhere. */
    logFormat: read(env, 'LOG_FORMAT', oneOf(['json', 'text'])),
    /** Whether to serve the website. */
    site: flag(env, 'SITE', true),
    /** Whether to serve the operator's console. */
    console: flag(env, 'CONSOLE', true),
    requireKey: flag(env, 'REQUIRE_KEY'),
    /** Listings about which the contact guard is in doubt wait for an operator. */
    guardReview: toGuardReview(env),
    /** How many proxies to trust, or their addresses; false for none. */
    trustProxy: toTrustProxy(env.TRUST_PROXY),
    /** Requests a minute; 0 means no limit. */
    rateLimits: {
      anonymous: integer(env, 'RATE_LIMIT_ANONYMOUS', 600),
      standard: integer(env, 'RATE_LIMIT_STANDARD', 3_000),
      enterprise: integer(env, 'RATE_LIMIT_ENTERPRISE', 30_000),
    },
    redisUrl: env.REDIS_URL || undefined,
    /** `maxLagMs`: how far behind the catalogue its index may be and still answer. */
    meilisearch: toMeilisearch(env),
    secretKey: read(env, 'SECRET_KEY', SECRET),
    /** What answers are signed with: the first signs, the others can still be checked. */
    signingKeys: toSigningKeys(env),
    webhooks: {
      allowPrivate: flag(env, 'WEBHOOK_ALLOW_PRIVATE'),
      retentionDays: integer(env, 'WEBHOOK_RETENTION_DAYS', 30),
      concurrency: integer(env, 'WEBHOOK_CONCURRENCY', 200, undefined, 1),
    },
    enquiries: {
      /** The mail server and the sender; undefined leaves enquiries to the operator. */
      mail: toMail(env),
      to: read(env, 'ENQUIRY_TO', MAIL),
      retentionDays: integer(env, 'ENQUIRY_RETENTION_DAYS', 90),
      /** How many an hour may come from an address or a network, or for a listing; 0 means no limit. */
      limits: {
        address: integer(env, 'ENQUIRY_LIMIT_ADDRESS', 5),
        network: integer(env, 'ENQUIRY_LIMIT_NETWORK', 60),
        listing: integer(env, 'ENQUIRY_LIMIT_LISTING', 30),
      },
    },
    /** How long changes are remembered; 0 means for ever. */
    historyDays: integer(env, 'HISTORY_DAYS', 0),
    /** Live listings expire this long after their last import or edit; 0 means never. */
    listingDays: integer(env, 'LISTING_DAYS', 0),
    /** Where `serve` writes backups of a SQLite database; undefined writes none. */
    backup: toBackup(env),
    /** Where to send spans, under which name, and the share of traces to keep; undefined makes none. */
    tracing: toTracing(env),
    /** Above these, new work is refused; 0 means no limit. */
    shedding: {
      maxEventLoopDelayMs: integer(env, 'MAX_EVENT_LOOP_DELAY_MS', 500),
      maxMemoryMb: toMaxMemory(env),
    },
  }
}

export type Config = ReturnType<typeof toConfig>

export function toDatabase(url: string | undefined): DatabaseTarget {
  const value = url || 'file:data/yantra.db'
  if (POSTGRES.test(value)) return { kind: 'postgres', url: value }
  if (value.startsWith('file:')) {
    const path = value.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
    if (path !== '') return { kind: 'sqlite', path: resolve(path) }
  }
  throw new ConfigError('DATABASE_URL must be file:<path> or postgres://…')
}

/** Photos are stored next to the SQLite file; replicas on PostgreSQL need a shared folder. */
function toMediaFolder({ MEDIA_DIR, DATABASE_URL }: Environment): string | undefined {
  if (MEDIA_DIR) return resolve(MEDIA_DIR)
  const database = toDatabase(DATABASE_URL)
  return database.kind === 'sqlite' ? `${database.path}.media` : undefined
}

function toBackup(env: Environment) {
  const everyMs = read(env, 'BACKUP_EVERY', (value) => duration(String(value))) ?? DAY_MS
  const keep = integer(env, 'BACKUP_KEEP', 7, undefined, 1)
  if (!env.BACKUP_DIR) return undefined
  if (toDatabase(env.DATABASE_URL).kind !== 'sqlite')
    throw new ConfigError('BACKUP_DIR is for SQLite; back up PostgreSQL with pg_dump')
  if (everyMs < MIN_BACKUP_MS) throw new ConfigError('BACKUP_EVERY must be at least 1m')
  return { folder: resolve(env.BACKUP_DIR), everyMs, keep }
}

function toBaseUrl(value: string | undefined): { url: string; prefix: string } {
  if (!value) return { url: '', prefix: '' }
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new ConfigError('BASE_URL must look like https://host or https://host/prefix')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  return { url: url.origin + prefix, prefix }
}

function toMeilisearch(env: Environment) {
  const url = read(env, 'MEILISEARCH_URL', WEB)
  if (!url) return undefined
  return { url, key: env.MEILISEARCH_KEY || undefined, maxLagMs: integer(env, 'MEILISEARCH_MAX_LAG_MS', 0) }
}

function toTracing(env: Environment) {
  const endpoint = read(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', WEB)?.replace(/\/+$/, '')
  if (!endpoint) return undefined
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(share >= 0 && share <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1')
  return { endpoint, serviceName: env.OTEL_SERVICE_NAME || 'yantra', share }
}

function toMail(env: Environment) {
  const from = read(env, 'ENQUIRY_FROM', MAIL)
  const url = read(env, 'SMTP_URL', SMTP)
  if (url && !from) throw new ConfigError('SMTP_URL needs ENQUIRY_FROM: the sender address of mail to sellers')
  return url && from ? { url, from } : undefined
}

function toSigningKeys(env: Environment): Buffer[] {
  const keys = (env.SIGNING_KEY || '').split(',').filter((part) => part.trim() !== '')
  return keys.map((text) => {
    const seed = Buffer.from(text.trim(), 'base64')
    if (seed.length === 32 && /^[\w+/-]{43}=?$/.test(text.trim())) return seed
    throw new ConfigError('SIGNING_KEY must be 32 bytes in base64 (openssl rand -base64 32); several joined by commas')
  })
}

/** 0 lifts the limit. Below what a start needs, every request would be refused. */
function toMaxMemory(env: Environment): number {
  const limit = integer(env, 'MAX_MEMORY_MB', 0)
  if (limit > 0 && limit < MIN_MEMORY_MB) {
    throw new ConfigError(
      `MAX_MEMORY_MB must be 0, for no limit, or at least ${MIN_MEMORY_MB}: a start needs that much`,
    )
  }
  return limit
}

function toTrustProxy(value: string | undefined): boolean | number | string {
  if (!value || value === 'false') return false
  if (value === 'true') return true
  if (/^\d+$/.test(value)) return Number(value)
  const bad = value.split(',').find((part) => !isProxy(part.trim()))
  if (bad === undefined) return value
  throw new ConfigError(
    `TRUST_PROXY must be true, false, a number of proxies, or their addresses: ${bad.trim() || 'an empty one'} is none`,
  )
}

function isProxy(part: string): boolean {
  const [address = '', bits = '0', ...more] = part.split('/')
  if (/^(loopback|linklocal|uniquelocal)$/.test(part)) return true
  return (
    isIP(address) !== 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128) && more.length === 0
  )
}

function integer(env: Environment, name: string, fallback: number, max?: number, min?: number): number {
  return read(env, name, wholeNumber({ min, max })) ?? fallback
}

/** Also for a command that needs no other setting. */
export function toGuardReview(env: Environment): boolean {
  return flag(env, 'GUARD_REVIEW', true)
}

function flag(env: Environment, name: string, fallback = false): boolean {
  return (read(env, name, oneOf(['true', 'false'])) ?? String(fallback)) === 'true'
}

/** Undefined for a variable that is not set, or empty. */
function read<T>(env: Environment, name: string, reader: Parser<T>): T | undefined {
  const value = env[name]
  return value ? unwrap(reader(value), (fault) => new ConfigError(`${name} ${fault}`)) : undefined
}

/** Said of a HOST that cannot be listened on. */
export const NOT_HERE = 'is no address of this machine: 127.0.0.1 is for this machine alone, 0.0.0.0 for all'

/** Said when `serve` would need one port twice. */
export const ONE_PORT = 'METRICS_PORT is the same as PORT: choose another one'

/** Where this machine reaches the configured server, also one that listens on all addresses. */
export function ownServer({ host, port, prefix }: Pick<Config, 'host' | 'port' | 'prefix'>): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}${prefix}`
}
