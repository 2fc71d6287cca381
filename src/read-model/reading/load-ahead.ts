import { Worker } from 'node:worker_threads'
import type { DatabaseTarget } from '../../database/target.ts'
import { threadEnv } from '../../running/threads.ts'
import type { MachineBatch } from './machine-batch.ts'

/** What the loading thread is given. */
export interface LoadingTask {
  path: string
  /** How many parts the program has taken; both threads see this number. */
  taken: Int32Array
}

/** The thread's first message: which state of the database it reads. */
export interface ReadState {
  schemaVersion: number
  revision: number
}

/** A batch; or an unread page, which a waiting program reads itself. */
export type LoadedPart = { batch: MachineBatch } | { page: Uint8Array }

export type LoadingMessage = { state: ReadState | undefined } | LoadedPart | 'end'

/** All machines of one state of the database, read in a thread. */
export interface LoadAhead {
  /** Undefined when the thread can read nothing: there is no database yet, or an older one. */
  state: Promise<ReadState | undefined>
  /** Throws when some machines cannot be read. */
  parts(): AsyncGenerator<LoadedPart>
  close(): Promise<unknown>
}

/** How many parts wait until the program has loaded and takes them. */
export const PARTS_AHEAD = 24
/** The thread hands batches over soon, so a small heap is enough. */
const YOUNG_MB = 8

/**
 * Starts to read the machines in a thread while the program loads its modules. Only an SQLite file is read ahead:
 * PostgreSQL is asked on the program's own connections.
 */
export function loadAhead(target: DatabaseTarget): LoadAhead | undefined {
  if (target.kind !== 'sqlite' || target.path === ':memory:') return undefined
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const task: LoadingTask = { path: target.path, taken }
  const thread = new Worker(new URL('./loading-thread.ts', import.meta.url), {
    workerData: task,
    env: threadEnv(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const waiting: (LoadedPart | 'end')[] = []
  const state = Promise.withResolvers<ReadState | undefined>()
  let failure: unknown
  let isOver = false
  let wake = () => {}

  thread.on('message', (message: LoadingMessage) => {
    if (message !== 'end' && 'state' in message) state.resolve(message.state)
    else waiting.push(message)
    wake()
  })
  thread.on('error', (error) => {
    failure = error
  })
  thread.on('exit', () => {
    isOver = true
    state.resolve(undefined)
    wake()
  })

  return {
    state: state.promise,
    async *parts() {
      for (;;) {
        while (waiting.length > 0) {
          const part = waiting.shift()!
          if (part === 'end') return
          Atomics.add(taken, 0, 1)
          Atomics.notify(taken, 0)
          yield part
        }
        if (isOver) throw failure ?? new Error('the loading thread ended early')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close: () => thread.terminate(),
  }
}
