import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LOADS } from '../../src/search/index/figures.ts'
import { readBack } from '../../src/search/search-request.ts'
import { EMPTY_QUERY, type SearchDocument } from '../../src/search/types.ts'
import { openSampleAnswers } from './sample-answers.ts'
import { readSampleIndex } from './sample-index.ts'

/**
 * Scores queries that others wrote, once: `node test/search/blind-score.ts [--with NDJSON]… FILE…`. A line tells what
 * may come first: `{q, first: [slugs]}` the machines, `{q, listings: [ids]}` the used listings that the market finds,
 * `{q, implements: [slugs]}` the implements that the one search field shows. An empty list, or `none`, means that nothing
 * fits. `kind` groups the lines. The machines of an import file after `--with` stand beside the sample's.
 */
interface Line {
  q: string
  first?: string[]
  listings?: (number | string)[]
  implements?: string[]
  kind?: string
}

const { values: given, positionals: files } = parseArgs({
  options: { with: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const { index, machines } = readSampleIndex('2026-11-15', given.with)
const answers = await openSampleAnswers()
const LOOKED_AT = 3

const isWithin = (figure: number, end: string, bound: number) => (end === 'min' ? figure >= bound : figure <= bound)
const machineLoads = (machine: SearchDocument) =>
  LOADS.flatMap((name) => (machine[name] === null ? [] : [machine[name] * (name === 'lift_capacity_t' ? 1_000 : 1)]))

/** The bounds of a read-back that a hit breaks. */
function broken(machine: SearchDocument, told: URLSearchParams): string[] {
  const figures: Record<string, number | null> = {
    hp: machine.engine_hp,
    price: machine.price_from_inr,
    weight: machine.operating_weight_kg,
    lift: machine.lift_capacity_kg,
  }
  return [...told]
    .filter(([name, text]) => {
      const [measure, end] = name.split('_')
      if (name === 'cylinders') return machine.cylinders !== Number(text)
      if (name === 'launched_since') return machine.launched_at === null || machine.launched_at < text
      if (name === 'launched_until') return machine.launched_at === null || machine.launched_at > text
      if (name === 'machine_class' || name === 'manufacturer' || name === 'lifecycle') return machine[name] !== text
      if (measure === 'mass') return !machineLoads(machine).some((load) => isWithin(load, end!, Number(text)))
      const figure = figures[measure!]
      if (figure === undefined || (end !== 'min' && end !== 'max')) return false
      return figure === null || !isWithin(figure, end, Number(text))
    })
    .map(([name, text]) => `${name}=${text}`)
}

for (const file of files) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const score = { asked: 0, first: 0, inThree: 0 }
  const kinds = new Map<string, typeof score>()
  let breaking = 0
  for (const line of rows) {
    const { q } = line
    const query = { ...EMPTY_QUERY, q, limit: 100 }
    const { ids } = index.search(query)
    const { read } = readBack(query, index.read(q))
    const told = new URLSearchParams(read)
    const wrong = ids.flatMap((id) => broken(machines.get(id)!, told))
    if (wrong.length > 0) {
      breaking++
      console.log(`breaks its read-back: ${q} → ${read}: ${wrong[0]}`)
    }
    const wanted = (line.first ?? line.listings ?? line.implements)?.map(String)
    if (wanted === undefined) continue
    const own = kinds.getOrInsertComputed(line.kind ?? '', () => ({ asked: 0, first: 0, inThree: 0 }))
    const count = (what: keyof typeof score) => {
      score[what]++
      own[what]++
    }
    count('asked')
    const found = line.first
      ? ids.slice(0, LOOKED_AT).map((id) => machines.get(id)!.slug)
      : line.listings
        ? (await answers.listings(q, LOOKED_AT)).map(String)
        : answers.implements(q, LOOKED_AT)
    const isNone = (wanted.length === 0 || wanted.includes('none')) && found.length === 0
    if (isNone || wanted.includes(found[0]!)) count('first')
    else
      console.log(
        `not first: ${q} → ${read ?? 'plain words'}; gave ${found.join(', ') || 'nothing'}; wants ${wanted.slice(0, 4).join(', ')}`,
      )
    if (isNone || found.some((one) => wanted.includes(one))) count('inThree')
  }
  const tell = ({ asked, first, inThree }: typeof score) => {
    const share = (part: number) => `${((100 * part) / Math.max(asked, 1)).toFixed(1)} %`
    return `${asked} with an expected answer: first ${share(first)}, in three ${share(inThree)}`
  }
  for (const [kind, own] of kinds) if (kinds.size > 1) console.log(`  ${kind || 'other'}: ${tell(own)}`)
  console.log(`${file}: ${rows.length} queries, ${tell(score)}; ${breaking} answers break their read-back`)
}
await answers.close()
