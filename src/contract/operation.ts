import type { TObject, TSchema } from 'typebox'
import { Type } from './type.ts'

/** Who may call: `read` needs no key unless the operator requires one; `enterprise` needs a key of that tier. */
export type Access = 'read' | 'enterprise'

export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  /** As in OpenAPI: `/v1/tractors/{slug}`. */
  path: string
  tag: 'Catalogue' | 'Market' | 'Webhooks'
  summary: string
  description: string
  access: Access
  parameters: TObject
  query: TObject
  /** Request headers of its own. */
  headers?: TObject
  body?: TSchema
  response: TSchema
  /** Statuses besides 200 and those that every operation has. */
  statuses: readonly number[]
}

/** Of an operation without parameters of this place. */
export const none = Type.Object({}, { additionalProperties: false })
