import type { ImplementTable } from '../database/tables/catalogue.ts'
import { type RecordEvents, seenFromItsDay } from './record-events.ts'

export const implementEvents: RecordEvents<ImplementTable> = { ...seenFromItsDay }
