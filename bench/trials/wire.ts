import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Stage } from './stage.ts'

/** A way to a server that can be led elsewhere or broken, as an address that is moved. */
export interface Wire {
  port: number
  /** Cuts what is open; from now on it leads to this port of loopback, or nowhere. */
  leadTo(port: number | undefined): void
}

export async function layWire(stage: Pick<Stage, 'after'>, to: number): Promise<Wire> {
  let target: number | undefined = to
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (target === undefined) return void near.resetAndDestroy()
    const far = connect({ port: target, host: '127.0.0.1' })
    hold(near, far)
    hold(far, near)
    near.pipe(far)
    far.pipe(near)
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
  }
}
