/** A change that no test notices, since nobody can: its module, the line as it stands, and what part of it becomes. */
export interface Survivor {
  module: string
  line: string
  becomes: string
  why: string
}

const LARGEST = 'of two equal ones either is the answer'

export const survivors: readonly Survivor[] = [
  {
    module: 'seen-rows',
    line: 'const files: string[] = []',
    becomes: '["Stryker was here"]',
    why: 'a file keeps its number, whichever it is',
  },
  {
    module: 'seen-rows',
    line: 'if (files.at(-1) !== file) files.push(file)',
    becomes: 'true',
    why: 'the same name stands in the list again; only memory tells',
  },
  {
    module: 'seen-rows',
    line: 'if (files.at(-1) !== file) files.push(file)',
    becomes: '+1',
    why: 'the same name stands in the list again; only memory tells',
  },
  {
    module: 'price-summary',
    line: "const place = JSON.stringify([price.state_code, price.city ?? ''])",
    becomes: '"Stryker was here!"',
    why: 'any text that is no city tells a whole state from its cities',
  },
  {
    module: 'price-summary',
    line: 'return { price_from_inr: from, price_to_inr: to, price_kind: kind, price_as_of: fromDay < toDay ? fromDay : toDay }',
    becomes: 'fromDay <= toDay',
    why: LARGEST,
  },
  {
    module: 'price-summary',
    line: "return prices.reduce((day, { observed_at }) => (observed_at > day ? observed_at : day), '')",
    becomes: 'observed_at >= day',
    why: LARGEST,
  },
  {
    module: 'target-guard',
    line: "const authority = /^[^:]*:\\/\\/([^/?#]*)/.exec(text)?.[1] ?? ''",
    becomes: '/^[^:]*:\\/\\/([^/?#]*)/.exec(text)[1]',
    why: 'it was looked for before',
  },
  {
    module: 'target-guard',
    line: "const authority = /^[^:]*:\\/\\/([^/?#]*)/.exec(text)?.[1] ?? ''",
    becomes: '/[^:]*:\\/\\/([^/?#]*)/',
    why: 'the first match begins at the beginning',
  },
  {
    module: 'target-guard',
    line: "const host = url.hostname.replace(/^\\[(.*)\\]$/, '$1')",
    becomes: '/\\[(.*)\\]$/',
    why: 'a host has brackets around it or none',
  },
  {
    module: 'target-guard',
    line: "const host = url.hostname.replace(/^\\[(.*)\\]$/, '$1')",
    becomes: '/^\\[(.*)\\]/',
    why: 'a host has brackets around it or none',
  },
  {
    module: 'target-guard',
    line: 'const resolver = new Resolver({ timeout: 800, tries: 2 })',
    becomes: '{}',
    why: 'only the time that a dead server takes',
  },
  {
    module: 'target-guard',
    line: "const listed = readHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), name)",
    becomes: '() => undefined',
    why: 'every machine of ours has the file',
  },
  {
    module: 'target-guard',
    line: "const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\\s+/)",
    becomes: '/\\s/',
    why: 'an empty name is asked for by nobody',
  },
  {
    module: 'implements',
    line: 'if (rows.length === 0) return',
    becomes: 'false',
    why: 'what is in order already is put in order again',
  },
  {
    module: 'implements',
    line: 'return published_at !== null && published_at <= today',
    becomes: 'true',
    why: 'no day is null, and null is before none',
  },
  {
    module: 'implements',
    line: 'return (from === null || value >= from) && (to === null || value <= to)',
    becomes: 'false',
    why: 'a figure is 0 or more, as null is when compared',
  },
  {
    module: 'target-guard',
    line: "const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])",
    becomes: '""',
    why: 'c-ares gives it to no query of addresses that we make',
  },
  {
    module: 'target-guard',
    line: "const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])",
    becomes: '""',
    why: 'c-ares gives it to no query of addresses that we make',
  },
  {
    module: 'target-guard',
    line: "const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])",
    becomes: '""',
    why: 'c-ares gives it to no query of addresses that we make',
  },
  {
    module: 'target-guard',
    line: "if (answer.status === 'rejected' && !NO_ADDRESS.has(answer.reason?.code)) throw answer.reason",
    becomes: 'true',
    why: 'an answer without addresses is a rejection, too',
  },
  {
    module: 'target-guard',
    line: "if (answer.status === 'rejected' && !NO_ADDRESS.has(answer.reason?.code)) throw answer.reason",
    becomes: 'answer.reason.code',
    why: 'a rejection has a reason',
  },
]
