import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { createUsedMarket, type UsedMarket, type UsedQuery } from '../../src/listings/listing-search.ts'
import { createRequested } from '../asked.ts'
import { sqlite } from '../backends.ts'
import { newFollower } from '../catalogue-app.ts'
import fc from '../properties.ts'
import { sized } from '../tier.ts'

const PARTS = [
  ...['mahindra', 'swaraj 744', 'john deere', 'tractor', 'jcb', '575', 'di', 'महिंद्रा', 'ट्रैक्टर', 'மஹிந்திரா', 'டிராக்டர்'],
  ...['punjab', 'पंजाब', 'பஞ்சாப்', 'ludhiana', 'अमृतसर', 'கோயம்புத்தூர்', 'tamil nadu', 'in', 'or', 'haryana', 'new', 'nadu'],
  ...['2019', 'after 2018', 'before 2022', '2017-2020', '2018 ke baad', '2020 से पहले', 'model'],
  ...['under 2000 hours', '3000 ghante se kam', '2500 घंटे', 'above 1000 hours', 'under 20000 km', '1500 to 2500 hrs'],
  ...['near ludhiana', '50 km', 'km', 'more than', 'kitta', 'purana', '5 saal', 'inspected', 'owners'],
  ...['first owner', 'single owner', '2 owner', 'पहला मालिक', 'under 5 lakh', '4-6 lakh', '₹3,50,000', '5 लाख तक'],
  ...[
    '45 hp',
    'above 2 ton',
    'cheapest',
    'latest',
    'most powerful',
    'used',
    'second hand',
    'purana',
    'xyzzy',
    'vs',
    'sasta',
    'sabse kam chala hua',
    'dealer se',
    'डिस्क हैरो',
    'disc harrow',
    'mini',
    'mp',
    'hours under 2000',
    'emi 15000',
    'swaraj, john deere',
    'mahindra ke alawa',
  ],
]
const sent = fc.record(
  {
    state: fc.constantFrom('PB', 'mh,pb', 'XX'),
    maker: fc.constantFrom('mahindra', 'swaraj,mahindra'),
    price_max: fc.constantFrom(400_000, 900_000),
    year_min: fc.constantFrom(2015, 2020),
    sort: fc.constantFrom('price_desc' as const, 'newest' as const),
  },
  { requiredKeys: [] },
)

async function sampleMarket(t: Parameters<typeof sqlite.newDatabase>[0]): Promise<UsedMarket> {
  const db = await sqlite.newSample(t)
  return createUsedMarket(newFollower(t, db))
}

/** What a header names, as parameters that are sent in its place. */
function parametersOf(header: string): UsedQuery {
  const named = Object.fromEntries(new URLSearchParams(header))
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, /_(?:min|max)$/.test(name) ? Number(value) : value]),
  )
}

test('the parameters that a query is read as return the same result', async (t) => {
  const used = await sampleMarket(t)
  const requested = createRequested({
    state: 0.3,
    maker: 0.3,
    price_max: 0.3,
    year_min: 0.3,
    sort: 0.3,
    read: 0.3,
    found: 0.02,
  })
  const question = fc.tuple(fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }), sent)
  await fc.assert(
    fc.asyncProperty(question, async ([parts, beside]) => {
      const sent = { ...beside, q: parts.join(' ').slice(0, 200) }
      const { headers, ...answer } = await used.search(sent)
      const read = headers['x-query-read']
      requested.count({ ...beside, read, found: read !== undefined && answer.total > 0 })
      if (read === undefined) return
      const again = await used.search({ ...beside, q: '', ...parametersOf(read) })
      const reported = `${JSON.stringify(sent)} was read as ${read}`
      assert.deepEqual([again.total, again.hits, again.facets], [answer.total, answer.hits, answer.facets], reported)
      assert.equal(again.headers['x-query-left-out'], undefined, reported)
    }),
    { numRuns: sized(200, 1_000) },
  )
  requested.prove()
})

