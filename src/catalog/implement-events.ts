import type { ImplementTable } from '../database/tables/catalogue.ts'
import { type RecordEvents, visibleFromDay } from './record-events.ts'

export const implementEvents: RecordEvents<ImplementTable> = { ...visibleFromDay }
