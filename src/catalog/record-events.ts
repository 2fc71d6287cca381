import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { EventData, EventName } from '../schema/api/webhook.ts'

/** A moment, and its day in Asia/Kolkata. */
export interface TimeContext {
  now: number
  today: string
}

/** The bodies of events by name. None is made where a body is undefined. */
type Bodies<Change> = { [E in EventName]?: (change: Change) => EventData<E> | undefined }

/** When readers see records of one type, and what their changes tell subscribers. */
export interface RecordEvents<Row, Parties = undefined> {
  isVisible(record: Row, time: TimeContext): boolean
  /** A condition: the time made the record visible or invisible since its last change. */
  due(time: TimeContext): RawBuilder<boolean>
  /** Reads what bodies tell beside the records. */
  readParties?(trx: Db, records: readonly Row[]): Promise<(record: Row) => Parties>
  /** It became visible. */
  published?: Bodies<{ after: Row; version: number; parties: Parties }>
  /** It changed while it was visible. */
  updated?: Bodies<{ before: Row; after: Row; version: number; parties: Parties }>
  /** It is no longer visible. */
  withdrawn?: Bodies<{ before: Row; version: number }>
}

/** Readers see a record from its day of publication on. */
export const visibleFromDay = {
  isVisible: ({ published_at }: { published_at: string | null }, { today }: TimeContext) =>
    published_at !== null && published_at <= today,
  due: ({ today }: TimeContext) => sql<boolean>`announced = 0 and published_at <= ${today}`,
}
