import type { TObject, TSchema } from 'typebox'
import { closed } from './type.ts'

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

type Named = 'id' | 'method' | 'path' | 'tag' | 'access'
type Usual = 'parameters' | 'query' | 'statuses'
type Rest = Omit<Operation, Named | Usual> & Partial<Pick<Operation, Usual>>

/** Defines the operations of one tag, and lists each; what is left out is empty. */
export function operationsOf({ tag, access }: Pick<Operation, 'tag' | 'access'>, list: Operation[]) {
  return <const R extends Rest>(id: string, at: `${Operation['method']} ${string}`, rest: R): Operation & R => {
    const [method, path] = at.split(' ') as [Operation['method'], string]
    const operation = { id, method, path, tag, access, parameters: none, query: none, statuses: [], ...rest }
    list.push(operation)
    return operation
  }
}

const none = closed({})
