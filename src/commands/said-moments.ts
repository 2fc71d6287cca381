import { fromNow, indiaTime } from '../calendar.ts'

/** How a command writes a moment: exactly for scripts, relatively for people. */
export type SayMoment = (moment: string | null) => string

/** On a terminal `3 min ago` or `in 2 h`, elsewhere the moment itself; `never` for none. */
export function momentSayer(stream: { isTTY?: boolean }, now: number): SayMoment {
  return (moment) => {
    if (moment === null) return 'never'
    return stream.isTTY ? fromNow(Date.parse(moment), now) : moment
  }
}

/** The same, with the date and time in India beside it. */
export function fullMomentSayer(stream: { isTTY?: boolean }, now: number): SayMoment {
  const say = momentSayer(stream, now)
  return (moment) => {
    if (moment === null || !stream.isTTY) return say(moment)
    return `${indiaTime(Date.parse(moment))} (${say(moment)})`
  }
}
