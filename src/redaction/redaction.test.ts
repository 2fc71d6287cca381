import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from '../../test/properties.ts'
import {
  contactInSlug,
  doubtOf,
  doubtOfListing,
  guardFreeForm,
  guardListing,
  guardText,
  guardUrl,
  guardValue,
  guardVideo,
  isContactKey,
  type JsonValue,
  REMOVED,
  splitContacts,
  why,
} from './redaction.ts'

/** Pairs of a text and what the guard leaves of it. */
const TEXTS = readFileSync(new URL('../../test/redaction/texts.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.replaceAll('\\n', '\n').replaceAll('[-]', REMOVED).split('\t'))

describe('guardText', () => {
  for (const [text = '', guarded = text] of TEXTS)
    test(`leaves ${JSON.stringify(guarded)} of ${JSON.stringify(text)}`, () => assert.equal(guardText(text), guarded))

  test('letters and digits by turns without end hide no whole number', () => {
    const noise = '9a8c'.repeat(2500)
    assert.ok(!guardText(`${noise}x9876543210x${noise}`).includes('9876543210'))
  })

  test('the outcome does not depend on what was guarded before', () => {
    const texts = fc.array(
      fc.constantFrom('9', '8765 ', '43210', 'call ', '/', 'engine no ', '.com', 'a', '@ybl', '₹', '\n'),
      {
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(texts, texts, (parts, others) => {
        const text = parts.join('')
        guardText('')
        const alone = guardText(text)
        guardText(`${others.join('')}9876543210 hp / 11 km lakh .com @`.repeat(5))
        assert.equal(guardText(text), alone)
      }),
    )
  })

  test('letters that unfold to many others need no more room than there is', () => {
    const text = '\ufdfa'.repeat(5000)
    assert.equal(guardText(text), text)
  })
})

describe('why', () => {
  test('each stretch that might be a contact is told with what became of it', () => {
    const reasons = why('Engine no 9876543210, call 98765 43211, tyres 600/65R38 153D, ramu@gmail.com')
    assert.deepEqual(
      reasons
        .map(({ stretch, removed, because }) => [stretch, removed, because])
        .filter(([stretch]) => stretch !== '153'),
      [
        ['ramu@gmail.com', true, 'reads as a mail or payment address'],
        ['9876543210', false, 'a label before it says what it is'],
        ['98765 43211', true, 'scored above the bar'],
        ['600/65R38 153', false, 'scored below the bar'],
      ],
    )
  })

  test('a labelled number that is offered is told as such', () => {
    const [reason] = why('Engine no 9876543210 par call karo')
    assert.deepEqual([reason?.removed, reason?.because], [true, 'has a label, and is offered for calling'])
  })
})

describe('guardUrl', () => {
  const contacts =
    'https://wa.me/919876543210 https://photos.example.com/98765-43210.jpg https://photos.example.com/9876543210.jpg?w=800&h=600 https://photos.example.com/call-log/2024/6543210987.jpg HTTPS://API.WhatsApp.com/send?phone=919876543210 https://t.me/ramu tel:+919876543210 mailto:ramu@firm.in https://www.instagram.com/ramu_tractors facebook.com/ramu upi://pay?pa=ramu@ybl https://photos.example.com/phone/98765-43210-call.jpg https://dealer.example.com/stock?id=4&phone=9876543210 https://photos.example.com/ramu.tractors@gmail.com.jpg?x=ramu@gmail.com https://photos.example.com/call%209876543210.jpg https://example.com/go?to=https%3A%2F%2Fwa.me%2F919876543210'.split(
      ' ',
    )
  for (const url of contacts) test(`${url} is a contact`, () => assert.equal(guardUrl(url), ''))

  const plain =
    'https://photos.example.com/2023/10/12/IMG_20231012_123456.jpg https://photos.example.com/1699876543210.jpg https://photos.example.com/550e8400-e29b-41d4-a716-446655440000.jpg https://youtu.be/dQw4w9WgXcQ https://scontent.fbcdn.net/v/photo.jpg https://photos.example.com/8dc1afd3e012-4162112-0.jpg https://photos.example.com/9876543210/front.jpg?w=800&h=600 https://photos.example.com/call-log/2024/6543210987-1.jpg https://photos.example.com/image@2x.jpg https://photos.example.com/1800-123-4567/0253-2345678.webp '.split(
      ' ',
    )
  test("the row's own number or address goes with the URL that carries it", () => {
    const contact = { name: 'Ramu', phone: '+91 98765 43210', others: [{ email: 'Ramu@Firm.example' }] }
    for (const url of 'https://photos.example.com/98765-43210-front.jpg https://photos.example.com/img_919876543210_1.jpg https://photos.example.com/?by=ramu@firm.example'.split(
      ' ',
    )) {
      assert.equal(guardUrl(url), url)
      assert.equal(guardUrl(url, contact), '')
    }
    assert.equal(
      guardUrl('https://photos.example.com/9123456780-front.jpg', contact),
      'https://photos.example.com/9123456780-front.jpg',
    )
  })

  for (const url of plain) test(`${JSON.stringify(url)} stays as it is`, () => assert.equal(guardUrl(url), url))
})

describe('isContactKey', () => {
  for (const key of 'phone Phone_No ownerPhone owner-mobile tel TELEPHONE whatsappNumber telegram e-mail contact_person upi_id instagram facebook alt.mobile'.split(
    ' ',
  )) {
    test(`${key} names a contact`, () => assert.equal(isContactKey(key), true))
  }
  for (const key of 'hotel telescopic mobility automobile height hours owners tyres engine_no model'.split(' ')) {
    test(`${key} does not`, () => assert.equal(isContactKey(key), false))
  }
})

describe('guardValue', () => {
  test('contact keys go with their value at any depth, and so do keys that hold a contact', () => {
    const value = { a: [{ owner_phone: { x: 1 }, b: 'ok' }], '98765 43210': 1, note: 'call 9876543210', n: 9876543210 }
    assert.deepEqual(guardValue(value), { a: [{ b: 'ok' }], note: `call ${REMOVED}`, n: REMOVED })
  })
  test('a key is a label for its value', () => {
    const value = { engine_no: '9876543210', chassisNumber: 9876543210 }
    assert.deepEqual(guardValue(value), value)
  })
  test('a key that is no label protects nothing, whatever its value begins with', () => {
    const value = { note: 'Number: 9876543210', remark: 'No. 98765 43210', engine_no: 'Number: 9876543210' }
    assert.deepEqual(guardValue(value), {
      note: `Number: ${REMOVED}`,
      remark: `No. ${REMOVED}`,
      engine_no: value.engine_no,
    })
  })
  test('no depth of nesting exhausts the stack', () => {
    let value: JsonValue = 'call 9876543210'
    for (let depth = 0; depth < 200_000; depth++) value = [value]
    let inner = guardValue(value)
    while (Array.isArray(inner)) inner = inner[0] ?? null
    assert.equal(inner, `call ${REMOVED}`)
  })
  test('a free-form object tells nothing of its source', () => {
    const value = {
      source: 'x',
      sourceName: 'x',
      page_no: 3,
      scraped_at: 'x',
      list_url: 'x',
      note: 'see https://x.in/1',
      age: 4,
    }
    assert.deepEqual(guardFreeForm(value), { note: `see ${REMOVED}`, age: 4 })
  })
})

describe('guardVideo', () => {
  test('only a video at a known host stays', () => {
    for (const url of 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10 https://youtu.be/dQw4w9WgXcQ https://m.youtube.com/shorts/dQw4w9WgXcQ https://vimeo.com/76979871 https://www.dailymotion.com/video/x7tgad0'.split(
      ' ',
    ))
      assert.equal(guardVideo(url), url)
    for (const url of 'https://www.youtube.com/@gilltractors https://www.youtube.com/channel/UC98155003210 https://www.youtube.com/c/gill https://vimeo.com/gilltractors https://vimeo.com/9815500321 https://media.example.com/9815500321.mp4 https://example.com/video.mp4 https://youtu.be/dQw4w9WgXcQ@gill'.split(
      ' ',
    ))
      assert.equal(guardVideo(url), '', url)
  })
})

describe('contactInSlug', () => {
  test('reads a slug as words', () => {
    for (const slug of 'ramesh-98765-43210 nine-eight-one-five-five-zero-zero-three-two-one gill-call-0161-2401234 gill-m9876543210 call-no98765-43210 nineeightsevensixfivefourthreetwoonezero gill-9876five43210'.split(
      ' ',
    ))
      assert.equal(contactInSlug(slug), 'a telephone number', slug)
    for (const slug of 'gill_at_gmail_com gill-at-gmail ramu99-gmail-com gill-dot-singh-at-yahoo-dot-co-dot-in gillatgmailcom info-at-gilltractors-com sales-at-gill-tractors-co-in'.split(
      ' ',
    ))
      assert.equal(contactInSlug(slug), 'an e-mail address', slug)
    for (const slug of 'swaraj-855-2018-120-75 john-deere-7530-2021-1526-heures mahindra-575-di maker-709-02t9fe3r6x57 maker-8433-v1-m12786 kubota-b5000-b5001-b6000-incl-heckschaufel gill-tractors-at-karnal yahoo-tractors hotmail-road-motors tractor-junction-com'.split(
      ' ',
    ))
      assert.equal(contactInSlug(slug), undefined, slug)
  })
})

describe('doubtOf', () => {
  const doubted: [string, string][] = [
    ['Mine is 9 galat 8 sahi 7 tha 2 hai 0 na 1 bhi 4 or 3, phone karo', 'many digits one by one'],
    ['Loan a/c 9001188234, dial karo seedha', 'words as of those who hide a number'],
    ['Type 3105, multiply by 3, then 680, then 274, and phone me', 'words as of those who hide a number'],
    ['Count the letters of every word, this is my mobile', 'words as of those who hide a number'],
    ['Truecaller me naam dalo Lakhan Lal Ashta', 'the name of a place where sellers are found'],
    ['My number starts with 98155 and ends with 321', 'words as of those who hide a number'],
    ['Price 4 lakh, call 98155...', 'what may be a part of a telephone number'],
  ]
  for (const [text, reviewReason] of doubted) test(text, () => assert.equal(doubtOf(guardText(text)), reviewReason))

  test('figures of which words tell that they are a number wait for a person', () => {
    const sizes = 'Fuel 96, oil 87, coolant 03, gears 15, tyres 24'
    for (const text of [`${sizes}: join the digits and ring`, '98155 (45 HP) 00321, samajh gaye'])
      assert.notEqual(doubtOf(guardText(text)), undefined, text)
    assert.equal(doubtOf(guardText(sizes)), undefined)
  })

  test('figures, counts and labelled numbers leave no doubt', () => {
    for (const text of [
      'Gears one two three four five six seven eight all ok',
      'Speeds 2.8, 3.9, 5.6, 7.4, 9.8, 13.2, 19.5, 29.1 km/h',
      'Engine no 9 7 8 1 2 3 4 5 6 2 read by torch',
      'Mobile crane 2012, 4,50,000, 2200 hours, call at the site',
      'Good tractor',
    ])
      assert.equal(doubtOf(text), undefined, text)
  })

  test('bare digits in several fields that make a mobile number leave doubt; figures of the machine do not', () => {
    const bare = { dealer_name: 'Gill 9815', inspection_note: 'Good 500', description: 'Fine 321' }
    assert.equal(doubtOfListing(bare), 'several fields hold what may be parts of a telephone number')
    for (const listing of [
      { condition: { engine: '00321 good', tyres: '98155 good' } },
      { condition: { seat: '98155', roof: '00321' } },
      { updates: [{ at: '2026-01-02', text: 'Rest 550' }], description: 'Now 0321', inspection_note: 'Oil 981' },
    ])
      assert.equal(doubtOfListing(listing), 'several fields hold what may be parts of a telephone number')
    const figures = { km: 98140, hours: 22317, description: 'Write them side by side' }
    assert.notEqual(doubtOfListing(figures), undefined)
    assert.equal(doubtOfListing({ condition: { engine_no: '9906575056' } }), undefined)
    assert.equal(doubtOfListing({ km: 98140, hours: 22317, description: 'Together with a plough' }), undefined)
    const honest = {
      variant_name: '855',
      description: '2018, 6543 hours',
      inspection_note: 'TN 38 BQ 6612, Hosur 635109',
    }
    assert.equal(doubtOfListing(honest), undefined)
  })
})

describe('guardListing', () => {
  test('what nobody sees goes, in texts and in keys', () => {
    const tags = Array.from('call', (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')
    assert.deepEqual(guardListing({ description: `Good${tags}`, condition: { [`seat${tags}`]: 'ne\u200bw' } }), {
      description: 'Good',
      condition: { seat: 'new' },
    })
  })

  test('a photo whose file is named by a mobile number goes, whatever the contact', () => {
    const photos = ['/p/9815500321.jpg', '/p/98155-00321.webp?x=1', '/p/IMG_20240102.jpg', '/p/1704067200.jpg']
    assert.deepEqual(guardListing({ photos }), { photos: photos.slice(2) })
  })

  const split: [object, object][] = [
    [{ condition: { part_1: '98155', part_2: '00321' } }, { condition: { part_1: REMOVED, part_2: REMOVED } }],
    [
      { km: 98155, description: 'Second half of my number is 00321, first half is the km' },
      { km: 98155, description: `Second half of my number is ${REMOVED}, first half is the km` },
    ],
    [
      { description: 'One owner, 98155...', updates: [{ at: '2026-01-02', text: '...00321' }] },
      { description: `One owner, ${REMOVED}...`, updates: [{ at: '2026-01-02', text: `...${REMOVED}` }] },
    ],
    [
      { dealer_name: 'Gill nine eight one five', inspection_note: 'tyres 70 %, five zero zero three two one' },
      { dealer_name: `Gill ${REMOVED}`, inspection_note: `tyres 70 %, ${REMOVED}` },
    ],
  ]
  for (const [listing, expected] of split) {
    test(`${JSON.stringify(listing)} loses its part in each field`, () => {
      assert.deepEqual(guardListing(listing), expected)
      assert.deepEqual(guardListing(expected), expected)
      assert.ok(splitContacts(listing).size > 0)
    })
  }
})
