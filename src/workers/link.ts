import { inTime } from '../in-time.ts'
import { type FromWorker, type Metric, PLACE, type Questions, type ToWorker } from './messages.ts'

/** A worker's way to the primary. */
export interface Link {
  place: number
  /** Whether every worker takes requests. */
  readonly isComplete: boolean
  ask<Name extends keyof Questions>(question: Name, asks: Questions[Name]['asks']): Promise<Questions[Name]['answer']>
  /** Sets how the primary gets this worker's own metrics. */
  onMetrics(read: () => Promise<Metric[]>): void
  /** Tells the primary where this worker listens, and the banner to show a person. */
  listens(url: string, banner?: unknown): void
  /** From now on the link does not keep the process alive: the worker listens, or could not start. */
  release(): void
}

const PATIENCE_MS = 5_000

/** Undefined in a process that is not a worker. */
export function openLink(env: Record<string, string | undefined> = process.env): Link | undefined {
  const place = Number(env[PLACE])
  if (!place || !process.send) return undefined
  const waiting = new Map<number, (answer: unknown) => void>()
  let questions = 0
  let isComplete = false
  let readMetrics: () => Promise<Metric[]> = async () => []
  const send = (message: FromWorker) => {
    if (process.connected) process.send!(message)
  }

  process.on('message', (message: ToWorker) => {
    if ('allReady' in message) isComplete = message.allReady
    else if ('answerTo' in message) {
      waiting.get(message.answerTo)?.(message.answer)
      waiting.delete(message.answerTo)
    } else {
      const { tellMetrics: metricsId } = message
      void readMetrics().then((metrics) => send({ metricsId, metrics }))
    }
  })

  return {
    place,
    get isComplete() {
      return isComplete
    },
    ask(question, asks) {
      const id = ++questions
      const answer = new Promise<never>((resolve) => waiting.set(id, resolve as (answer: unknown) => void))
      send({ question, id, asks })
      return inTime(answer, PATIENCE_MS).finally(() => waiting.delete(id))
    },
    onMetrics(read) {
      readMetrics = read
    },
    listens: (url, banner) => send({ listens: url, banner }),
    release: () => process.channel?.unref(),
  }
}
