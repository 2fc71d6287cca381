import type { Io } from './io.ts'

const SHOW_EVERY_MS = 200
/** A shorter time gives no reliable rate. */
const SETTLED_MS = 1_000

interface ProgressStep {
  /** "rows read", "rows written". */
  what: string
  count: number
  /** The progress from 0 to 1; undefined when unknown. */
  share?: number | undefined
  /** Further text. */
  more?: () => string
}

/** One terminal line that shows a long command's progress, rate and remaining time. */
export function createProgress(stderr: Io['stderr'], now: () => number = Date.now) {
  let isShown = false
  let shownAt = 0
  let what = ''
  let startedAt = 0

  return {
    show(step: ProgressStep): void {
      if (!stderr.isTTY) return
      const time = now()
      if (step.what !== what) {
        what = step.what
        startedAt = time
        shownAt = 0
      }
      if (time - shownAt < SHOW_EVERY_MS) return
      shownAt = time
      isShown = true
      stderr.write(`\r\u001b[K${progressText(step, time - startedAt)}`)
    },
    /** Removes the line, so that something else can be written. */
    clear(): void {
      if (isShown) stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}

export function progressText({ what, count, share, more }: ProgressStep, tookMs: number): string {
  const parts: string[] = []
  if (share !== undefined) parts.push(`${Math.min(100, Math.floor(share * 100))} %`)
  const rate = tookMs < SETTLED_MS ? '' : ` (${grouped((count * 1000) / tookMs)} a second)`
  parts.push(`${grouped(count)} ${what}${rate}`)
  if (more) parts.push(more())
  if (share !== undefined && share > 0.01 && tookMs >= SETTLED_MS) {
    parts.push(`${duration((tookMs * (1 - share)) / share)} left`)
  }
  return parts.join(', ')
}

function grouped(count: number): string {
  return Math.round(count).toLocaleString('en-IN')
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
