import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'

interface Day {
  day: string
  requests: number
}

const WIDTH = 900
const HEIGHT = 110
const GAP = 4

/** A bar for each day. The table beside it has the same figures as text. */
export function dayBars(days: readonly Day[]): Html {
  const most = Math.max(...days.map(({ requests }) => requests))
  if (!(most > 0)) return html``
  const step = WIDTH / days.length
  return html`<figure class="chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Requests by day, at most ${figure(most)}" preserveAspectRatio="none">${days.map(
    ({ day, requests }, n) => {
      const height = requests === 0 ? 0 : Math.max(2, (requests / most) * (HEIGHT - 4))
      return html`<rect class="bar" x="${(n * step).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(step - GAP).toFixed(1)}" height="${height.toFixed(1)}"><title>${day}: ${figure(requests)}</title></rect>`
    },
  )}</svg><figcaption>Requests by day from ${days[0]!.day} to ${days.at(-1)!.day}; at most ${figure(most)}</figcaption></figure>`
}
