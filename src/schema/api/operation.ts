import type { TObject, TSchema } from 'typebox'
import { closed, Type } from './type.ts'

/** `read` needs a key only with REQUIRE_KEY; `key` needs any key, `enterprise` one of that tier. */
export type RequiredAccess = 'read' | 'key' | 'enterprise'

export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  tag: 'Catalogue' | 'Market' | 'Keys' | 'Webhooks'
  summary: string
  description: string
  access: RequiredAccess
  parameters: TObject
  query: TObject
  headers: TObject
  body?: TSchema
  response: TSchema
  /** In addition to 200 and the statuses of every operation. */
  statuses: readonly number[]
}

type OperationGroup = Pick<Operation, 'tag' | 'access'> & { also?: readonly number[] }
type OptionalParts = 'parameters' | 'query'
type OperationOptions = Omit<
  Operation,
  keyof OperationGroup | 'id' | 'method' | 'path' | 'statuses' | 'headers' | OptionalParts
> &
  Partial<Pick<Operation, OptionalParts>> & { also?: readonly number[] }

/** Returns a function that defines operations of a tag and adds them to the list. `also`: further statuses. */
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

/** A label, then components and parameters. */
export const ACCEPT_SIGNATURE = '^\\s*([a-z*][A-Za-z0-9_.*-]{0,63})\\s*=\\s*(\\([^()]{0,1000}\\)[^,]{0,1000})'

const SIGNING = header(
  'Accept-Signature',
  'sig=();tag="court"',
  'Requests a signed response (RFC 9421) with this label, `nonce` and `tag`; a repeated parameter returns 400.',
  { pattern: ACCEPT_SIGNATURE },
)
const IDEMPOTENCY = header(
  'Idempotency-Key',
  '0b9c5a3e-lender-portal',
  'Unique value of at most 255 visible characters. For 24 hours the same key and body return the first response again; another body or path returns 409.',
  { pattern: '^[!-~]{1,255}$' },
)
