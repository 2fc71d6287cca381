import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchClient } from './client.ts'

class TaskFailed extends Error {}

const FIRST_POLL_MS = 10
const LAST_POLL_MS = 250

/** Waits until Meilisearch has finished a task, however long that takes. */
export async function finish(client: SearchClient, taskUid: number, signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 1.5, LAST_POLL_MS)) {
    const { status, error, type } = await client.tasks.getTask(taskUid, { signal })
    if (status === 'succeeded') return
    if (status === 'failed' || status === 'canceled') {
      throw new TaskFailed(`${type} ${status}: ${error?.message ?? 'no reason given'}`)
    }
    await sleep(wait, undefined, { signal })
  }
}
