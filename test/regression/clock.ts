import { mock } from 'node:test'

/** The time at which all requests are answered. */
export const NOW = '2026-12-01T06:30:00Z'

// Import this file first: modules may read the clock while they load.
mock.timers.enable({ apis: ['Date'], now: Date.parse(NOW) })

export function setClock(time: string): void {
  mock.timers.setTime(Date.parse(time))
}
