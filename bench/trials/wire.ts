import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Stage } from './stage.ts'

/** A way to a server that can be led elsewhere, slowed down or broken, as an address that is moved or a network does. */
export interface Wire {
  port: number
  /** Cuts what is open; from now on it leads to this port of loopback, or nowhere. */
  leadTo(port: number | undefined): void
  /** Everything that passes takes this much longer, each way. */
  slow(ms: number): void
  /** Whether noise is answered in place of the server. */
  babble(on: boolean): void
}

export async function layWire(stage: Pick<Stage, 'after'>, to: number): Promise<Wire> {
  let target: number | undefined = to
  let delayMs = 0
  let babbles = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (target === undefined) return void near.resetAndDestroy()
    const far = connect({ port: target, host: '127.0.0.1' })
    hold(near, far)
    hold(far, near)
    near.on('data', (chunk) => later(() => (babbles ? near.write(randomBytes(64)) : far.write(chunk))))
    far.on('data', (chunk) => later(() => near.write(babbles ? randomBytes(chunk.length) : chunk)))
  })

  function hold(socket: Socket, other: Socket): void {
    open.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }

  function later(send: () => unknown): void {
    if (delayMs === 0) send()
    else setTimeout(send, delayMs)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  stage.after(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port
      cut()
    },
    slow(ms) {
      delayMs = ms
    },
    babble(on) {
      babbles = on
    },
  }
}
