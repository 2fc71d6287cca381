import { MAX_QUERY_CODE_POINTS } from '../contract/values.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import { type Sources, ToolError } from './tool.ts'

/** Suggests the slug that a search finds for the words of the unknown one. */
export async function unknownSlug({ search }: Sources, slug: string): Promise<ToolError> {
  const q = slug.replaceAll(/[-_\s]+/g, ' ').slice(0, MAX_QUERY_CODE_POINTS)
  const { page } = await search({ ...EMPTY_QUERY, q, limit: 1 })
  const { query, hits } = JSON.parse(page.toString()) as { query: string; hits: { slug: string; name: string }[] }
  const nearest = /[\p{L}\p{N}]/u.test(query) ? hits[0] : undefined
  const told = nearest ? `The nearest is "${nearest.slug}" (${nearest.name}). ` : ''
  const shown = slug.length > 120 ? `${slug.slice(0, 120)}…` : slug
  return new ToolError(
    `There is no machine "${shown}". ${told}search_machines finds slugs by name, figures or filters.`,
  )
}
