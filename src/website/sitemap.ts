import { escapeHtml } from './html.ts'
import { LANGUAGES } from './language.ts'
import type { PageData } from './page-data.ts'

/** Machines or listings in one part of the sitemap, each in three languages. */
const PART_SIZE = 5_000

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** `base` begins the addresses, with the prefix. */
export async function sitemapIndex(data: PageData, base: string): Promise<string> {
  const sizes = { machines: data.machines(0, 0).total, used: (await data.used.ids()).length }
  const parts = Object.entries(sizes).flatMap(([kind, size]) =>
    Array.from({ length: Math.ceil(size / PART_SIZE) }, (_, i) => `${kind}-${i + 1}`),
  )
  const entries = ['pages', ...parts].map(
    (part) => `<sitemap><loc>${escapeHtml(`${base}/sitemaps/${part}.xml`)}</loc></sitemap>`,
  )
  return `${XML}<sitemapindex xmlns="${SCHEMA}">${entries.join('')}</sitemapindex>\n`
}

type SitePage = [path: string, date?: string | undefined]

/** One part; undefined for an unknown name. */
export async function sitemapPart(data: PageData, base: string, name: string): Promise<string | undefined> {
  if (name === 'pages') return part(base, mainPages(data))
  const [, kind, number] = /^(machines|used)-([1-9]\d{0,5})$/.exec(name) ?? []
  const offset = (Number(number) - 1) * PART_SIZE
  const pages: SitePage[] =
    kind === 'machines'
      ? data.machines(offset, PART_SIZE).machines.map((machine) => [`machines/${machine.slug}`, lastDay(machine)])
      : kind === 'used'
        ? (await data.used.ids()).slice(offset, offset + PART_SIZE).map((id) => [`used/${id}`])
        : []
  return pages.length === 0 ? undefined : part(base, pages)
}

function mainPages(data: PageData): SitePage[] {
  const paths = [
    ...['', 'machines', 'used', 'classes', 'makers', 'implements', 'compare', 'about', 'developers'],
    ...data.classes().flatMap(({ key, count }) => (count ? [`classes/${key}`, `machines?machine_class=${key}`] : [])),
    ...data.manufacturers().map(({ slug }) => `makers/${slug}`),
  ]
  const tools = data.implements().map((item): SitePage => [`implements/${item.slug}`, lastDay(item)])
  return [...paths.map((path): SitePage => [path]), ...tools]
}

type Dated = Partial<Record<'published_at' | 'verified_at' | 'price_as_of', string | null>>

function lastDay({ published_at, verified_at, price_as_of }: Dated): string | undefined {
  const dates = [published_at, verified_at, price_as_of].flatMap((date) => date?.slice(0, 10) ?? [])
  return dates.sort().at(-1)
}

function part(base: string, pages: readonly SitePage[]): string {
  const entries = pages.flatMap(([path, date]) => {
    const addresses = LANGUAGES.map((language) => escapeHtml(`${base}/${language}/${path}`))
    const others = LANGUAGES.map(
      (language, i) => `<xhtml:link rel="alternate" hreflang="${language}" href="${addresses[i]}"/>`,
    ).join('')
    const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
    return addresses.map((address) => `<url><loc>${address}</loc>${lastmod}${others}</url>`)
  })
  return `${XML}<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`
}

export function robots(base: string): string {
  return `User-agent: *\nDisallow: ${new URL(base).pathname.replace(/\/$/, '')}/v1/\nAllow: /\nSitemap: ${base}/sitemap.xml\n`
}

export function manifest(prefix: string): object {
  return {
    name: 'Yantra',
    short_name: 'Yantra',
    description: 'Prices and specifications of tractors and machines',
    start_url: `${prefix}/`,
    scope: `${prefix}/`,
    display: 'standalone',
    background_color: '#fbfaf6',
    theme_color: '#1f3d2f',
    icons: [{ src: `${prefix}/favicon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  }
}
