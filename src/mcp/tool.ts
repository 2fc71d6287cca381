import type { MarketListing } from '../contract/listing.ts'
import type { Machine } from '../contract/machine.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { SearchedPage } from '../read-model/search-catalogue.ts'
import type { SearchQuery } from '../search/types.ts'

/**
 * What agents may ask for, over the Model Context Protocol. The tools make their answers from what the rooms answer to
 * `/v1`; they choose, shorten and explain, and hold no rule of their own. The words of this room:
 *
 * - tool: one thing that an agent can call (`tools/`), with a description that is written for it;
 * - arguments: what it is called with, checked against the tool's schema (`arguments.ts`);
 * - answer: JSON as text, bounded in size (`answer.ts`);
 * - tool error: what the agent did wrong and what to do about it; it is an answer, too.
 */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: InputSchema
  /** Where the answer is also given as structured content. */
  outputSchema?: { type: 'object'; [key: string]: unknown }
  run(sources: Sources, given: Record<string, unknown>): Promise<Answer>
}

/** Where the tools get what they answer: the same as `/v1`. */
export interface Sources {
  catalogue: Catalogue
  search(query: SearchQuery): Promise<SearchedPage>
  sheet(slug: string): Promise<Machine | undefined>
  listing(id: number): Promise<MarketListing | undefined>
  /** The page of a listing on the website, where the seller is reached; undefined when that is not known. */
  listingPage(id: number): string | undefined
}

export interface Answer {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

export interface InputSchema {
  type: 'object'
  properties: Record<string, ArgumentSchema>
  required?: string[]
  additionalProperties: false
}

export interface ArgumentSchema {
  type: 'string' | 'integer' | 'number' | 'array'
  description: string
  enum?: readonly string[]
  format?: 'date'
  minimum?: number
  /** A larger whole number is taken as this one. */
  maximum?: number
  /** In code points. */
  maxLength?: number
  items?: { type: 'string'; enum?: readonly string[] }
  minItems?: number
  maxItems?: number
  default?: unknown
  examples?: readonly unknown[]
}

/** Told to the agent as the tool's answer, so that it can put it right. */
export class ToolError extends Error {}
