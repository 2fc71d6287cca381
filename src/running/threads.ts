import module from 'node:module'
import { dirname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

interface ThreadOptions {
  workerData?: unknown
  /** Beside where compiled modules are; a thread sees no other variable. */
  env?: NodeJS.ProcessEnv
  /** A thread that hands its values over soon needs only a small heap for them. */
  youngMb?: number
}

interface Asked<Question> {
  id: number
  question: Question
}

type Message<Answer, News> = { id: number } & ({ answer: Answer } | { error: unknown } | { news: News })

interface Waiting<Answer, News> extends PromiseWithResolvers<Answer> {
  onNews: ((news: News) => void) | undefined
}

/**
 * A thread that answers questions. It starts with the first one, and keeps the process alive only while one is open.
 * When it ends, its open questions fail; the next question starts another.
 */
export function askThread<Question, Answer, News = never>(
  script: URL,
  { workerData, env, youngMb }: ThreadOptions = {},
) {
  let running: ReturnType<typeof start> | undefined
  let ending: Worker | undefined

  function start() {
    const waiting = new Map<number, Waiting<Answer, News>>()
    let failure: unknown
    const worker = new Worker(script, {
      workerData,
      env: { ...env, ...threadEnv() },
      ...(youngMb !== undefined && { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
    })
    worker.on('message', (told: Message<Answer, News>) => {
      const asked = waiting.get(told.id)!
      if ('news' in told) return asked.onNews?.(told.news)
      waiting.delete(told.id)
      // One that is being ended is waited for, whatever it still answers.
      if (waiting.size === 0 && ending !== worker) worker.unref()
      if ('error' in told) asked.reject(told.error)
      else asked.resolve(told.answer)
    })
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', () => {
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
      const asked = Promise.withResolvers<Answer>()
      running.waiting.set(++last, { ...asked, onNews })
      running.worker.ref()
      running.worker.postMessage({ id: last, question } satisfies Asked<Question>)
      return asked.promise
    },
    async end() {
      ending = running?.worker
      await ending?.terminate()
    },
  }
}

/** In the thread: answers every question of `askThread`. What it throws fails the question. */
export function answerQuestions<Question, Answer, News = never>(
  answer: (question: Question, tell: (news: News) => void) => Answer | Promise<Answer>,
): void {
  const port = parentPort!
  port.on('message', async ({ id, question }: Asked<Question>) => {
    try {
      port.postMessage({ id, answer: await answer(question, (news) => port.postMessage({ id, news })) })
    } catch (error) {
      port.postMessage({ id, error })
    }
  })
}

/** The environment of a thread or worker: where compiled modules are, so that it does not compile them again. */
export function threadEnv(): Record<string, string> {
  const compiled = module.getCompileCacheDir()
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
}
