import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Attack {
  port: number
  /** What each connection sends as soon as it is open. */
  bytes: string[]
  /** Whether the connections read their answers. */
  reads: boolean
}

interface Seen {
  answers: number
  closed: number
}

/**
 * Starts a process that runs only when no other wants to: a real attacker has its own machine and takes no processor
 * time from the service or from other callers.
 */
export async function startAttacker() {
  const child = fork(new URL(import.meta.url))
  await once(child, 'message')
  return {
    /** Resolves when all has been sent. */
    async attack(attack: Attack): Promise<void> {
      child.send(attack)
      await once(child, 'message')
    },
    async end(): Promise<Seen> {
      const exit = once(child, 'exit')
      const message = once(child, 'message')
      child.send('end')
      const [seen] = (await message) as [Seen]
      await exit
      return seen
    },
  }
}

async function attack({ port, bytes, reads }: Attack, seen: Seen): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (const text of bytes) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.on('close', () => seen.closed++)
    await once(socket, 'connect')
    if (reads) {
      socket.setEncoding('latin1').on('data', (text: string) => {
        seen.answers += text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0
      })
    } else socket.pause()
    socket.write(text)
    sockets.push(socket)
  }
  return sockets
}

if (import.meta.main && process.send) {
  spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)], { stdio: 'inherit' })
  const seen: Seen = { answers: 0, closed: 0 }
  process.once('message', async (required: Attack) => {
    const sockets = await attack(required, seen)
    process.once('message', async () => {
      // On a busy machine the process may learn late that a connection was closed.
      const closing = sockets.map((socket) => socket.closed || once(socket, 'close'))
      if (required.reads) await Promise.race([Promise.all(closing), sleep(10_000)])
      process.send!(seen, () => process.exit())
      for (const socket of sockets) socket.destroy()
    })
    process.send!('sent')
  })
  process.send('started')
}
