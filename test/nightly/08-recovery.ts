import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '../../src/database/open.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { disableSubscription, enableSubscription } from '../../src/webhooks/replay.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/target-guard.ts'
import { newKeyId, newLog, newSecrets, publish, subscribe } from '../webhooks/workshop.ts'
import type { Fault } from './fault.ts'
import { newFile } from './serve.ts'

/** Attempts under way at once, and how long a receiver takes: together the rate that the operator has configured. */
const CONCURRENCY = 50
const ANSWER_MS = 200
const MAX_OF_A_KEY = 20

export const recovery: Fault = {
  number: 8,
  what: '1,000 receivers recover together, each with an event that waits (quick: 200)',
  bar: 'busiest second ≤ 2× the configured rate; all delivered',
  async run(form) {
    const receivers = form === 'full' ? 1_000 : 200
    const arrivals: number[] = []
    let underWay = 0
    let most = 0
    const server = createServer((request, response) => {
      arrivals.push(performance.now())
      most = Math.max(most, ++underWay)
      request.resume()
      setTimeout(() => {
        underWay--
        response.end()
      }, ANSWER_MS)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const db = await openDatabase({ kind: 'sqlite', path: newFile() })
    try {
      const secrets = await newSecrets()
      let keyId = ''
      const ids: string[] = []
      for (let at = 0; at < receivers; at++) {
        if (at % MAX_OF_A_KEY === 0) keyId = await newKeyId(db)
        const { id } = await subscribe(db, secrets, keyId, `http://127.0.0.1:${port}/${at}`)
        await disableSubscription(db, id, Date.now())
        ids.push(id)
      }
      await publish(db, 1)
      for (const id of ids) await enableSubscription(db, id, Date.now())
      const post = createPost(createTargetGuard({ allowPrivate: true }))
      const sender = createSender({ db, secrets, post, log: newLog(), limits: { total: CONCURRENCY } })
      while ((await sender.sendDue()) > 0);
      const rate = CONCURRENCY / (ANSWER_MS / 1_000)
      const busiest = Math.max(
        ...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1_000).length),
      )
      return {
        passed: arrivals.length === receivers && busiest <= 2 * rate && most <= CONCURRENCY,
        figure: `${arrivals.length} of ${receivers} delivered, at most ${most} of ${CONCURRENCY} under way; ${busiest} in the busiest second, ${rate} configured`,
      }
    } finally {
      server.closeAllConnections()
      server.close()
      await db.destroy()
    }
  },
}
