import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const read = (file: string) => readFileSync(file, 'utf8')

const WORDS = read('docs/contributing/wordlist.tsv')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .map(([pattern, instead]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, 'gi'), instead }))

const PAGES = files.filter((file) => /^(docs\/.+|README|CONTRIBUTING|SECURITY)\.md$/.test(file))
const SOURCES = files.filter((file) => /^src\/.+\.[tj]s$/.test(file) && !file.includes('.test.'))

/** The prose of a page, without code. */
const proseOf = (page: string) => read(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
const commentsOf = (source: string) => read(source).match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []
/** String literals with at least three words. */
const textsOf = (source: string) =>
  [...read(source).matchAll(/'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g)]
    .map((match) => match[1] ?? match[2]!)
    .filter((text) => (text.match(/[a-z']{2,}/gi) ?? []).length >= 3 && text.includes(' '))

function findingsIn(name: string, text: string): string[] {
  const found = WORDS.map(({ pattern, instead }) => ({ words: text.match(pattern), instead }))
  return found.flatMap(({ words, instead }) => (words ? [`${name}: "${words[0]}"; use: ${instead}`] : []))
}

/** Most words of a page, without those that are listed here. */
const MAX_WORDS = 900
const BUDGETS: Record<string, number> = {
  'README.md': 1_050,
  'docs/architecture/contact-redaction.md': 950,
  'docs/architecture/search.md': 1_150,
  'docs/contributing/extending.md': 1_350,
  'docs/operating/deploy.md': 1_000,
  'docs/guides/reference.md': 12_000,
  'docs/guides/webhooks.md': 1_500,
  'docs/contributing/faults.md': 1_650,
}
const MAX_WORDS_OF_DOCS = 29_600

describe('the word list', () => {
  it('has no finding in the documentation', () => {
    const pages = PAGES.filter((page) => page !== 'docs/contributing/style.md')
    assert.deepEqual(
      pages.flatMap((page) => findingsIn(page, proseOf(page))),
      [],
    )
  })

  it('has no finding in the newest section of the changelog', () => {
    const [, newest = ''] = read('CHANGELOG.md').split(/^## /m)
    assert.deepEqual(findingsIn('CHANGELOG.md', newest), [])
  })

  it('has no finding in the OpenAPI document', () => {
    assert.deepEqual(findingsIn('openapi.json', read('openapi.json')), [])
  })

  it('has no finding in comments and messages', () => {
    const texts = SOURCES.map((file) => [file, [...commentsOf(file), ...textsOf(file)].join('\n')] as const)
    assert.deepEqual(
      texts.flatMap(([file, text]) => findingsIn(file, text)),
      [],
    )
  })
})

describe('the documentation', () => {
  const words = new Map(PAGES.map((page) => [page, read(page).split(/\s+/).filter(Boolean).length]))

  it('keeps each page within its number of words', () => {
    const long = [...words].filter(([page, count]) => count > (BUDGETS[page] ?? MAX_WORDS))
    assert.deepEqual(long, [])
  })

  it('stays within its number of words', () => {
    const counted = [...words].filter(
      ([page]) => page.startsWith('docs/') && !/reference|style|faults/.test(basename(page)),
    )
    const total = counted.reduce((sum, [, count]) => sum + count, 0)
    assert.ok(total <= MAX_WORDS_OF_DOCS, `${total} words`)
  })
})

it('comments have at most 30,000 words', () => {
  const words = SOURCES.flatMap(commentsOf).join(' ').replace(/[/*]/g, ' ').split(/\s+/).filter(Boolean)
  assert.ok(words.length <= 30_000, `${words.length} words`)
})

it('subjects of commits have the form `area: summary` and at most 72 characters', () => {
  const subjects = execFileSync('git', ['log', '-50', '--format=%s'], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(
    subjects.filter((subject) => subject.length > 72 || !/^[a-z-]+!?: [^A-Z]/.test(subject)),
    [],
  )
})
