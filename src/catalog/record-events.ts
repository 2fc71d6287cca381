import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { EventData, EventName } from '../schema/api/webhook.ts'

export interface TimeContext {
  now: number
  today: string
}

/** Undefined emits no event. */
type Bodies<Change> = { [E in EventName]?: (change: Change) => EventData<E> | undefined }

/** Visibility and events of a record type. */
export interface RecordEvents<Row, Parties = undefined> {
  isVisible(record: Row, time: TimeContext): boolean
  /** SQL predicate for records whose visibility time has changed since their last event. */
  due(time: TimeContext): RawBuilder<boolean>
  /** Related data for bodies. */
  readParties?(trx: Db, records: readonly Row[]): Promise<(record: Row) => Parties>
  published?: Bodies<{ after: Row; version: number; parties: Parties }>
  updated?: Bodies<{ before: Row; after: Row; version: number; parties: Parties }>
  withdrawn?: Bodies<{ before: Row; version: number }>
}

export const visibleFromDay = {
  isVisible: ({ published_at }: { published_at: string | null }, { today }: TimeContext) =>
    published_at !== null && published_at <= today,
  due: ({ today }: TimeContext) => sql<boolean>`announced = 0 and published_at <= ${today}`,
}
