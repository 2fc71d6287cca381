import { pino } from 'pino'
import { InvalidInput, text, word } from '../admin/inputs.ts'
import { createCatalogue } from '../read-model/catalogue.ts'
import { explainQuery } from '../search/explain.ts'
import { type Commands, command } from './command.ts'

const explainCommand = command({
  about:
    'Explains how search understands a query for machines: its words with their senses, the filters it states, the words that are left, and what is ignored. Then prints why the first hits rank where they do: the score is the sum of its features, and the lowest score comes first.',
  words: { query: word('a query, in quotes') },
  options: { slug: text('SLUG', 'explain the score of this machine instead of the first hits') },
  database: 'read',
  async run({ db, words, values, io }) {
    const catalogue = createCatalogue(db, { log: pino({ level: 'warn' }, io.stderr) })
    try {
      await catalogue.ready
      const { index, rowOf, summaryOf } = catalogue.model
      const row = values.slug === undefined ? undefined : rowOf(values.slug)
      if (values.slug !== undefined && row === undefined)
        throw new InvalidInput(`no machine with slug "${values.slug}"`)
      const explained = explainQuery(index, words.query, row === undefined ? undefined : index.columns.id[row]!)
      const hits = explained.hits.map(({ id, ...hit }) => ({ slug: summaryOf(index.rowOf(id)).slug, ...hit }))
      return { json: { ...explained, hits }, text: format({ ...explained, hits }) }
    } finally {
      await catalogue.close()
    }
  },
})

export const commands: Commands = { explain: explainCommand }

type Explained = Omit<ReturnType<typeof explainQuery>, 'hits'> & {
  hits: { slug: string; score: number | undefined; features: object | undefined; tie: object }[]
}

function format({ tokens, clauses, filters, constraints, sort, ignored, total, hits }: Explained): string {
  const senses = tokens.flatMap(({ phrases }) =>
    phrases.map(({ text, senses }) => `  ${text.padEnd(20)} ${pairs(senses)}`),
  )
  const lines = [
    'Phrases:',
    ...senses,
    `Filters: ${pairs(filters) || 'none'}`,
    ...constraints.map(({ text, filters }) => `  ${text.padEnd(20)} ${pairs(filters)}`),
    `Words: ${clauses.map((clause) => clause.join(' ')).join(' or ') || 'none'}`,
    `Ignored: ${ignored.join(', ') || 'nothing'}`,
    `Sort: ${sort}`,
    `Hits: ${total}`,
    ...hits.flatMap(({ slug, score, features = {}, tie }) => [
      `  ${slug}  ${score === undefined ? 'does not match the words' : `score ${score}`}`,
      `    ${pairs(features)}; ${pairs(tie)}`,
    ]),
  ]
  return `${lines.join('\n')}\n`
}

const pairs = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(' ') : value}`)
    .join(' ')
