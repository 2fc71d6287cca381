import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBack } from '../../src/search/search-request.ts'
import { EMPTY_QUERY, type SearchQuery } from '../../src/search/types.ts'
import fc from '../properties.ts'
import { SETS } from './reading-score.ts'
import { readSampleIndex } from './sample-index.ts'

const { index: memory, machines } = readSampleIndex()

/** What people put together, in three languages and their Latin letters. */
const PARTS = `
  mahindra | swaraj 744 | john deere | tractor | excavator | jcb | kubota mu4501 | backhoe loader | 575 | di
  महिंद्रा | ट्रैक्टर | மஹிந்திரா | டிராக்டர் | स्वराज | poclain | mini | powertrac euro 50 | plus | xp
  50 hp | 40-50 hp | under 8 lakh | 5 लाख तक | 8 லட்சத்துக்குள் | 45 एचपी | above 60 hp | 3 cylinder | 500k
  lift above 1500 kg | उठान 1800 किलो | 1500 கிலோ தூக்கும் | 2 ton | weight under 2 ton | rs 700000
  12 ton lift | cheapest | sasta | सबसे सस्ता | மலிவான | most powerful | latest | heaviest | sabse naya | 4x4
  2wd | electric | or | vs | या | அல்லது | compare | and | aur | without | used | second hand | rotavator
  punjab | price | kapas | chunne | kabbu katavu | paddy | ropai | three dx | சிலிண்டர் | वी एस टी
  teen furrow | ke liye | after 2015 | 2020 ke baad | 2024 | before 2019 | best | ki kimat | new | hp | kg
  10 acre | qwxz | mahendra | 5 | upcoming | discontinued | aane wala | நிறுத்தப்பட்ட | illana | இல்லனா | pune
  कोयंबटूर | biggest | பெரிய | 7 ft | with trolley | with | trailer | 4w | currently sold | tractor,
  744, 735 | mahindra, swaraj | v/s | xt or fe | emi 15000 | down payment 1 lakh | 30 kw | 20t | 25 quintal
  6.5L | except | ke alawa | parali | ganth banane | straw | 2500 cc | zyada power | for sugarcane
`
  .trim()
  .split(/ *[|\n] */)

const typed = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
  .map((parts) => [...parts.join(' ')].slice(0, 200).join(''))

function queries(): SearchQuery[] {
  const sets = SETS.flatMap((set) =>
    readFileSync(new URL(`./reading-sets/${set}.ndjson`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { q: string }).q),
  )
  const names = [...machines.values()].flatMap(({ name }) => [name, `${name.toLowerCase()} price`])
  const created = fc.sample(typed, { numRuns: 2_000, seed: 29 })
  const sent = fc.sample(
    fc.record({
      hp_max: fc.constantFrom(null, null, 48),
      price_max: fc.constantFrom(null, null, 700_000),
      manufacturer: fc.constantFrom('', '', 'mahindra,swaraj'),
      machine_class: fc.constantFrom('', '', 'tractor'),
      lifecycle: fc.constantFrom('', '', '', 'current', 'upcoming,current'),
      sort: fc.constantFrom(null, null, 'hp_asc' as const),
      cylinders: fc.constantFrom(null, null, null, 3),
    }),
    { numRuns: 500, seed: 7 },
  )
  return [...sets, ...names, ...created].map((q, i) => ({ ...EMPTY_QUERY, q, ...(i % 2 === 0 ? {} : sent[i % 500]) }))
}

/** The query with its read-back in place of its text and of the parameters that it names; undefined for plain words. */
function inItsPlace(query: SearchQuery): SearchQuery | undefined {
  const { read } = readBack(query, memory.parse(query.q))
  if (read === undefined) return undefined
  const sent: Record<string, unknown> = { ...query, q: '' }
  for (const [name, value] of new URLSearchParams(read))
    sent[name] =
      typeof EMPTY_QUERY[name as 'hp_min'] === 'string' || name === 'sort' || name.startsWith('launched_')
        ? value
        : Number(value)
  return sent as unknown as SearchQuery
}

function broken(): string[] {
  let result = 0
  const wrong = queries().filter((query) => {
    const other = inItsPlace(query)
    if (other === undefined) return false
    const [first, second] = [memory.search(query), memory.search(other)]
    if (first.total > 0) result++
    return JSON.stringify(first) !== JSON.stringify(second)
  })
  assert.ok(result > 500, `only ${result} find something`)
  return wrong.map(({ q }) => `${q} → ${readBack({ ...EMPTY_QUERY, q }, memory.parse(q)).read}`)
}

test('a read-back gives the same answer in place of the text', () => {
  assert.ok(queries().length >= 3_000)
  assert.deepEqual(broken(), [])
})
