import { Worker } from 'node:worker_threads'
import type { DatabaseTarget } from '../../database/target.ts'
import { threadEnv } from '../../thread-env.ts'
import type { MachineBatch } from './machine-batch.ts'

/** What a loading thread is started with. */
export interface LoadingTask {
  path: string
  /** How many parts were taken: one number that both threads see. */
  taken: Int32Array
}

/** What it says first: which state of the database it reads. */
export interface ReadState {
  schemaVersion: number
  revision: number
}

/** Machines read into a batch; or a page as it came, for a program that would otherwise wait. */
export type LoadedPart = { batch: MachineBatch } | { page: Uint8Array }

export type LoadingMessage = { state: ReadState | undefined } | LoadedPart | 'end'

/** All machines of one state of the database, read while the process does something else. */
export interface LoadAhead {
  /** Undefined when there is nothing to be had: no database yet, or an older one. */
  state: Promise<ReadState | undefined>
  /** Throws when they cannot all be had. */
  parts(): AsyncGenerator<LoadedPart>
  close(): Promise<unknown>
}

/** Room for what is read until the rest of the program is there to take it. */
export const PARTS_AHEAD = 24
/** A batch is soon handed over; room for many more would only be filled with what is left of them. */
const YOUNG_MB = 8

/**
 * Starts to read the machines in a thread of its own, so that a program with many modules loads them meanwhile. Only
 * from a file: a server is asked on the connections that the program has.
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
