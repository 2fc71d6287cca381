import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../bench/generate.ts'
import { doubtOfListing, guardListing } from '../../src/redaction/redaction.ts'

const HONEST = 1000
const MAX_WAITING = 5
/** More would have to make honest listings wait. */
const MAX_UNTOLD = 0.05

type Row = ReturnType<typeof honest>

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const between = (random: () => number, min: number, max: number) => min + Math.floor(random() * (max - min + 1))

/** Figures as people tell them. */
const FIGURES: readonly ((n: (min: number, max: number) => number) => string)[] = [
  (n) => `Overhauled at ${n(1000, 6000)} hours, bill no ${n(1000, 9999)}`,
  (n) => `Serviced at ${n(1000, 6000)}, next at ${n(6001, 9000)}`,
  (n) => `Meter shows ${n(1000, 9000)}`,
  (n) => `odometer ${n(10_000, 98_000)}`,
  (n) => `Chassis no ${n(10_000, 99_999)}`,
  (n) => `RC HR ${n(10, 99)} B ${n(1000, 9999)}`,
  (n) => `Tyres 13.6-28 ${n(40, 90)} %`,
  (n) => `Battery ${n(75, 120)} Ah, serial ${n(10_000, 99_999)}`,
  (n) => `Loan of Rs ${n(100, 400) * 1000} pending, EMI ${n(8000, 19_999)} per month`,
  (n) => `Bought in ${n(2005, 2024)} for ${n(300, 900) * 1000}`,
  (n) => `${n(35, 60)} HP, PTO 540 at ${n(1500, 2100)} rpm`,
  (n) => `lift ${n(1200, 2200)} kg, wheelbase ${n(1800, 2300)} mm`,
  (n) => `Karnal ${n(132_001, 132_999)}`,
  (n) => `Swaraj 744 FE, price ${n(3, 8)},${n(10, 99)},000`,
  (n) => `${n(900, 7000)} ghante chala hai`,
  (n) => `कुल ${n(900, 7000)} घंटे चला`,
  (n) => `${n(900, 7000)} மணி நேரம்`,
  (n) => `Token money ${n(5000, 20_000)}, shop no ${n(10, 900)}`,
]

/** Papers and shelves: one listing in seven has one, one in two hundred has two. */
const FILED: typeof FIGURES = [
  (n) => `Stock no ${n(100, 99_999)}`,
  (n) => `Job card ${n(1000, 99_999)}, oil and filters done`,
  (n) => `Weighbridge slip ${n(1000, 9999)}: gross ${n(2000, 4000)} kg`,
  (n) => `Gate pass no. ${n(100, 9999)}`,
  (n) => `Receipt ${n(100, 99_999)} of the dealer is there`,
  (n) => `Bid sheet lot ${n(1, 400)}, token ${n(100, 999)}`,
  (n) => `रसीद ${n(1000, 99_999)} साथ में`,
]

/** A listing full of figures. */
function honest(random: () => number) {
  const n = (min: number, max: number) => between(random, min, max)
  const reported = () => pick(random, FIGURES)(n)
  const filed = (share: number) => (random() < share ? ` ${pick(random, FILED)(n)}.` : '')
  const condition: Record<string, unknown> = {
    engine: reported(),
    hours_meter: n(900, 7000),
    last_service: n(900, 7000),
    engine_no: String(n(6_000_000_000, 9_999_999_999)),
    lift_capacity: n(1200, 2200),
  }
  return {
    maker_name: pick(random, ['Swaraj', 'Mahindra', 'Eicher']),
    variant_name: pick(random, ['744 FE', '575 DI', '485', '3630 TX', '5310']),
    district: 'Karnal',
    pin: String(n(110_001, 139_999)),
    price_inr: n(150, 950) * 1000 + pick(random, [0, 0, 500, 999, 250]),
    km: n(100, 98_000),
    hours: n(500, 22_000),
    year: n(2005, 2024),
    owners: n(1, 3),
    dealer_name: `Gill Tractors, since ${n(1975, 2015)}`,
    description: `${reported()}. ${reported()}. Second owner. ${reported()}.${filed(0.1)}`,
    inspection_note: reported(),
    condition,
    updates: [{ at: '2026-11-02T10:00:00Z', text: `${reported()}.${filed(0.05)}` }],
    photo_rows: [
      { url: '/1.jpg', caption: reported() },
      { url: '/2.jpg', caption: 'Front' },
    ],
    seller_profile: { since: n(2005, 2020), sold: n(3, 80) } as Record<string, unknown>,
  }
}

