/** What a person sees who starts the service in a terminal. */
export interface Banner {
  version: string
  /** Where it listens, with the prefix. */
  url: string
  /** Whether the website is served. */
  site: boolean
  /** Whether the operator's console is served. */
  console: boolean
  machines: number
  implements: number
  /** Listings that buyers see. */
  listings: number
  /** Where the database is, without a password. */
  database: string
  isSample: boolean
  /** Whether enquiries are mailed. */
  mails: boolean
}

export function composeBanner(about: Banner): string {
  const { url, machines, listings, database } = about
  const lines: [string, string][] = [
    ...(about.site ? ([['Site', `${url}/`]] as [string, string][]) : []),
    ['Docs', `${url}/docs`],
    ...(about.console ? ([['Console', `${url}/console, opened by: yantra console`]] as [string, string][]) : []),
    [
      'Loaded',
      `${count(machines, 'machine')}, ${count(about.implements, 'implement')}, ${count(listings, 'live listing')}`,
    ],
    ['From', database],
    ['Enquiries', about.mails ? 'are mailed to sellers' : 'wait for you: yantra enquiries list'],
  ]
  const sample = about.isSample
    ? '\n  This is the bundled sample: its figures and listings are illustrative.\n  `yantra sample remove` takes it away, `yantra import` brings in your own.\n'
    : ''
  const table = lines.map(([name, value]) => `  ${name.padEnd(10)} ${value}\n`).join('')
  return `\n  Yantra ${about.version}\n\n${table}${sample}\n  Ctrl-C stops it.\n\n`
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-IN')} ${noun}${n === 1 ? '' : 's'}`
}