test('places, years, hours, owners and prices are read in three scripts', async (t) => {
  const used = await sampleMarket(t)
  const read = async (q: string) => decodeURIComponent((await used.search({ q })).headers['x-query-read'] ?? '')
  assert.equal(await read('used swaraj 744 in punjab under 4 lakh'), 'q=swaraj+744&state=PB&price_max=400000')
  assert.equal(await read('पंजाब में महिंद्रा 575 5 लाख तक'), 'q=महिंद्रा+575&state=PB&price_max=500000')
  assert.equal(await read('பஞ்சாப் மஹிந்திரா'), 'q=மஹிந்திரா&state=PB')
  assert.equal(await read('अमृतसर'), 'district=amritsar')
  assert.equal(await read('tractor after 2018 under 3000 hours'), 'q=tractor&year_min=2019&hours_max=3000')
  assert.equal(await read('2017-2020 tractor first owner'), 'q=tractor&year_min=2017&year_max=2020&owners_max=1')
  assert.equal(await read('cheapest tractor punjab or haryana'), 'state=PB,HR&machine_class=tractor&sort=price_asc')
  assert.equal(await read('tractor hours under 2000'), 'q=tractor&hours_max=2000')
  assert.equal(await read('tractor km 2018'), 'q=tractor&year_min=2018&year_max=2018')
  assert.equal(await read('sabse kam chala hua tractor'), 'machine_class=tractor&sort=hours_asc')
  assert.equal(await read('dealer se tractor mp'), 'q=tractor&seller=dealer&state=MP')
  assert.equal(await read('used tractors up'), 'q=tractors&state=UP')
  assert.equal(await read('used tractor up to 5 lakh'), 'q=tractor&price_max=500000')
  assert.equal(await read('രാജ്കോട്ട് മഹീന്ദ്ര'), 'q=महीन्द्र&district=rajkot', 'by sound')
  assert.equal(await read('सीहोर में पुराना डिस्क हैरो'), 'q=disc+harrow&district=sehore')
  assert.equal(await read('45 hp mahindra'), 'q=mahindra&hp_min=42.75&hp_max=47.25')
  assert.equal(
    await read('swaraj 744 within 60 km of jaipur'),
    'q=swaraj+744&within_km=60&near=Jaipur,RJ&sort=distance_asc',
  )
  assert.equal(await read('jaipur ke paas tractor'), 'q=tractor&within_km=100&near=Jaipur,RJ&sort=distance_asc')
  assert.equal(await read('जयपुर से 100 किमी के अंदर tractor'), 'q=tractor&within_km=100&near=Jaipur,RJ&sort=distance_asc')
  assert.equal(
    await read('மதுரை அருகில் tractor 5 lakh tak'),
    'q=tractor&within_km=100&near=Madurai,TN&price_max=500000&sort=distance_asc',
  )
  assert.equal(
    await read('tractor near aurangabad bihar'),
    'q=tractor&within_km=100&near=Aurangabad,BR&sort=distance_asc',
  )
  assert.equal(await read('tractor 302001'), 'q=tractor&within_km=100&near=302001&sort=distance_asc')
  assert.equal(await read('tractor 100 km chala'), 'q=tractor&km_max=100', 'what it has run')
  assert.equal(await read('nearest tractor jaipur'), 'near=Jaipur,RJ&machine_class=tractor&sort=distance_asc')
  const { headers, total } = await used.search({ q: '1800 kg mahindra' })
  assert.equal(headers['x-query-left-out'], '1800,kg', 'no parameter says it')
  assert.equal(total, (await used.search({ q: 'mahindra' })).total)
  const left = (await used.search({ q: 'ਪੁਰਾਣਾ ਟਰੈਕਟਰ ਲੁਧਿਆਣਾ' })).headers['x-query-left-out']
  assert.equal(decodeURIComponent(left!), 'ਪੁਰਾਣਾ', 'as it was typed')
  assert.equal((await used.search({ q: 'serviced' })).total, 0, 'a description is not searched')
})

/** Parameters that words may not find by themselves, each list in order. */
const reported = (parameters: string) =>
  [...new URLSearchParams(parameters)]
    .filter(([name]) => !['q', 'maker', 'machine_class'].includes(name))
    .map(([name, value]) => `${name}=${value.toLowerCase().split(',').sort().join()}`)
    .sort()

test('queries in three languages are read as the expected parameters', async (t) => {
  const used = await sampleMarket(t)
  const lines = readFileSync(new URL('./used-questions.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const thisYear = Number(kolkataDate(Date.now()).slice(0, 4))
  for (const [q, meant] of lines.map((line) => line.split('\t'))) {
    const { headers } = await used.search({ q: q! })
    const required = meant!.replace(/Y-(\d+)/, (_, years: string) => String(thisYear - Number(years)))
    assert.deepEqual(reported(headers['x-query-read'] ?? ''), reported(required), q!)
  }
  const { total, headers } = await used.search({ q: 'tractor more than 2 owners' })
  assert.equal(headers['x-query-left-out'], 'more,than,2,owners', 'no parameter says it')
  assert.equal(total, (await used.search({ q: 'tractor' })).total)
})

test('an unknown value is reported with the nearest known one', async (t) => {
  const used = await sampleMarket(t)
  const hint = async (query: UsedQuery) => (await used.search(query)).headers['x-query-hint']
  assert.equal(await hint({ maker: 'mahindr' }), 'maker=mahindr is not known; nearest: mahindra')
  assert.equal(await hint({ seller: 'broker' }), 'seller=broker is not known; allowed: owner, dealer')
  assert.equal(await hint({ maker: 'Mahindra' }), undefined)
})
