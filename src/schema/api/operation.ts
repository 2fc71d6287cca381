import type { TObject, TSchema } from 'typebox'
import { closed, Type } from './type.ts'

/** Who may call: `read` needs no key unless REQUIRE_KEY says so; `key` needs any, `enterprise` one of that tier. */
export type RequiredAccess = 'read' | 'key' | 'enterprise'

export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  /** As in OpenAPI: `/v1/tractors/{slug}`. */
  path: string
  tag: 'Catalogue' | 'Market' | 'Keys' | 'Webhooks'
  summary: string
  description: string
  access: RequiredAccess
  parameters: TObject
  query: TObject
  /** Request headers of its own. */
  headers: TObject
  body?: TSchema
  response: TSchema
  /** Statuses besides 200 and those that every operation has. */
  statuses: readonly number[]
}

type OperationGroup = Pick<Operation, 'tag' | 'access'> & { also?: readonly number[] }
type OptionalParts = 'parameters' | 'query'
type OperationOptions = Omit<
  Operation,
  keyof OperationGroup | 'id' | 'method' | 'path' | 'statuses' | 'headers' | OptionalParts
> &
  Partial<Pick<Operation, OptionalParts>> & { also?: readonly number[] }

/**
 * Defines the operations of one tag, and lists each; what is left out is empty. What a path names may be missing, and a
 * body unfit; `also` are further statuses, of all of them or of one.
 */
export function operationsOf({ tag, access, also: common = [] }: OperationGroup, list: Operation[]) {
  return <const R extends OperationOptions>(
    id: string,
    route: `${Operation['method']} ${string}`,
    rest: R,
  ): Operation & R => {
    const [method, path] = route.split(' ') as [Operation['method'], string]
    const { parameters, body, also = [] } = rest
    const headers = { GET: SIGNING, POST: IDEMPOTENCY, DELETE: none }[method]
    const notFound = parameters ? [404] : []
    const sent = [...(method === 'POST' ? [409] : []), ...(body ? [413, 415] : [])]
    const statuses = [...new Set([...common, ...also, ...notFound, ...sent])]
    const operation = { id, method, path, tag, access, parameters: none, query: none, headers, ...rest, statuses }
    list.push(operation)
    return operation
  }
}

const none = closed({})
const header = (name: string, example: string, description: string, options: object = {}) =>
  closed({ [name]: Type.String({ description: `Addition. ${description}`, examples: [example], ...options }) })

/** A label, then the list of components with its parameters. */
export const ACCEPT_SIGNATURE = '^\\s*([a-z*][A-Za-z0-9_.*-]{0,63})\\s*=\\s*(\\([^()]{0,1000}\\)[^,]{0,1000})'

const SIGNING = header(
  'Accept-Signature',
  'sig=();tag="court"',
  'Asks for a signed answer (RFC 9421), under this label, with this `nonce` and `tag`. A parameter given twice is 400.',
  { pattern: ACCEPT_SIGNATURE },
)
const IDEMPOTENCY = header(
  'Idempotency-Key',
  '0b9c5a3e-lender-portal',
  'Any text of at most 255 visible characters, new for each request. For 24 hours the same key and body get the first answer again; another body or path is 409.',
  { pattern: '^[!-~]{1,255}$' },
)
