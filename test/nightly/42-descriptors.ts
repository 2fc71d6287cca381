import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { askOnce, serve } from './serve.ts'

export const descriptors: Fault = {
  number: 42,
  what: 'descriptors exhausted: 4,200 connections under ulimit -n 4096',
  bar: 'alive, answers within 5 s of their end',
  async run(form) {
    const [limit, count] = form === 'full' ? [4_096, 4_200] : [1_024, 1_100]
    const service = await serve({ RATE_LIMIT_ANONYMOUS: '0' }, { descriptors: limit })
    const address = `${service.url}/v1/tractors?limit=1`
    const sockets: Socket[] = []
    try {
      await askOnce(address)
      for (let i = 0; i < count; i++) sockets.push(connect(service.port, '127.0.0.1').on('error', () => {}))
      // Long enough for whatever is looked at once in a while to be looked at.
      await sleep(2_000)
      const during = service.alive() ? await askOnce(address, 5_000) : { status: 0, ms: 0 }
      for (const socket of sockets) socket.destroy()
      const end = performance.now()
      let status = 0
      while (service.alive() && status !== 200 && performance.now() - end < 10_000)
        status = (await askOnce(address, 1_000)).status
      const ms = performance.now() - end
      const meanwhile = during.status === 0 ? 'none' : `${during.status} after ${during.ms.toFixed(0)} ms`
      return {
        passed: service.alive() && status === 200 && ms < 5_000,
        figure: `${service.alive() ? 'alive' : 'ENDED'}; a new connection meanwhile: ${meanwhile}; 200 after ${ms.toFixed(0)} ms`,
      }
    } finally {
      for (const socket of sockets) socket.destroy()
      await service.stop()
    }
  },
}
