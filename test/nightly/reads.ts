import { createRandom } from '../../bench/generate.ts'

const WORDS = 'mahindra,swaraj 855,tractor,50 hp tractor,महिंद्रा,john deere,excavator,jcb,rotavator,4x4'.split(',')

interface Page {
  hits: { slug: string }[]
}

/** Different reads of what a service has, mixed as callers mix them: searches, sheets, implements, classes, pages. */
export async function readsOf(url: string, count = 800): Promise<string[]> {
  const { hits } = (await (await fetch(`${url}/v1/tractors?limit=100`)).json()) as Page
  const random = createRandom(19)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return Array.from({ length: count }, () => {
    const { slug } = pick(hits)
    const figure = Math.floor(random() * 60)
    const kind = random()
    if (kind < 0.3) return `/v1/tractors?q=${encodeURIComponent(pick(WORDS))}&hp_min=${figure}&limit=10`
    if (kind < 0.55)
      return `/v1/tractors?hp_min=${figure}&hp_max=${figure + 20}&limit=${5 + (figure % 20)}&sort=price_asc`
    if (kind < 0.8) return `/v1/tractors/${slug}`
    if (kind < 0.9) return `/v1/tractors/${slug}/implements`
    if (kind < 0.95) return '/v1/machines/classes'
    return `/en/machines/${slug}`
  })
}
