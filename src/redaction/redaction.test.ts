import assert from 'node:assert/strict'
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

describe('guardText', () => {
  const cases: [string, string][] = [
    ['Call 98765 43210 after 6 pm', `Call ${REMOVED} after 6 pm`],
    ['+91 (98765) 43210', REMOVED],
    ['9876543210 / 11 / 12 par call', `${REMOVED} par call`],
    ['9876543210, ramu@gmail.com', REMOVED],
    ['Mobile 9876543210 or 9123456780.', `Mobile ${REMOVED}.`],
    ['insta: @ramu_tractors only', `insta: ${REMOVED} only`],
    ['telegram id ramutractors', `telegram id ${REMOVED}`],
    ['insta handle is ramuagro', `insta handle is ${REMOVED}`],
    ['telegram pe msg karo, id ramu_wheels21', `telegram pe msg karo, id ${REMOVED}`],
    ['2009 model. handle ramu.agro_99', `2009 model. handle ${REMOVED}`],
    ['ramuATgmailDOTcom', REMOVED],
    ['mail to am_stores AT ramufirm DOT in today', `mail to ${REMOVED} today`],
    ['see https://wa.me/919876543210?text=hi now', `see ${REMOVED} now`],
    ['9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣ ok', `${REMOVED} ok`],
    ['fb/kadamagro', `fb/${REMOVED}`],
    ['Office: TEL 81-72-441-9037', `Office: TEL ${REMOVED}`],
    ['手机 15863390472', `手机 ${REMOVED}`],
    ['Ring 2396 7718 or 2396 7719', `Ring ${REMOVED}`],
    ['Web: jambokrishi.africa', `Web: ${REMOVED}`],
    ['98 + 4 gap + 150 gap + 3377, ek saath: 98 4 150 3377', `${REMOVED}, ek saath: ${REMOVED}`],
    ["Owner says 'no work needed', no facebook", "Owner says 'no work needed', no facebook"],
    ['good.parts available', 'good.parts available'],
    ['Call for price, last quoted 2500000', 'Call for price, last quoted 2500000'],
    ['9876543210rs', `${REMOVED}rs`],
    ['94172 (5 digit) 25608 mobile', `${REMOVED} mobile`],
    ['first five 94172 last five 25608 phone', `first five ${REMOVED} last five ${REMOVED} phone`],
    ['call ninetynine eightyseven sixtyfive zero three twentyone', `call ${REMOVED}`],
    [
      'first half 90036, tyre 70%, price 3.9, second half 41872',
      `first half ${REMOVED}, tyre 70%, price 3.9, second half ${REMOVED}`,
    ],
    ['98765 hours 43210 km', '98765 hours 43210 km'],
    ['Site is kisanmandi[dot]shop, see it', `Site is ${REMOVED}, see it`],
    ['insta raja underscore tractors underscore salem', `insta ${REMOVED}`],
    ['add Skype live:balwinder.harvester', `add Skype live:${REMOVED}`],
    ['As seen on YouTube, New Holland 3630 is good', 'As seen on YouTube, New Holland 3630 is good'],
    ['₹9876543210 itna hi likh sakta hu', `₹${REMOVED} itna hi likh sakta hu`],
    ['Serial no 9822012345 (whatsapp)', `Serial no ${REMOVED} (whatsapp)`],
    ['Injector nozzle Bosch 0433271322, set of three', 'Injector nozzle Bosch 0433271322, set of three'],
    ['नौ आठ डबल सात छह पांच चार तीन दो एक पर कॉल', `${REMOVED} पर कॉल`],
  ]
  const said: [string, string][] = [
    ['Stock on limas.dk today', `Stock on ${REMOVED} today`],
    ['Raju no.9815500321', `Raju no.${REMOVED}`],
    ['மெயில் ராமு அட் ஜிமெயில் டாட் காம்', `மெயில் ${REMOVED}`],
    ['naun atth ikk panj double sifar tin do ikk char fon', `${REMOVED} fon`],
    ['నా నంబర్ తొమ్మిది ఎనిమిది ఒకటి డబుల్ ఐదు సున్నా సున్నా మూడు రెండు ఒకటి', `నా నంబర్ ${REMOVED}`],
    ['onbadhu ettu onnu triple anju saiber moonu rendu onnu call', `${REMOVED} call`],
    ['यूपीआई रमेश एट वाईबीएल', `यूपीआई ${REMOVED}`],
    ['Chassis no 9815500321, isi par call karo', `Chassis no ${REMOVED}, isi par call karo`],
    ['RC no: 9815500321, dial it', `RC no: ${REMOVED}, dial it`],
    ['Part one 98155 (45 HP), part two 00321', `Part one ${REMOVED} (45 HP), part two ${REMOVED}`],
    ['बाद का भाग 00321, पहला भाग 98155', `बाद का भाग ${REMOVED}, पहला भाग ${REMOVED}`],
    ['Accounts: (0172) 363 6584', `Accounts: ${REMOVED}`],
  ]
  const kept = [
    'EUR 67.803 56.503',
    'snap-on tool box included',
    'insta-start glow plugs',
    'Mahindra Bolero Pik-Up FB 1.7T',
    '6465-4 (22226)',
    '6175 TTV 4X4 FH - 6185',
    'Chassis no 9815500321',
  ]
  for (const [text, expected] of [...cases, ...said, ...kept.map((text): [string, string] => [text, text])]) {
    test(`${JSON.stringify(text)} keeps all but the contact`, () => assert.equal(guardText(text), expected))
  }

  test('a label keeps its number until the same number is offered for calling', () => {
    assert.equal(guardText('Engine no 9876543210'), 'Engine no 9876543210')
    assert.equal(guardText('Engine no 9876543210, call 98765-43210'), `Engine no ${REMOVED}, call ${REMOVED}`)
    assert.equal(guardText('Engine no 9876543210 par call karo'), `Engine no ${REMOVED} par call karo`)
  })

  test('what stands nearest before a number decides between a label and a word for calling', () => {
    for (const label of ['Engine No. : S325-1', 'Chasiss no', 'Jobsheet no.', 'ईंजन नंबर', 'chassis number as per RC'])
      assert.equal(guardText(`${label} 9417225608`), `${label} 9417225608`)
    for (const other of ['bill hai', 'engine good,', 'Engine no 12, mob', 'Paytm account', 'Raju no.'])
      assert.equal(guardText(`${other} 9417225608`), `${other} ${REMOVED}`)
  })

  test('a misspelled label is one; a word nobody knows, a name, a network or a misspelled call before the word number is none', () => {
    for (const label of ['Engn no', 'Ser no.', 'चासिस क्र.', 'UIN', 'Engine no. EKXW2A', 'Seriel no', 'Ingine number'])
      assert.equal(guardText(`${label}${label.endsWith('2A') ? '' : ' '}9417225608`).includes(REMOVED), false, label)
    for (const other of [
      'Jio no',
      'Nashik number',
      'watsaap no.',
      'moble no',
      'OTP nahi, number hai',
      'घर नंबर',
      'MH12AB',
      'Mukhtarnama no.',
      'Zarvik ID',
      'Maa nanna garu number',
      'price 27k. Number:-',
    ])
      assert.ok(guardText(`${other} 9417225608`).endsWith(REMOVED), other)
    assert.equal(guardText('Mukhtarnama no. 94172 25608'), `Mukhtarnama no. ${REMOVED}`)
  })

  test('codes between a label and its number keep the label', () => {
    for (const text of [
      'Form 35 no. 9876543210 attached',
      'engine WP6G125E22 no. 9876543210',
      'OEM no 9876543210',
      'Inspection ID 9876543210',
    ])
      assert.equal(guardText(text), text)
  })

  test('what has numbers of its own is a label in the words of farmers, workshops, banks, insurers and auctioneers', () => {
    const kept = [
      ...[
        'ESN 98…',
        'chassis punch 98…',
        'punch number 98…',
        'Asset 98…',
        'asset #98…',
        'fleet no. 98…',
        'nameplate 98…',
      ],
      ...['Drg. No. 98…', 'Mfg. no 98…', 'swing motor 98…', 'gate pass 98…', 'court case 98…', 'speed post 98…'],
      ...['GeM bid no 98…', 'DBT no 98…', 'membership no 98…', 'lead id 98…', 'LAN 98…', 'container no. 98…'],
      ...['उत्पाद संख्या 98…', 'एसेट नंबर 98…', 'एफआईआर नंबर 98…', 'पट्टा नंबर 98…', 'अर्ज क्रमांक 98…'],
      ...['தயாரிப்பு எண் 98…', 'சொத்து எண் 98…', 'வழக்கு எண் 98…', 'ஏல எண் 98…', 'ஐஎம்இஐ 98…'],
      ...['ਅਰਜ਼ੀ ਨੰਬਰ 98…', 'હરાજી નંબર 98…', 'సభ్యత్వ సంఖ్య 98…', 'ಪಹಣಿ ಸಂಖ್ಯೆ 98…', 'അക്കൗണ്ട് നമ്പർ 98…', 'খতিয়ান নং 98…'],
      ...[
        'Engine ISBe 5.9 no. 98…',
        'Engine Kirloskar HA494 no 98…',
        'Engine (Perkins 1104) no. 98…',
        'Turbo Holset HX35 no 98…',
      ],
      ...[
        'chassis number as punched on the frame 98…',
        'Part numbers replaced this year: 98…',
        'Loan number with Mahindra Finance 98…',
        'Consumer number of MSEDCL 98…',
        'Chassis no. stamped on right side 98…',
        'Invoice of Sri Balaji Motors no. 98…',
        'e-way bill number for the transport 98…',
        'Chassis number on RC matches 98…',
        'chassis no RC book padi 98…',
      ],
    ].map((text) => text.replace('98…', '9876543210'))
    for (const text of kept) assert.equal(guardText(text), text)
  })

  test('a thing that is spoken of is no label', () => {
    const gone = [
      ...[
        'for quotation 98…',
        'home delivery 98…',
        'with NOC 98…',
        '6 month warranty 98…',
        'pls note 98…',
        'to order 98…',
      ],
      ...[
        'New pump. no. 98…',
        'Good tyre. Number 98…',
        'loan. Number 98…',
        'RC clear hai number 98…',
        'RC hai number 98…',
      ],
      ...['engine ekdum badhiya number 98…', 'इंजन बढ़िया है नंबर 98…', 'engine, no problem 98…', 'engine no problem 98…'],
      ...['tractor Mahindra 575 DI no 98…', 'insurance 12.26 no 98…', 'नई बैटरी\n98…', 'machine chalu halat number 98…'],
      ...['call me on machine serial no 98…', 'call me on Engine serial 98…', 'ring me on demand draft no 98…'],
    ]
    for (const number of ['9876543210', '(987)-654-3210'])
      for (const text of gone) assert.equal(guardText(text.replace('98…', number)), text.replace('98…', REMOVED))
  })

  /** Each: what keeps its number, and the same words where it is someone's to call. */
  const twins: [string, string][] = [
    ['Motor 5 HP no. 98…', 'Motor 5 HP for sale, no. 98…'],
    ['Motor 5 HP no. 98…', 'New motor 5 HP. No. 98…'],
    ['Engine 3 cylinder 2500 cc no. 98…', 'Insurance 1 year no. 98…'],
    ['मोटर 5 एचपी नंबर 98…', 'मोटर 5 एचपी बिकाऊ, नंबर 98…'],
    ['மோட்டார் 5 ஹெச்பி எண் 98…', 'மோட்டார் நல்ல நிலை, எண் 98…'],
    ['Battery 12V 88Ah no. 98…', 'Tractor 45 HP no. 98…'],
    ['Engine Cummins 8.3 litre, no. 98…', 'Swaraj 855, engine Cummins 8.3 litre, no. 98…'],
    ['Gearbox: ZF 16S, no. 98…', 'Gearbox ok, no. 98…'],
    ['Front axle Carraro 20.19, no. 98…', 'Selling engine Kirloskar 5 HP, no. 98…'],
    ['Battery (Exide 100Ah), no. 98…', 'tyres MRF, battery Exide, number 98…'],
    ['Engine make Kirloskar, no. 98…', 'Engine Cummins, good, no. 98…'],
    ['Hydraulic motor Danfoss no. 98…', 'Motor 5 HP Ramesh no. 98…'],
    ['Clutch plate Luk no. 98…', 'Battery Ramesh no. 98…'],
    ['Policy from ICICI Lombard no. 98…', 'Policy from agent no. 98…'],
    ['Policy by Tata AIG no. 98…', 'Policy from ICICI Lombard, agent no. 98…'],
    ['Test report CFMTTI Budni no. 98…', 'Insurance agent no. 98…'],
    ['Tyres are MRF Shakti, number 98… stamped', 'Tyres are MRF Shakti, number 98…'],
    ['Radiator original, no. 98… on the plate', 'Radiator original, no. 98…'],
    ['Number 98… is stamped on the engine block', 'Number 98… plate new'],
    ['Motor number 98… stamped. Call after 6 pm.', 'Call 98…, number punched on chassis'],
    ['नंबर 98… इंजन पर खुदा है', 'इंजन बढ़िया, नंबर 98…'],
    ['98… is the engine number', '98… is the owner number'],
    ['Motor plate reads 98…', 'Ramesh 98… on the block'],
    ['Chassis plate shows 98…', '98… engine number clear hai'],
    ['Injection pump Bosch, No. 9 400 030 716', 'Injection pump Bosch, contact no. 98…'],
    ['oil sample 9812-4470-36', 'oil sample, call 98…'],
    ['Chassis MAT 7784 0391 26', 'CHASSIS NEW 98…'],
    ['Oil sample 98… tested', 'free sample 98…'],
    ['Chassis MAT 98…', 'CHASSIS RAMU 98…'],
    ['Engine number under the manifold 98…', 'Engine near Moga number 98…'],
    ['Loan account number of HDFC Bank 98…', 'account number bhej dunga 98…'],
    ['Consumer number UHBVN Hisar 98…', 'registration number Haryana ka hai 98…'],
    ['engine number hai 98…', 'engine number photo me hai 98…'],
    ['Engine number verified: 98…', 'engine number verify kar lo 98…'],
    ['इंजन नंबर है 98…', 'इंजन नंबर साफ है 98…'],
    ['चेसिस नंबर आरसी के अनुसार 98…', 'chassis number RC se milta hai 98…'],
    ['Policy number with Bajaj Allianz 98…', 'policy number on request 98…'],
    ['Serial number stamped near the seat 98…', 'serial number visible in photo 98…'],
    ['Bill number of Sri Balaji 98…', 'Bill no. ke saath 98…'],
    ['Tyre no. 98…', 'Tyre 80% number 98…'],
    ['Form 35 no. 98…', 'Form 35. No. 98…'],
    ['Soil sample ID: 98…', 'sample available no. 98…'],
    ['मिट्टी नमूना संख्या 98…', 'लोन चाहिए 98…'],
    ['மண் மாதிரி எண் 98…', 'டயர் புதுசு 98…'],
    ['சோதனை அறிக்கை 98…', 'for quotation 98…'],
    ['RC smart chip no. 98…', 'RC smart hai no. 98…'],
    ['DO number 98…', 'please do number 98…'],
    ['RFQ no. 98…', 'RFQ bhejo 98…'],
    ['bill of lading 98…', 'bill of lading ready, number 98…'],
    ['बैंक मैंडेट नंबर 98…', 'bank mandate ke liye 98…'],
    ['certified copy no. 98…', 'copy available, no. 98…'],
    ['loan application 98…', 'loan application ke liye 98…'],
    ['subsidy file 98…', 'subsidy available 98…'],
    ['reel number 98…', 'insta reel pe number 98…'],
    ['टैग नंबर 98…', 'टैग लगा है, नंबर 98…'],
    ['மோட்டார் தகடு 98…', 'மோட்டார் புதுசு 98…'],
    ['flight controller 98…', 'drone with controller 98…'],
    ['अल्टरनेटर 98…', 'अल्टरनेटर नया है, नंबर 98…'],
    ['Engine stamped 98… on left side', 'Engine stamped ok, number 98…'],
    ['engine 98…, gearbox 8812447036, axle 7712447036', 'engine good 98…, gearbox good'],
    ['Chassis 98…, engine 8812447036', 'Engine new, chassis new, 98…'],
  ]
  for (const [kept, gone] of twins) {
    test(`${JSON.stringify(kept)} keeps its number, ${JSON.stringify(gone)} loses it`, () => {
      const labelled = kept.replace('98…', '9812447036')
      assert.equal(guardText(labelled), labelled)
      assert.equal(guardText(gone.replace('98…', '9812447036')), gone.replace('98…', REMOVED))
    })
  }

  const disguised = [
    '9ine 6ix 5ive 4our 0ero 1ne 8ight 7even 3hree 2wo',
    'enin thgie neves owt orez ruof eno evif xis eerht',
    'lakhan.seth[ət]gmail[ðot]com',
    'gurdev88 [at the rate] gmail • com',
    'Serial No 9872140563 of my pocket machine (the one that rings)',
    'Motors Gwalior, salesman सेल्समैन अंकित 62614 07385',
    'चंबल मोटर्स ग्वालियर, सेल्समैन अंकित 6261407385',
    'our channel @PunjabTractorMandi',
    'Location pin sent on request to +91 (832) 904-1176. Hours 6,900.',
    'send token to vikrammalik8 et ptsbi',
    'Chassis AP9177045382 AP teesesi dial cheyandi',
  ]
  for (const text of disguised) {
    test(`${JSON.stringify(text)} loses its contact`, () => {
      assert.ok(guardText(text).includes(REMOVED), guardText(text))
    })
  }

  const honest = [
    'Gears 8+2, 12+3, 12+12, 16+16',
    'Photo IMG_2047.jpg, massey_ferguson 241 in very_good condition',
    'Engine no 9872140563, piston rings new, rings changed at 3000 hours',
    'Written on the bonnet: engine 6359081124, gearbox 4410, axle 4411.',
    'डायरी में लिखा: 1994, इंजन 7380012596, नकद 46,000।',
    'ஆவணத்தில்: 2010, இன்ஜின் 7868301125, 35 hp',
    'RFQ 6000123870 closing 10.10.24',
    'hydraulic pump stamped 8021457793, 28 lpm',
    'अल्टरनेटर नंबर 9443612044, ஆல்டர்னேட்டர் எண் 9176032284',
  ]
  for (const text of honest) test(`${JSON.stringify(text)} stays`, () => assert.equal(guardText(text), text))

  test('a name behind words for a network goes', () => {
    assert.equal(guardText('insta wale maanfarm1313 pe DM kare'), `insta wale ${REMOVED} pe DM kare`)
  })

  test('what is said of a price, a plough or a toll plaza after a labelled number does not offer it', () => {
    const texts = ['விலை பேசலாம்', 'कल्टीवेटर साथ में', 'near toll plaza'].map((after) => `Engine no 98765 43210. ${after}`)
    for (const text of texts) assert.equal(guardText(text), text)
  })

  test('a sentence that begins with a dot is no address', () => {
    const boom = '7.2 lakh in one season. Dot com boom for farmers'
    assert.equal(guardText(boom), boom)
  })

  test('a part with the next number stays beside a contact', () => {
    const parts = 'Call 98765 43210. Filter 011 4578 2290, seal 011 4578 2291.'
    assert.equal(guardText(parts), `Call ${REMOVED}. Filter 011 4578 2290, seal 011 4578 2291.`)
  })

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
  const contacts = [
    'https://wa.me/919876543210',
    'https://photos.example.com/98765-43210.jpg',
    'https://photos.example.com/9876543210.jpg?w=800&h=600',
    'https://photos.example.com/call-log/2024/6543210987.jpg',
    'HTTPS://API.WhatsApp.com/send?phone=919876543210',
    'https://t.me/ramu',
    'tel:+919876543210',
    'mailto:ramu@firm.in',
    'https://www.instagram.com/ramu_tractors',
    'facebook.com/ramu',
    'upi://pay?pa=ramu@ybl',
    'https://photos.example.com/phone/98765-43210-call.jpg',
    'https://dealer.example.com/stock?id=4&phone=9876543210',
    'https://photos.example.com/ramu.tractors@gmail.com.jpg?x=ramu@gmail.com',
    'https://photos.example.com/call%209876543210.jpg',
    'https://example.com/go?to=https%3A%2F%2Fwa.me%2F919876543210',
  ]
  for (const url of contacts) test(`${url} is a contact`, () => assert.equal(guardUrl(url), ''))

  const plain = [
    'https://photos.example.com/2023/10/12/IMG_20231012_123456.jpg',
    'https://photos.example.com/1699876543210.jpg',
    'https://photos.example.com/550e8400-e29b-41d4-a716-446655440000.jpg',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://scontent.fbcdn.net/v/photo.jpg',
    'https://photos.example.com/8dc1afd3e012-4162112-0.jpg',
    'https://photos.example.com/9876543210/front.jpg?w=800&h=600',
    'https://photos.example.com/call-log/2024/6543210987-1.jpg',
    'https://photos.example.com/image@2x.jpg',
    'https://photos.example.com/1800-123-4567/0253-2345678.webp',
    '',
  ]
  test("the row's own number or address goes with the URL that carries it", () => {
    const contact = { name: 'Ramu', phone: '+91 98765 43210', others: [{ email: 'Ramu@Firm.example' }] }
    for (const url of [
      'https://photos.example.com/98765-43210-front.jpg',
      'https://photos.example.com/img_919876543210_1.jpg',
      'https://photos.example.com/?by=ramu@firm.example',
    ]) {
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
    for (const url of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://m.youtube.com/shorts/dQw4w9WgXcQ',
      'https://vimeo.com/76979871',
      'https://www.dailymotion.com/video/x7tgad0',
    ])
      assert.equal(guardVideo(url), url)
    for (const url of [
      'https://www.youtube.com/@gilltractors',
      'https://www.youtube.com/channel/UC98155003210',
      'https://www.youtube.com/c/gill',
      'https://vimeo.com/gilltractors',
      'https://vimeo.com/9815500321',
      'https://media.example.com/9815500321.mp4',
      'https://example.com/video.mp4',
      'https://youtu.be/dQw4w9WgXcQ@gill',
    ])
      assert.equal(guardVideo(url), '', url)
  })
})

