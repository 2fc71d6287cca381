import { lasting } from '../lib/calendar.ts'
import type { Io } from './io.ts'

const SHOW_EVERY_MS = 200
/** A shorter time gives no reliable estimate. */
const MIN_MS = 1_000

interface ProgressStep {
  what: string
  count: number
  share?: number | undefined
  more?: string
}

export function createProgress(out: Io['notes'], now: () => number = Date.now) {
  let current = { what: '', startedAt: 0, shownAt: 0 }
  return {
    show(step: ProgressStep): void {
      if (!out.isTTY) return
      const time = now()
      if (step.what !== current.what) current = { what: step.what, startedAt: time, shownAt: 0 }
      if (time - current.shownAt < SHOW_EVERY_MS) return
      current.shownAt = time
      out.write(`\r\u001b[K${progressText(step, time - current.startedAt)}`)
    },
    clear(): void {
      if (current.shownAt > 0) out.write('\r\u001b[K')
      current.shownAt = 0
    },
  }
}

export function progressText({ what, count, share = 0, more }: ProgressStep, tookMs: number): string {
  const isKnown = share > 0.01 && tookMs >= MIN_MS
  return [
    share > 0 && `${Math.min(100, Math.floor(share * 100))}%`,
    `${count.toLocaleString('en-IN')} ${what}`,
    more,
    isKnown && `${lasting((tookMs * (1 - share)) / share)} left`,
  ]
    .filter(Boolean)
    .join(', ')
}
