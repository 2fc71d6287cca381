import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Connections that send these bytes each as soon as they are there, and read their answers or do not. */
export interface Attack {
  port: number
  /** One for each connection. */
  bytes: string[]
  reads: boolean
}

/** What came back on all connections that read. */
export interface Seen {
  answers: Record<string, number>
  closed: number
}

/**
 * Attacks from a process of its own that runs only when no other wants to: a real attacker has a machine of its own,
 * and takes no processor time from those it attacks or from others who call.
 */
export class Attacker {
  #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(): Promise<Attacker> {
    const child = fork(new URL(import.meta.url))
    await once(child, 'message')
    return new Attacker(child)
  }

  /** Resolves when all has been sent. */
  async attack(attack: Attack): Promise<void> {
    this.#child.send(attack)
    await once(this.#child, 'message')
  }

  async end(): Promise<Seen> {
    const exit = once(this.#child, 'exit')
    const message = once(this.#child, 'message')
    this.#child.send('end')
    const [seen] = (await message) as [Seen]
    await exit
    return seen
  }
}

/**
 * The calmest round of one side against the calmest of the other. What an attack does to others it does in every round;
 * a pause of the machine comes when it likes, and only ever adds.
 */
export function calmest(rounds: readonly (readonly [quiet: number, during: number])[]): {
  ratio: number
  told: string
} {
  const ratio = Math.min(...rounds.map(([, during]) => during)) / Math.min(...rounds.map(([quiet]) => quiet))
  const told = rounds.map(([quiet, during]) => `${quiet.toFixed(1)} → ${during.toFixed(1)}`).join(', ')
  return { ratio, told: `${told} ms, calmest to calmest ${ratio.toFixed(1)}×` }
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
    process.once('message', () => {
      process.send!(seen, () => process.exit())
      for (const socket of sockets) socket.destroy()
    })
    process.send!('sent')
  })
  process.send('started')
}