describe('contactInSlug', () => {
  test('reads a slug as words', () => {
    for (const slug of [
      'ramesh-98765-43210',
      'nine-eight-one-five-five-zero-zero-three-two-one',
      'gill-call-0161-2401234',
      'gill-m9876543210',
      'call-no98765-43210',
      'nineeightsevensixfivefourthreetwoonezero',
      'gill-9876five43210',
    ])
      assert.equal(contactInSlug(slug), 'a telephone number', slug)
    for (const slug of [
      'gill_at_gmail_com',
      'gill-at-gmail',
      'ramu99-gmail-com',
      'gill-dot-singh-at-yahoo-dot-co-dot-in',
      'gillatgmailcom',
      'info-at-gilltractors-com',
      'sales-at-gill-tractors-co-in',
    ])
      assert.equal(contactInSlug(slug), 'an e-mail address', slug)
    for (const slug of [
      'swaraj-855-2018-120-75',
      'john-deere-7530-2021-1526-heures',
      'mahindra-575-di',
      'maker-709-02t9fe3r6x57',
      'maker-8433-v1-m12786',
      'kubota-b5000-b5001-b6000-incl-heckschaufel',
      'gill-tractors-at-karnal',
      'yahoo-tractors',
      'hotmail-road-motors',
      'tractor-junction-com',
    ])
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
  for (const [text, doubt] of doubted) test(text, () => assert.equal(doubtOf(guardText(text)), doubt))

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

  test('a landline in a slug does not leave', () => {
    assert.ok(!JSON.stringify(guardListing({ variant_slug: 'gill-call-0161-2401234' })).includes('2401234'))
  })

  test('fields with a shape of their own stay, texts are guarded, contact links leave', () => {
    const listing = {
      id: 9876543210,
      pin: '625001',
      created_at: '2024-01-02T03:04:05Z',
      sold_at: 'call 9876543210',
      variant_slug: 'mahindra-575-di',
      description: 'call 9876543210',
      photos: ['https://wa.me/1', 'https://photos.example.com/1.jpg'],
      photo_rows: [
        { url: 'tel:1', caption: 'a' },
        { url: 'https://photos.example.com/2.jpg', caption: 'ph 98765 43210' },
      ],
      video_url: 'https://t.me/ramu',
      updates: [{ at: '2024-01-02', text: 'new no. 9876543210' }],
      condition: { tyres: '70 %', phone: 1, photo_url: 'x' },
      contact: { phone: '9876543210' },
    }
    assert.deepEqual(guardListing(listing), {
      id: 9876543210,
      pin: '625001',
      created_at: '2024-01-02T03:04:05Z',
      sold_at: `call ${REMOVED}`,
      variant_slug: 'mahindra-575-di',
      description: `call ${REMOVED}`,
      photos: ['https://photos.example.com/1.jpg'],
      photo_rows: [{ url: 'https://photos.example.com/2.jpg', caption: `ph ${REMOVED}` }],
      video_url: '',
      updates: [{ at: '2024-01-02', text: `new no. ${REMOVED}` }],
      condition: { tyres: '70 %' },
    })
  })

  const split: [object, object][] = [
    [{ condition: { part_1: '98155', part_2: '00321' } }, { condition: { part_1: REMOVED, part_2: REMOVED } }],
    [
      { description: 'Contact number part two: 00321', inspection_note: 'Good. Part one: 98155' },
      { description: `Contact number part two: ${REMOVED}`, inspection_note: `Good. Part one: ${REMOVED}` },
    ],
    [
      { description: 'ਦੂਜਾ ਹਿੱਸਾ 00321', inspection_note: 'ਪਹਿਲਾ ਹਿੱਸਾ 98155' },
      { description: `ਦੂਜਾ ਹਿੱਸਾ ${REMOVED}`, inspection_note: `ਪਹਿਲਾ ਹਿੱਸਾ ${REMOVED}` },
    ],
    [
      { km: 98155, description: 'Second half of my number is 00321, first half is the km' },
      { km: 98155, description: `Second half of my number is ${REMOVED}, first half is the km` },
    ],
    [
      {
        photo_rows: [
          { url: '/1.jpg', caption: 'call 981' },
          { url: '/2.jpg', caption: 'Front' },
          { url: '/3.jpg', caption: '5500321' },
        ],
      },
      {
        photo_rows: [
          { url: '/1.jpg', caption: `call ${REMOVED}` },
          { url: '/2.jpg', caption: 'Front' },
          { url: '/3.jpg', caption: REMOVED },
        ],
      },
    ],
    [
      { description: 'One owner, 98155...', updates: [{ at: '2026-01-02', text: '...00321' }] },
      { description: `One owner, ${REMOVED}...`, updates: [{ at: '2026-01-02', text: `...${REMOVED}` }] },
    ],
    [
      { dealer_name: 'Gill nine eight one five', inspection_note: 'tyres 70 %, five zero zero three two one' },
      { dealer_name: `Gill ${REMOVED}`, inspection_note: `tyres 70 %, ${REMOVED}` },
    ],
    [
      { dealer_name: 'ramu.gill@', inspection_note: 'gmail' },
      { dealer_name: REMOVED, inspection_note: REMOVED },
    ],
  ]
  for (const [listing, expected] of split) {
    test(`${JSON.stringify(listing)} loses its part in each field`, () => {
      assert.deepEqual(guardListing(listing), expected)
      assert.deepEqual(guardListing(expected), expected)
      assert.ok(splitContacts(listing).size > 0)
    })
  }

  test('figures in several fields stay', () => {
    const listing = {
      variant_name: '855',
      district: 'Karnal',
      dealer_name: 'Yard 7',
      description: 'Massey 9500, 2018, PIN 132001, stock no 98220, final 85000',
      condition: { km: 72635, hours: 6543, tyre_front: 60, battery: '2023', engine_no: '98155', note: 'EMI 27,450' },
      updates: [{ at: '2026-01-02', text: 'Now 80000, meter 65432 km' }],
      photo_rows: [{ url: '/1.jpg', caption: '744' }],
    }
    assert.deepEqual(guardListing(listing), listing)
  })
})
