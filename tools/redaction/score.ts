import { parseArgs } from 'node:util'
import { guardText } from '../../src/redaction/redaction.ts'
import { type Entry, isContact, isMissed, readEntries } from '../../test/redaction/corpus.ts'

// Scores the guard over ndjson files of {"text", "secret"?} as the corpus test does:
// `node tools/redaction/score.ts [--misses] FILE…`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean', default: false } },
})

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`
}

function print(name: string, entries: Entry[]): void {
  const missed = entries.filter((entry) => isMissed(entry, guardText(entry.text)))
  const contacts = entries.filter(isContact).length
  const leaked = missed.filter(isContact).length
  const clean = entries.length - contacts
  const touched = missed.length - leaked
  console.log(
    `${name}: recall ${percent(contacts - leaked, contacts)} (${leaked} of ${contacts} missed), false positives ${percent(touched, clean)} (${touched} of ${clean})`,
  )
  if (values.misses) for (const { text } of missed) console.log(JSON.stringify({ text, guarded: guardText(text) }))
}

const all = positionals.map((file) => ({ file, entries: readEntries(file) }))
for (const { file, entries } of all) print(file, entries)
if (all.length > 1)
  print(
    'all',
    all.flatMap(({ entries }) => entries),
  )
