import type { ScalarSchema } from '../lib/parsing.ts'
import type { UsedMarket } from '../listings/listing-search.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { Searched } from '../read-model/search-catalogue.ts'
import type { MarketListing } from '../schema/api/listing.ts'
import type { Machine } from '../schema/api/machine.ts'
import type { MarketValues, ValueParameters } from '../schema/api/market.ts'
import type { MachineSearchOut } from '../schema/api/search.ts'
import type { SearchQuery } from '../search/types.ts'

export interface McpTool {
  name: string
  title: string
  description: string
  inputSchema: InputSchema
  /** Answers contain words of strangers. */
  isOpenWorld?: true
  /** For structured content. */
  outputSchema?: { type: 'object'; [key: string]: unknown }
  run(sources: Sources, input: Record<string, unknown>): Promise<ToolResult>
}

export interface Sources {
  catalogue: Catalogue
  search(query: SearchQuery): Promise<Searched<MachineSearchOut>>
  /** Now, or at a timestamp. */
  sheet(slug: string, timestamp?: number): Promise<Machine | undefined>
  listing(id: number): Promise<MarketListing | undefined>
  listings: UsedMarket['search']
  /** Undefined for an unknown machine. */
  values(query: Partial<ValueParameters>): Promise<MarketValues | undefined>
  /** Undefined without a website. */
  listingPage(id: number): string | undefined
}

export interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export type InputSchema = ReturnType<typeof toInputSchema>

export interface ToolArgumentSchema extends ScalarSchema {
  description: string
  maximum?: number
  items?: { type: 'string'; enum?: readonly string[] }
  minItems?: number
  maxItems?: number
  default?: unknown
  examples?: readonly unknown[]
}

/** Sentences that the tool's description says once for all arguments. */
const REPEATED =
  /[.;,] (?:Separate several values by commas|[Ee]xcludes (?:machines|listings) [^.]*|[Mm]issing values come last[^.]*|as `X-Query-Read` reports)(?=[.;])/g

/** Parameters of `/v1` as tool arguments. */
export function contractArguments({ properties }: { properties: object }): Record<string, ToolArgumentSchema> {
  const { limit: _, offset: __, ...filters } = properties as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(filters).map(([name, property]) => {
      const schema = property as unknown as Record<string, unknown> & { description: string; enum?: string[] }
      const { type, enum: values, minimum, maxLength, format, examples } = schema
      const description = schema.description
        .replaceAll('`GET /v1/machines/classes`', '`machine_classes`')
        .replace(REPEATED, '')
      const input = [type].flat()[0] === 'array' ? 'string' : [type].flat()[0]
      // Names explain figures, and descriptions list closed values.
      const isOpen = input === 'string' && values === undefined && !description.includes(':')
      const rest = {
        minimum: minimum || undefined,
        maxLength,
        format,
        ...(isOpen && { examples }),
        enum: values?.filter(Boolean),
      }
      const options = Object.entries(rest).filter(([, value]) => value !== undefined)
      return [name, { type: input, description, ...Object.fromEntries(options) } as ToolArgumentSchema]
    }),
  )
}

export const LIMIT = 10
const MAX_LIMIT = 20

export function pageArguments(what: string, facets: readonly string[], more = ''): Record<string, ToolArgumentSchema> {
  const limit = { type: 'integer', minimum: 0, maximum: MAX_LIMIT, default: LIMIT } as const
  return {
    limit: { ...limit, description: `${what}, at most ${MAX_LIMIT}.` },
    offset: offsetArgument('Matches'),
    facets: {
      type: 'array',
      items: { type: 'string', enum: facets },
      description: `Count all matches by these, to see how they could be narrowed${more}.`,
    },
  }
}

interface ToolPage {
  total: number
  offset: number
  facets: Record<string, Record<string, number>>
  /** The requested facets. */
  counted: readonly string[]
  read: string | undefined
  ignored: readonly string[]
  /** About unknown filter values. */
  hint: string | undefined
}

/** The page around the items of a search. */
export function pageOf(page: ToolPage, items: Record<string, readonly object[]>) {
  const { total, offset, counted, read, ignored, facets, hint } = page
  const [list] = Object.values(items)
  return {
    total,
    offset,
    ...(list!.length > 0 && nextPage(offset, list!.length, total)),
    ...(read === undefined ? {} : { read_as: read }),
    ...(ignored.length > 0 ? { left_out: ignored } : {}),
    ...items,
    ...(counted.length > 0 && {
      facets: Object.fromEntries(counted.map((name) => [name, topCounts(facets[name] ?? {})])),
    }),
    ...(total === 0 ? { hint: hint ? `${hint}. ${NOTHING}` : NOTHING } : {}),
  }
}

const NOTHING = 'Nothing matches all of it: leave a filter out, widen the bounds or use fewer words.'

const MAX_COUNTS = 25

function topCounts(counts: Record<string, number>): Record<string, number> {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return Object.fromEntries(sorted.slice(0, MAX_COUNTS))
}

export function toInputSchema(properties: Record<string, ToolArgumentSchema>, ...required: string[]) {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

export function offsetArgument(what: string): ToolArgumentSchema {
  const description = `${what} to leave out before the list begins.`
  return { type: 'integer', minimum: 0, default: 0, description }
}

/** Empty on the last page. */
export function nextPage(offset: number, page: number, total: number): { next_offset?: number } {
  const next = offset + page
  return next < total ? { next_offset: next } : {}
}

export function slugArgument(description: string): ToolArgumentSchema {
  return { type: 'string', maxLength: 200, description, examples: ['mahindra-575-di'] }
}

/** Becomes the tool's answer, so that the agent can correct its call. */
export class ToolError extends Error {}
