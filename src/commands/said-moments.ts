const UNITS: readonly [string, number][] = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

const INDIA = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** How a command writes a moment: exactly for scripts, as one says it for people. */
export type SayMoment = (moment: string | null) => string

/** On a terminal, `3 min ago` or `in 2 h`; elsewhere the moment as it stands. `never` where there is none. */
export function momentSayer(stream: { isTTY?: boolean }, now: number): SayMoment {
  return (moment) => {
    if (moment === null) return 'never'
    return stream.isTTY ? fromNow(Date.parse(moment), now) : moment
  }
}

/** Likewise, with the date and time in India beside it. */
export function fullMomentSayer(stream: { isTTY?: boolean }, now: number): SayMoment {
  const say = momentSayer(stream, now)
  return (moment) => {
    if (moment === null || !stream.isTTY) return say(moment)
    return `${INDIA.format(Date.parse(moment))} IST (${say(moment)})`
  }
}

export function fromNow(moment: number, now: number): string {
  const distance = Math.abs(moment - now)
  const [unit, size] = UNITS.find(([, size]) => distance >= size) ?? ['s', 1_000]
  const count = Math.floor(distance / size)
  if (count === 0) return 'now'
  const said = `${count} ${unit === 'days' && count === 1 ? 'day' : unit}`
  return moment > now ? `in ${said}` : `${said} ago`
}