type Place = { field: string; put: (row: Row, text: string, digits: string) => void; isFigure?: true; isBare?: true }

/** Where a piece may stand; figures of the contract and bare fields take a number alone. */
const PLACES: readonly Place[] = [
  { field: 'caption', put: (row, text) => (row.photo_rows[1]!.caption = text) },
  { field: 'caption of another', put: (row, text) => (row.photo_rows[0]!.caption = text) },
  { field: 'dealer_name', put: (row, text) => (row.dealer_name = `Gill Tractors ${text}`) },
  { field: 'variant_name', put: (row, _, digits) => (row.variant_name += ` ${digits}`), isBare: true },
  { field: 'inspection_note', put: (row, text) => (row.inspection_note = `${text}. ${row.inspection_note}`) },
  { field: 'inspection_note', put: (row, text) => (row.inspection_note += `. ${text}`) },
  { field: 'description', put: (row, text) => (row.description += ` ${text}`) },
  { field: 'description', put: (row, text) => (row.description = `${text}. ${row.description}`) },
  { field: 'seat', put: (row, text) => (row.condition.seat = text) },
  { field: 'tyres', put: (row, text) => (row.condition.tyres = text) },
  {
    field: 'roof',
    put: (row, _, digits) => (row.condition.roof = digits.startsWith('0') ? digits : Number(digits)),
    isBare: true,
  },
  { field: 'engine_no', put: (row, text) => (row.condition.engine_no = text) },
  { field: 'code', put: (row, _, digits) => (row.condition.code = digits), isBare: true },
  { field: 'updates', put: (row, text) => (row.updates[0]!.text = text) },
  { field: 'about', put: (row, text) => (row.seller_profile.about = text) },
  { field: 'km', put: (row, _, digits) => (row.km = Number(digits)), isFigure: true },
  { field: 'hours', put: (row, _, digits) => (row.hours = Number(digits)), isFigure: true },
  { field: 'price_inr', put: (row, _, digits) => (row.price_inr = Number(digits)), isFigure: true },
]
/** Of two pieces, and of three. */
const SIZES = [
  ['5 5', '5 5', '4 6', '6 4', '3 7', '7 3'],
  ['3 3 4', '3 4 3', '4 3 3'],
]
/** How a piece is written: with words that tell of parts; or with marks, ordinary words, or alone. */
const WORDS: readonly ((digits: string, i: number) => string)[] = [
  (digits, i) => `Contact number part ${['one', 'two', 'three'][i]}: ${digits}`,
  (digits, i) => `piece ${i + 1}/3 ${digits}`,
  (digits, i) => `set no. ${i + 1} ${digits}`,
  (digits, i) => `${['opening', 'middle', 'closing'][i]} digits ${digits}`,
  (digits) => `${digits} join with caption`,
  (digits) => `join ${digits} with caption`,
  (digits, i) => `${digits} is the ${['first', 'second', 'last'][i]} half`,
  (digits, i) => `${digits} (${['first', 'second', 'third'][i]} part)`,
  (digits, i) => `${['1st', '2nd', '3rd'][i]} part ${digits}`,
  ...[
    'first half,second half,last half',
    'pehla hissa,dusra hissa,teesra hissa',
    'पहला भाग,दूसरा भाग,तीसरा भाग',
    'भाग 1,भाग 2,भाग 3',
    'पहिला भाग,दुसरा भाग,तिसरा भाग',
    'பகுதி 1:,பகுதி 2:,பகுதி 3:',
    'ਪਹਿਲਾ ਹਿੱਸਾ,ਦੂਜਾ ਹਿੱਸਾ,ਤੀਜਾ ਹਿੱਸਾ',
    'భాగం 1,భాగం 2,భాగం 3',
    'మొదటి భాగం,రెండో భాగం,మూడో భాగం',
    'ಭಾಗ 1,ಭಾಗ 2,ಭಾಗ 3',
    'ഭാഗം 1,ഭാഗം 2,ഭാഗം 3',
    'ভাগ 1,ভাগ 2,ভাগ 3',
    'ભાગ 1,ભાગ 2,ભાગ 3',
    'ଭାଗ 1,ଭାଗ 2,ଭାଗ 3',
  ].map((spoken) => (digits: string, i: number) => `${spoken.split(',')[i]} ${digits}`),
  ...['jodo baaki ke saath', 'ko milao', 'जोड़ो', 'சேர்க்கவும்', 'కలపండి', 'ਜੋੜੋ', 'जोडा', 'ಸೇರಿಸಿ', 'ചേർക്കുക'].map(
    (spoken) => (digits: string) => `${digits} ${spoken}`,
  ),
]
/** What names a piece of paper or a shelf says nothing of the machine. */
const PAPERS = 'slip,stock,lot,token,ref,tag,item,code,id,no,gate pass,challan,bill,receipt,रसीद,पर्ची,பில்,ਬਿੱਲ'.split(
  ',',
)
const ORDINARY: typeof WORDS = [
  (digits, i) => `(${i + 1}/2) ${digits}`,
  (digits, i) => `${'ABC'[i]}: ${digits}`,
  (digits) => `${digits}...`,
  (digits) => digits,
  (digits) => `${digits} good`,
  (digits) => `fine ${digits}`,
  (digits) => `very good ${digits} condition`,
  (digits) => `Original paint, ${digits}, no dent`,
  (digits) => `Rear tyre ${digits} new`,
  (digits) => `Engine ${digits}`,
  (digits) => `code ${digits}`,
  (digits) => `"${digits}"`,
  (digits) => `${digits}x`,
  (digits) => `#${digits}`,
  (digits) => digits.split('').join(' '),
  (digits) => `accha ${digits} hai`,
  (digits) => `नल ${digits} नल`,
  ...PAPERS.map((paper) => (digits: string) => `${paper} ${digits}`),
]

