import module from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DatabaseTarget } from '../database/open.ts'
import type { MachineBatch } from './machine-batch.ts'

/** What a loading thread is started with. */
export interface LoadingTask {
  path: string
}

/** What it says first: which state of the database it reads. */
export interface ReadState {
  schemaVersion: number
  revision: number
}

/** All machines of one state of the database, read while the process does something else. */
export interface LoadAhead {
  /** Undefined when there is nothing to be had: no database yet, or an older one. */
  state: Promise<ReadState | undefined>
  /** The batches in their order. Throws when they cannot all be had. */
  batches(): AsyncGenerator<MachineBatch>
  close(): Promise<unknown>
}

/** Room for what is read until the rest of the program is there to take it. */
export const BATCHES_AHEAD = 24
/** A batch is soon handed over; room for many more would only be filled with what is left of them. */
const YOUNG_MB = 8

/**
 * Starts to read the machines in a thread of its own, so that a program with many modules loads them meanwhile. Only
 * from a file: a server is asked on the connections that the program has.
 */
export function loadAhead(target: DatabaseTarget): LoadAhead | undefined {
  if (target.kind !== 'sqlite' || target.path === ':memory:') return undefined
  const task: LoadingTask = { path: target.path }
  const compiled = module.getCompileCacheDir()
  const thread = new Worker(new URL('./loading-thread.ts', import.meta.url), {
    workerData: task,
    env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const waiting: (MachineBatch | undefined)[] = []
  const state = Promise.withResolvers<ReadState | undefined>()
  let failure: unknown
  let isOver = false
  let wake = () => {}

  thread.on('message', (message: { state: ReadState | undefined } | { batch: MachineBatch | undefined }) => {
    if ('state' in message) state.resolve(message.state)
    else waiting.push(message.batch)
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
    async *batches() {
      for (;;) {
        while (waiting.length > 0) {
          const batch = waiting.shift()
          if (batch === undefined) return
          thread.postMessage('taken')
          yield batch
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
