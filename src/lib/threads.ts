import { fork } from 'node:child_process'
import module from 'node:module'
import { dirname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

interface ThreadOptions {
  workerData?: unknown
  /** Variables of the thread, in addition to the folder of compiled modules; it sees no others. */
  env?: NodeJS.ProcessEnv
  /** A thread that hands its values over soon needs only a small heap for them. */
  youngMb?: number
  /** Runs a child process with at most this much heap, so that this process does not grow. */
  processMb?: number
}

type WorkerHandle = Pick<Worker, 'on' | 'ref' | 'unref' | 'postMessage'> & { terminate(): Promise<unknown> }

interface ThreadRequest<Question> {
  id: number
  question: Question
}

export class OutOfMemoryError extends Error {}

type ThreadReply<Answer, News> = { id: number } & ({ answer: Answer } | { error: unknown } | { news: News })

interface PendingRequest<Answer, News> extends PromiseWithResolvers<Answer> {
  onNews: ((news: News) => void) | undefined
}

/**
 * A thread that answers questions. It starts with the first one, and keeps the process alive only while one is open.
 * When it ends, its open questions fail; the next question starts another.
 */
export function createThread<Question, Answer, News = never>(
  script: URL,
  { workerData, env, youngMb, processMb }: ThreadOptions = {},
) {
  let running: ReturnType<typeof start> | undefined
  let ending: WorkerHandle | undefined

  function start() {
    const waiting = new Map<number, PendingRequest<Answer, News>>()
    let failure: unknown
    const workerEnv = { ...env, ...threadEnv() }
    const worker: WorkerHandle =
      processMb === undefined
        ? new Worker(script, {
            workerData,
            env: workerEnv,
            ...(youngMb !== undefined && { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
          })
        : startProcess(script, workerEnv, processMb)
    worker.on('message', (message: ThreadReply<Answer, News>) => {
      const pending = waiting.get(message.id)!
      if ('news' in message) return pending.onNews?.(message.news)
      waiting.delete(message.id)
      // One that is being ended is waited for, whatever it still answers.
      if (waiting.size === 0 && ending !== worker) worker.unref()
      if ('error' in message) pending.reject(message.error)
      else pending.resolve(message.answer)
    })
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', (_code: number, signal?: NodeJS.Signals) => {
      if (signal === 'SIGABRT') failure = new OutOfMemoryError('the process needed more memory than it was given')
      if (running?.worker === worker) running = undefined
      for (const { reject } of waiting.values()) reject(failure ?? new Error('the thread ended before it answered'))
    })
    return { worker, waiting }
  }

  let last = 0
  return {
    /** Questions are given in order. `onNews` gets what the thread tells before it answers. */
    ask(question: Question, onNews?: (news: News) => void): Promise<Answer> {
      running ??= start()
      const pending = Promise.withResolvers<Answer>()
      running.waiting.set(++last, { ...pending, onNews })
      running.worker.ref()
      running.worker.postMessage({ id: last, question } satisfies ThreadRequest<Question>)
      return pending.promise
    },
    async end() {
      ending = running?.worker
      await ending?.terminate()
    },
  }
}

function startProcess(script: URL, env: NodeJS.ProcessEnv, heapMb: number): WorkerHandle {
  const execArgv = [`--max-old-space-size=${heapMb}`]
  const child = fork(script, { env, execArgv, serialization: 'advanced', stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const postMessage = (message: object) => void child.send(message)
  const terminate = () => {
    child.kill('SIGKILL')
    return ended
  }
  return Object.assign(child, { postMessage, terminate }) as unknown as WorkerHandle
}

/** In the thread: answers every question of `createThread`. What it throws fails the question. */
export function serveRequests<Question, Answer, News = never>(
  answer: (question: Question, tell: (news: News) => void) => Answer | Promise<Answer>,
): void {
  const port = parentPort ?? processPort()
  port.on('message', async ({ id, question }: ThreadRequest<Question>) => {
    try {
      port.postMessage({ id, answer: await answer(question, (news) => port.postMessage({ id, news })) })
    } catch (error) {
      port.postMessage({ id, error })
    }
  })
}

/** In a process: it ends with the one that asks, and leaves signals to it. */
function processPort() {
  process.on('disconnect', () => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  return Object.assign(process, { postMessage: (message: object) => process.send!(message) })
}

/** The environment of a thread or worker: where compiled modules are, so that it does not compile them again. */
export function threadEnv(): Record<string, string> {
  const compiled = module.getCompileCacheDir()
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
}
