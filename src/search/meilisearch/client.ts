import { setTimeout as sleep } from 'node:timers/promises'
import { Meilisearch } from 'meilisearch'

export type SearchClient = Meilisearch

export interface MeilisearchTarget {
  url: string
  key: string | undefined
}

/** The innermost reason of an error: the error of fetch itself only says that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

const REQUEST_TIMEOUT_MS = 30_000
const POLL_MS = 20

/** Searches have their own time limit; everything else may take a while. */
export function createSearchClient({ url, key }: MeilisearchTarget): SearchClient {
  return new Meilisearch({
    host: url,
    ...(key === undefined ? {} : { apiKey: key }),
    timeout: REQUEST_TIMEOUT_MS,
    // Compressed answers come in small packets that wait for each other's acknowledgement, which costs 40 ms.
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  })
}

/** Waits until Meilisearch has finished a task, however long that takes. */
export async function finish(client: SearchClient, taskUid: number, signal?: AbortSignal): Promise<void> {
  const cancellation = signal && { signal }
  for (;;) {
    const { status, error, type } = await client.tasks.getTask(taskUid, cancellation)
    if (status === 'succeeded') return
    if (status === 'failed' || status === 'canceled')
      throw new Error(`${type} ${status}: ${error?.message ?? 'no reason given'}`)
    await sleep(POLL_MS, undefined, cancellation)
  }
}
