import { setTimeout as sleep } from 'node:timers/promises'

/** How many subscriptions a writer keeps before it removes the oldest; a key may have no more than twenty. */
const KEPT = 10
const PAUSE_MS = 100

export interface Written {
  statuses: Record<string, number>
  /** Subscriptions that were acknowledged and are not there, or were removed and are. */
  lost: number
  acknowledged: number
  /** There although the caller was told that it was not done. */
  unasked: number
  /** The longest that one was without an acknowledged write, in milliseconds. */
  longestPauseMs: number
}

/** Subscriptions are made and removed all the time, each key at its own replica, and what was acknowledged is noted. */
export function startWriters(urls: readonly string[], keys: readonly string[]) {
  const statuses: Record<string, number> = {}
  let over = false
  const writers = keys.map((key, at) => write(urls[at % urls.length]!, key))

  async function ask(url: string, key: string, method: string, body?: object): Promise<Response | undefined> {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(
      () => undefined,
    )
    const how = answer?.status ?? 'cut'
    statuses[how] = (statuses[how] ?? 0) + 1
    return answer
  }

  async function write(url: string, key: string) {
    const kept = new Set<string>()
    const removed = new Set<string>()
    const unsure = new Set<string>()
    let acknowledged = 0
    let longestPauseMs = 0
    let last = performance.now()
    const note = () => {
      acknowledged++
      longestPauseMs = Math.max(longestPauseMs, performance.now() - last)
      last = performance.now()
    }
    while (!over) {
      const [oldest] = kept
      if (oldest && kept.size >= KEPT) {
        const answer = await ask(`${url}/v1/webhooks/${oldest}`, key, 'DELETE')
        kept.delete(oldest)
        if (answer?.status !== 200) unsure.add(oldest)
        else {
          removed.add(oldest)
          note()
        }
        await answer?.arrayBuffer()
      } else {
        const hook = { url: 'http://127.0.0.1:9999/hook', events: ['price.updated'] }
        const answer = await ask(`${url}/v1/webhooks`, key, 'POST', hook)
        const made = (await answer?.json().catch(() => ({}))) as { id?: string } | undefined
        if (answer?.status === 200) {
          kept.add(made!.id!)
          note()
        }
      }
      await sleep(PAUSE_MS)
    }
    return { url, key, kept, removed, unsure, acknowledged, longestPauseMs }
  }

  return {
    async stop(): Promise<Written> {
      over = true
      const all = await Promise.all(writers)
      let lost = 0
      let unasked = 0
      for (const { url, key, kept, removed, unsure } of all) {
        const listed = await fetch(`${url}/v1/webhooks`, { headers: { authorization: `Bearer ${key}` } })
        const there = new Set(((await listed.json()) as { id: string }[]).map(({ id }) => id))
        lost += [...kept].filter((id) => !there.has(id)).length + [...removed].filter((id) => there.has(id)).length
        unasked += [...there].filter((id) => !kept.has(id) && !unsure.has(id)).length
      }
      const acknowledged = all.reduce((sum, writer) => sum + writer.acknowledged, 0)
      return {
        statuses,
        lost,
        unasked,
        acknowledged,
        longestPauseMs: Math.max(...all.map((one) => one.longestPauseMs)),
      }
    },
  }
}
