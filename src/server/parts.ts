import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { KeyUse } from '../admin/key-use.ts'
import type { Keyring } from '../auth/keyring.ts'
import type { Limiter } from '../auth/limiter.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import type { UsedMarket } from '../listings/listing-search.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { SearchEngine } from '../search/types.ts'
import type { Secrets } from '../webhooks/signing.ts'
import type { TargetGuard } from '../webhooks/target-guard.ts'
import type { Timeouts } from './http-server.ts'
import type { AccessParts } from './register-route.ts'
import type { Shelf } from './response-cache.ts'

export interface ServiceParts {
  config: Config
  log: FastifyBaseLogger
  db: Db
  /** For counts and lists that may take a while (`createWorkerReader`). */
  reads: Db
  catalogue: Catalogue
  keyring: Keyring
  limiter: Limiter
  secrets: Secrets
  targetGuard: TargetGuard
  metrics: Registry
  /** Aborted when this process is about to stop. */
  leaving?: AbortSignal
  engine?: SearchEngine
  /** Why nothing can be written, if so, and which database it is. */
  writing?: { trouble(): string | undefined; databaseId: string }
  /** Where answers are kept; by default a shelf of its own. */
  shelf?: Shelf
  timeouts?: Partial<Timeouts>
  /** Counts answers for the operator. */
  keyUse?: KeyUse
}

/** What routes are made of. */
export interface RouteParts extends ServiceParts, AccessParts {
  used: UsedMarket
  shelf: Shelf
}