const isWhole = (text: string, pieces: readonly string[]): boolean =>
  pieces.every((piece) => new RegExp(`(?<![0-9])${piece.split('').join('[ -]?')}(?![0-9])`).test(text))

/** A mobile number in so many pieces: none a year or round, which is a figure of the machine by its look. */
function piecesOf(random: () => number, count: number): string[] {
  const number = `${between(random, 6, 9)}${String(between(random, 0, 999_999_999)).padStart(9, '0')}`
  const sizes = pick(random, SIZES[count - 2]!)
    .split(' ')
    .map(Number)
  const startOf = (i: number) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0)
  const pieces = sizes.map((size, i) => number.slice(startOf(i), startOf(i) + size))
  return pieces.some((piece) => /^(?:19|20)\d\d$|^0|000$/.test(piece)) ? piecesOf(random, count) : pieces
}

/** What became of a listing with a number in pieces at these places, in this order. */
function split(random: () => number, places: readonly Place[], words: typeof WORDS): { fate: string; told: string } {
  const pieces = piecesOf(random, places.length)
  const row = honest(random)
  const [write, isMixed] = [pick(random, words), words === ORDINARY && random() < 0.5]
  for (const [i, { put }] of places.entries())
    put(row, (isMixed ? pick(random, ORDINARY) : write)(pieces[i]!, i), pieces[i]!)
  const guarded = guardListing(row)
  const isLive = doubtOfListing(guarded) === undefined
  const status = !isLive ? 'waiting' : isWhole(JSON.stringify(guarded), pieces) ? 'live' : 'taken'
  return {
    fate: status,
    told: `${pieces.join(' ')}: ${places.map(({ field }) => field).join(' | ')}: ${JSON.stringify(row)}`,
  }
}

/** Every pair of fields in every order, and as many threes; two pieces in one text are the business of that text. */
function placesOf(random: () => number, isMeant: (places: readonly Place[]) => boolean): (readonly Place[])[] {
  const pairs = PLACES.flatMap((item) => PLACES.map((other) => [item, other] as const))
  const threes = pairs.map((pair) => [...pair, pick(random, PLACES)])
  const isApart = (places: readonly Place[]) => new Set(places.map(({ field }) => field)).size === places.length
  return [...pairs, ...threes].filter((places) => isApart(places) && isMeant(places))
}

test('a number in pieces over any fields in any order is never live and whole where words tell of parts', (t) => {
  const random = createRandom(53)
  // Words stand beside one piece at least.
  const places = placesOf(random, (some) => some.some(({ isFigure, isBare }) => !(isFigure || isBare)))
  const splits = places.map((some) => split(random, some, WORDS))
  const countOf = (name: string) => splits.filter(({ fate: status }) => status === name).length
  t.diagnostic(`of ${splits.length} ${countOf('taken')} taken out, ${countOf('waiting')} waiting`)
  assert.deepEqual(
    splits.flatMap(({ fate: status, told: reported }) => (status === 'live' ? reported : [])),
    [],
  )
})

