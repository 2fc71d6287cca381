import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Connections that send these bytes each as soon as they are there, and read their answers or do not. */
interface Attack {
  port: number
  /** One for each connection. */
  bytes: string[]
  reads: boolean
}

/** What came back on all connections that read. */
interface Seen {
  answers: Record<string, number>
  closed: number
}

interface Attacker {
  /** Resolves when all has been sent. */
  attack(attack: Attack): Promise<void>
  end(): Promise<Seen>
}

/**
 * Starts a process that runs only when no other wants to: a real attacker has a machine of its own, and takes no
 * processor time from those it attacks or from others who call.
 */
export async function startAttacker(): Promise<Attacker> {
  const child = fork(new URL(import.meta.url))
  await once(child, 'message')
  return {
    async attack(attack) {
      child.send(attack)
      await once(child, 'message')
    },
    async end() {
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
  for (const each of bytes) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.on('close', () => seen.closed++)
    await once(socket, 'connect')
    if (reads) {
      socket.setEncoding('latin1').on('data', (text: string) => {
        for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d+)/g)) {
          seen.answers[status!] = (seen.answers[status!] ?? 0) + 1
        }
      })
    } else {
      socket.pause()
    }
    socket.write(each)
    sockets.push(socket)
  }
  return sockets
}

if (import.meta.main && process.send) {
  spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)], { stdio: 'inherit' })
  const seen: Seen = { answers: {}, closed: 0 }
  process.once('message', async (wanted: Attack) => {
    const sockets = await attack(wanted, seen)
    process.once('message', async () => {
      // On a busy machine it may yet have to hear of what was long closed.
      const closing = sockets.map((socket) => socket.closed || once(socket, 'close'))
      if (wanted.reads) await Promise.race([Promise.all(closing), sleep(10_000)])
      process.send!(seen, () => process.exit())
      for (const socket of sockets) socket.destroy()
    })
    process.send!('sent')
  })
  process.send('started')
}
