import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type InputError, Problem } from '../errors.ts'
import { type ListingParameters, ListingQuery } from '../schema/api/market.ts'
import { SearchParameters } from '../schema/api/search.ts'
import { SORTS } from '../schema/api/values.ts'
import { listingIdIn, queryParser } from './parameters.ts'

const parse = queryParser<SearchParameters>(SearchParameters)

function errorsOf(query: string): readonly InputError[] {
  try {
    parse(query)
  } catch (error) {
    assert.ok(error instanceof Problem)
    assert.equal(error.status, 400)
    return error.errors ?? []
  }
  assert.fail(`${query} was accepted`)
}

it('fills in the defaults', () => {
  assert.deepEqual(parse(''), {
    q: '',
    machine_class: '',
    manufacturer: '',
    kind: '',
    power_source: '',
    hp_min: null,
    hp_max: null,
    wheel_drive: '',
    weight_min: null,
    weight_max: null,
    price_max: null,
    lifecycle: '',
    launched_since: null,
    launched_until: null,
    sort: '',
    limit: 20,
    offset: 0,
    price_min: null,
    price_kind: '',
    lift_min: null,
    lift_max: null,
    mass_min: null,
    mass_max: null,
    cylinders: null,
    facets: '',
  })
})

it('takes an empty parameter of any type as an absent one', () => {
  const names = Object.keys(SearchParameters.properties)
  assert.deepEqual(parse(names.map((name) => `${name}=`).join('&')), parse(''))
  assert.deepEqual(parse(names.join('&')), parse(''))
})

it('reads what is well written', () => {
  const values = parse(
    'q=%E0%A4%AE+575&hp_min=45.5&hp_max=060&launched_since=2024-02-29&sort=hp_asc&offset=9007199254740991',
  )
  assert.equal(values.q, 'म 575')
  assert.equal(values.hp_min, 45.5)
  assert.equal(values.hp_max, 60)
  assert.equal(values.launched_since, '2024-02-29')
  assert.equal(values.sort, 'hp_asc')
  assert.equal(values.offset, Number.MAX_SAFE_INTEGER)
})

it('clamps a limit of any length', () => {
  assert.equal(parse('limit=100').limit, 100)
  assert.equal(parse('limit=101').limit, 100)
  assert.equal(parse(`limit=${'9'.repeat(500)}`).limit, 100)
  assert.equal(parse('limit=0').limit, 0)
})

it('refuses every other way to write a number', () => {
  const written = [
    '-1',
    '%2B1',
    '1e3',
    '0x10',
    '%201',
    '1%20',
    'NULL',
    'NaN',
    'Infinity',
    '٣',
    '१',
    '1_000',
    '1,000',
    '5.',
    '.5',
  ]
  for (const name of ['hp_min', 'weight_min', 'price_max', 'limit', 'offset'])
    for (const text of written)
      assert.deepEqual(
        errorsOf(`${name}=${text}`).map((e) => e.parameter),
        [name],
        `${name}=${text}`,
      )
  for (const text of ['1.5', '9007199254740992', '9'.repeat(400)]) errorsOf(`weight_max=${text}`)
  errorsOf(`hp_max=${'9'.repeat(400)}`)
})

it('reads null as absent where the schema allows it', () => {
  assert.deepEqual(parse('hp_min=null&price_max=null&launched_since=null'), parse(''))
  for (const name of ['limit', 'offset', 'sort']) errorsOf(`${name}=null`)
  assert.equal(parse('q=null&manufacturer=null').manufacturer, 'null')
})

it('joins a repeated list, and refuses every other repeat', () => {
  assert.equal(parse('manufacturer=a&kind=x&manufacturer=&manufacturer=b,c').manufacturer, 'a,b,c')
  assert.equal(parse('facets=kind&facets=section').facets, 'kind,section')
  assert.deepEqual(
    errorsOf('facets=kind&facets=makers').map(({ parameter }) => parameter),
    ['facets'],
  )
  for (const query of ['hp_min=4&hp_min=4', 'q=a&q=a', 'limit=&limit=2'])
    assert.deepEqual(errorsOf(query), [{ parameter: query.split('=')[0], message: 'must be given only once' }])
})

it('gives the value of an alias to its parameter', () => {
  const listings = queryParser<ListingParameters>(ListingQuery)
  assert.deepEqual(listings('manufacturer=b'), listings('maker=b'))
  assert.equal(listings('maker=a&manufacturer=b').maker, 'a,b')
})

it('refuses days that are not in the calendar', () => {
  for (const text of ['2026-02-30', '2026-1-1', 'today', '2026-01-01T00:00:00Z']) errorsOf(`launched_since=${text}`)
})

it('lists the accepted sorts and suggests the nearest', () => {
  const [error] = errorsOf('sort=price')
  assert.deepEqual(error?.allowed, [...SORTS])
  assert.equal(errorsOf('sort=pricedesc')[0]?.suggestion, 'price_desc')
})

it('reports everything at once', () => {
  const errors = errorsOf('hp_mn=4&limit=x&limit=3&sort=up&colour=red&q=%FF&%FF=1')
  assert.deepEqual(
    errors.map((e) => e.parameter),
    ['hp_mn', 'limit', 'limit', 'sort', 'colour', 'q', ''],
  )
  assert.equal(errors[0]?.suggestion, 'hp_min')
  assert.equal(errors[4]?.suggestion, undefined)
})

it('counts the characters of a query in code points', () => {
  assert.equal([...parse(`q=${encodeURIComponent('😀'.repeat(200))}`).q].length, 200)
  errorsOf(`q=${'a'.repeat(201)}`)
})

it('gives up politely on more parameters than anyone could mean', () => {
  assert.equal(errorsOf('a=1&'.repeat(10_000)).length, 1)
})

it('takes only positive integers as the id of a listing', () => {
  for (const id of [12, Number.MAX_SAFE_INTEGER]) assert.equal(listingIdIn(String(id)), id)
  for (const text of ['0', '-1', '1.0', '01', 'abc', '9007199254740992', '1e2', '१', ''])
    assert.throws(() => listingIdIn(text), Problem, text)
})