test('pieces that words name as parts are removed', () => {
  for (const [description, inspection_note] of [
    ['98140 is the first half.', 'Second half 43210'],
    ['Good tractor, 9814 (first part)', '043210 is second part'],
    ['My first five 98140', 'Last five 43210'],
    ['pehle paanch 98140', 'baad ke paanch 43210'],
    ['shuru ke paanch 9814', 'aakhri ke paanch 043210'],
    ['முதல் ஐந்து எண்கள் 9814043', 'கடைசி ஐந்து எண்கள் 210'],
    ['9814 aur dusre wale ko jodo', '043210 se jodo'],
    ['1st part 9814', '2nd part 043210'],
    ['Number in two parts: 9814', 'part two 043210'],
    ['join 98140 with caption', '43210 ko jodo'],
    ['981 join with caption', 'Good tyres, 4043210'],
    ['Eicher number 9814', 'baaki number 043210'],
    ['ट्रैक्टर नंबर 9814', 'आगे का नंबर 043210'],
    ['டிராக்டர் எண் 9814', 'மீதி எண் 043210'],
  ]) {
    const guarded = JSON.stringify(guardListing({ description, inspection_note }))
    assert.doesNotMatch(guarded, /[0-9]{3}/, guarded)
  }
})

test('a model name that words announce as a number, or that a sign cuts off, is a piece', () => {
  for (const variant_name of ['Kubota call 9814', 'Eicher number 9814']) {
    const description = 'baaki number 043210'
    const guarded = guardListing({ variant_name, description })
    assert.ok(doubtOfListing(guarded) !== undefined || !JSON.stringify(guarded).includes('9814'), variant_name)
  }
  assert.notEqual(doubtOfListing({ inspection_note: 'Swaraj 575 9814', description: '043210 good tractor' }), undefined)
  assert.notEqual(doubtOfListing({ inspection_note: 'Swaraj 98140', description: 'Single owner 43210' }), undefined)
  assert.equal(doubtOfListing({ variant_name: '9814', description: 'Good tractor, 043210 x' }), undefined)
})

test('counts, numbers of spare parts and the PIN of the place are not pieces', () => {
  for (const description of [
    'Photos 1 2 3 4 5 6 7 show it',
    'Spare 644-64-31073',
    'Pin code 132756, house 12',
    'Tyres 92',
  ])
    for (const inspection_note of ['Stock 980', 'Stock 98140', 'Stock 9814', 'Job card 98140 and 132'])
      assert.equal(
        doubtOfListing({ pin: '132001', description, inspection_note }),
        undefined,
        `${description} ${inspection_note}`,
      )
})

test('without such words nearly all pieces among texts wait', (t) => {
  const random = createRandom(55)
  const splits = placesOf(random, (some) => some.every(({ isFigure }) => !isFigure)).map((some) =>
    split(random, some, ORDINARY),
  )
  const live = splits.filter(({ fate: status }) => status === 'live')
  t.diagnostic(`${live.length} of ${splits.length} are live`)
  assert.ok(live.length <= splits.length * MAX_UNTOLD, live.map(({ told: reported }) => reported).join('\n'))
})

test('a figure that cannot be one is a piece like any other, and one in good sense is none', () => {
  for (const odd of [
    { hours: 86_429, condition: { engine_no: 'stock 47976' } },
    { price_inr: 6405, description: 'Good tractor. token 983012.' },
    { price_inr: 714_795, inspection_note: 'no 4578' },
    { km: 945_898, hours: 3552 },
  ])
    assert.notEqual(doubtOfListing(odd), undefined, JSON.stringify(odd))
  for (const usual of [
    { km: 98_140, hours: 22_317 },
    { km: 82_477, description: 'Good tractor. Slip 74039.' },
    { price_inr: 451_151, hours: 9876 },
    { pin: '636036', hours: 7843 },
    { condition: { engine_no: '98140', last_service: 22_317 } },
  ])
    assert.equal(doubtOfListing(usual), undefined, JSON.stringify(usual))
})

test('kilometres and hours that words tell to read together wait', () => {
  for (const words of [
    'write them side by side',
    'join km and hours and ring',
    'dono ko jodkar milao',
    'put km and hours together',
  ])
    assert.notEqual(doubtOfListing({ km: 98140, hours: 22317, description: `My number: ${words}` }), undefined, words)
})

test('honest listings full of figures are not touched, and hardly any waits', (t) => {
  const random = createRandom(54)
  let waiting = 0
  for (let k = 0; k < HONEST; k++) {
    const row = honest(random)
    assert.deepEqual(guardListing(row), row)
    if (doubtOfListing(row) !== undefined) waiting++
  }
  t.diagnostic(`${waiting} of ${HONEST} wait`)
  assert.ok(waiting <= MAX_WAITING, `${waiting} wait`)
})
