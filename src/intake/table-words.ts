import { nearestName } from '../text/nearest-name.ts'

// What people write above the columns of a table and into its cells, in English, Hindi and Tamil.

/**
 * The names of a column, beside the field's own. A field with a point is a part of the field before it; `gears` and
 * `warranty` stand for two fields. Of fields that share a name the first that the type has, and that the unit fits, is
 * meant.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  slug: 'url name, handle',
  id: 'listing id, ad id, ad no, listing no, stock no, stock id, reference no, ref no, क्रमांक आईडी',
  manufacturer:
    'brand, make, maker, company, oem, brand name, company name, ब्रांड, कंपनी, निर्माता, பிராண்டு, நிறுவனம், தயாரிப்பாளர்',
  maker_name:
    'brand, make, maker, company, manufacturer, oem, brand name, company name, ब्रांड, कंपनी, निर्माता, பிராண்டு, நிறுவனம், தயாரிப்பாளர்',
  variant_name: 'model, variant, model name, name, tractor, machine, tractor model, मॉडल, மாடல்',
  name: 'model, model name, title, variant, machine, machine name, product, product name, brand, implement, tractor model, मॉडल, नाम, மாடல், பெயர்',
  machine_class:
    'मशीन का प्रकार, यंत्र का प्रकार, இயந்திர வகை, class, category, type, machine type, vehicle type, equipment type, segment, product type, श्रेणी, वर्ग, प्रकार, வகை',
  vehicle_class: 'vehicle class',
  kind: 'implement type, type, category, sub type, body type, sub category, उपप्रकार',
  lifecycle: 'status, availability, production status, market status, स्थिति, நிலை',
  status: 'listing status, स्थिति, நிலை',
  section: 'sector, division',
  family: 'series, range, line, model series, सीरीज, श्रृंखला, தொடர்',
  power_source: 'fuel, fuel type, ईंधन, எரிபொருள்',
  fuel: 'fuel type, ईंधन, எரிபொருள்',
  wheel_drive: 'drive, drive type, wheel drive type, 2wd 4wd, 4wd 2wd, driven wheels, axle drive, ड्राइव, டிரைவ்',
  engine: 'engine type, engine details, engine model, इंजन, எஞ்சின்',
  engine_hp:
    'hp, horsepower, horse power, power, engine power, bhp, hp category, rated power, एचपी, हॉर्सपावर, अश्वशक्ति, इंजन शक्ति, ஹெச்பி, எச்பி, குதிரைத்திறன், இன்ஜின் சக்தி',
  power_kw: 'power, engine power, kw, rated power',
  pto_hp: 'hp pto, pto, pto power, pto h p, पीटीओ, पीटीओ एचपी, பிடிஓ, பிடிஓ ஹெச்பி',
  engine_cc: 'cc, displacement, engine capacity, cubic capacity, engine displacement, सीसी, சிசி',
  cylinders:
    'cyl, no of cylinders, number of cylinders, no of cylinder, cylinder, no of cyl, सिलेंडर, சிலிண்டர், சிலிண்டர்கள்',
  gears:
    'gears f r, gear f r, gears fwd rev, speeds f r, gear, gearbox, gear box, transmission, no of gears, speeds, गियर, கியர்',
  gears_fwd: 'fwd gear, गियर आगे, आगे के गियर, முன் கியர், forward gears, gears forward, fwd gears, forward speeds',
  gears_rev: 'rev gear, गियर पीछे, पीछे के गियर, பின் கியர், reverse gears, gears reverse, rev gears, reverse speeds',
  fuel_l:
    'fuel tank, tank, fuel tank capacity, tank capacity, fuel capacity, diesel tank, टंकी, ईंधन टैंक, டேங்க், எரிபொருள் தொட்டி',
  fuel_lph: 'fuel consumption',
  lift_capacity_kg:
    'लिफ्ट क्षमता, lift, lifting capacity, lift capacity, hydraulic capacity, hydraulics, hydraulic lift, lifting, max lift, उठाने की क्षमता, लिफ्ट, भार क्षमता, தூக்கும் திறன், லிஃப்ட்',
  lift_capacity_t: 'lifting capacity, lift capacity, crane capacity',
  lift_height_m: 'lift height, max lift height',
  operating_weight_kg:
    'weight, weight kg, total weight, operating weight, kerb weight, curb weight, gross weight, machine weight, वजन, वज़न, भार, எடை',
  weight_kg: 'weight, वजन, वज़न, எடை',
  width_mm: 'width, working width, चौड़ाई, அகலம்',
  wheelbase_mm: 'wheelbase, wheel base, व्हीलबेस, வீல்பேஸ்',
  bucket_m3: 'bucket, bucket capacity',
  dig_depth_mm: 'dig depth, digging depth, max digging depth',
  payload_kg: 'payload, pay load',
  rated_load_kg: 'rated load, rated operating load',
  blade_width_mm: 'blade width',
  drum_width_mm: 'drum width',
  cutter_bar_mm: 'cutter bar, cutter bar width',
  boom_length_m: 'boom length',
  grain_tank_l: 'grain tank, grain tank capacity',
  hp_min: 'min hp, minimum hp, hp from, hp required',
  hp_max: 'max hp, maximum hp, hp to',
  brakes: 'brake, brake type, ब्रेक, பிரேக்',
  clutch: 'clutch type, क्लच, கிளட்ச்',
  steering: 'steering type, स्टीयरिंग, ஸ்டீயரிங்',
  tyre_front:
    'tyre f, tyres front, front tyres, tyre front size, front tyre, front tyre size, front tire, अगला टायर, முன் டயர்',
  tyre_rear:
    'tyre r, tyres rear, rear tyres, tyre rear size, rear tyre, rear tyre size, rear tire, back tyre, पिछला टायर, பின் டயர்',
  warranty: 'guarantee, वारंटी, உத்தரவாதம்',
  warranty_years: 'warranty, warranty years',
  emission_norm: 'emission, norm, emission stage, trem',
  linkage:
    'three point hitch, 3 point hitch, hitch, hitch category, three point linkage, 3 pt linkage, category of linkage',
  aliases: 'alias, other names, also known as',
  launched_at:
    'launch, लॉन्च, लॉन्च तिथि, लॉन्च दिनांक, அறிமுக தேதி, அறிமுகம், launch date, launched, launched on, date of launch',
  published_at: 'publish date, published, published on, publish on, live from',
  verified_at: 'verified, verified on, checked on, last verified',
  image: 'picture, photo url, image url, picture url',
  photos: 'photo, pictures, images, photo urls',
  description: 'details, remarks by seller, note to buyer, विवरण, விளக்கம்',
  'price.price_inr':
    'dealer quote, quote, quotation, dealer quotation, price, cost, rate, mrp, price inr, amount, ex showroom price, ex showroom, on road price, on road, dealer price, quoted price, subsidised price, price from, starting price, कीमत, मूल्य, दाम, एक्स शोरूम कीमत, விலை',
  price_inr: 'price, cost, rate, amount, asking price, expected price, demand, sale price, कीमत, मूल्य, दाम, விலை',
  'price.high_inr': 'price to, max price, highest price',
  price_high_inr: 'price to, max price, highest price',
  'price.kind': 'कीमत का प्रकार, मूल्य का प्रकार, விலை வகை, price type, price kind, type of price, price basis',
  price_kind: 'price type, type of price',
  'price.observed_at':
    'price date, price as on, as on, price as of, price as on date, date of price, rate date, wef, w e f, with effect from, price updated, price updated on, date, दिनांक, तारीख, தேதி',
  price_as_of: 'price date, price as on, as on, date of price, date, दिनांक, तारीख',
  'price.source_kind': 'price source, source of price, source kind, source',
  'price.state_code': 'state, price state, राज्य, மாநிலம்',
  'price.city': 'city, town, price city, शहर, நகரம்',
  sold_price_inr: 'sold price, sold for',
  sold_at: 'sold on, sold date, date of sale',
  comparable_new_inr: 'new price, price of new',
  created_at:
    'date, listed on, listing date, date listed, posted on, posted, entry date, date of entry, दिनांक, तारीख, தேதி',
  year: 'model year, year of manufacture, mfg year, yom, manufacturing year, registration year, year of purchase, reg year, mfg, साल, वर्ष, ஆண்டு, வருடம்',
  km: 'kms, kilometers, kilometres, odometer, km run, kms run, km driven, किमी, கிமீ',
  hours: 'hrs, hours run, hours used, hour meter, meter hours, engine hours, running hours, hmr, घंटे, மணிநேரம்',
  owners: 'owner, no of owners, ownership, number of owners, owner no, owner number, मालिक, உரிமையாளர்',
  district: 'city, location, place, town, dist, जिला, ज़िला, மாவட்டம்',
  state_code: 'state, राज्य, மாநிலம்',
  pin: 'pincode, pin code, zip, postal code, पिन, पिन कोड, பின்கோடு, பின்',
  seller: 'seller type, sold by, posted by, विक्रेता, விற்பவர்',
  dealer_name: 'dealer, dealership',
  'contact.name': 'seller name, owner name, contact person, contact name, customer name',
  'contact.phone':
    'phone, mobile, mobile no, mobile number, phone no, phone number, contact no, contact number, whatsapp, मोबाइल, फोन, மொபைல்',
  'contact.email': 'email, e mail, email id, ईमेल',
}

/** The kind of price that the name of its column says. */
const PRICE_KIND_WORDS = [
  ['ex_showroom', 'ex showroom'],
  ['on_road', 'on road'],
  ['dealer_quote', 'quote'],
  ['dealer_quote', 'dealer price'],
  ['subsidised', 'subsidised'],
] as const

export function priceKindOf(column: string): string | undefined {
  return PRICE_KIND_WORDS.find(([, words]) => foldWords(column).includes(words))?.[0]
}

const byWord = new Map<string, string[]>()
for (const [target, words] of Object.entries(COLUMNS)) {
  for (const word of [target, ...words.split(', ')])
    byWord.set(foldWords(word), [...(byWord.get(foldWords(word)) ?? []), target])
}

/** The fields that a column of this name may mean, in the order of the table. */
export function meantBy(name: string): readonly string[] {
  return byWord.get(foldWords(name)) ?? []
}

/** The field that an unknown name most likely means: a usual name, the same unit, or the nearest spelling. */
export function suggestField(name: string, known: Iterable<string>): string | undefined {
  const fields = new Set(known)
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s.()-]+/g, '_')
    .replace(/^_|_$/g, '')
  if (fields.has(folded)) return folded
  // One price of a machine stands among its prices.
  const common = meantBy(folded).map((target) => (target.startsWith('price.') ? 'prices' : target))
  return common.find((field) => fields.has(field)) ?? sameUnit(folded, fields) ?? nearestName(folded, fields)
}

/** `power_hp` has the unit of `engine_hp`; a unit that many fields share suggests none. */
function sameUnit(name: string, fields: ReadonlySet<string>): string | undefined {
  const unit = /_[a-z0-9]+$/.exec(name)?.[0]
  if (unit === undefined) return undefined
  const sharing = [...fields].filter((field) => field.endsWith(unit))
  return nearestName(name, sharing) ?? (sharing.length <= 2 ? sharing[0] : undefined)
}

/** All names of columns, folded. */
export const COLUMN_WORDS: ReadonlySet<string> = new Set(byWord.keys())

/** What people write for the values of closed lists. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wheel_drive: {
    '2wd':
      'दो पहिया, दो पहिया ड्राइव, 2 व्हील ड्राइव, 2 வீல் டிரைவ், இரு சக்கர இயக்கம், 2 wd, 4x2, 2x4, 2 wheel drive, two wheel drive, 2w, टू व्हील ड्राइव, 2 डब्ल्यूडी',
    '4wd':
      'चार पहिया, चार पहिया ड्राइव, 4 व्हील ड्राइव, 4 வீல் டிரைவ், நான்கு சக்கர இயக்கம், 4 wd, 4x4, 4 wheel drive, four wheel drive, 4w, awd, फोर व्हील ड्राइव, 4 डब्ल्यूडी',
    crawler: 'crawler track, क्रॉलर, கிராலர், tracked, track, chain, tracks',
  },
  power_source: {
    diesel: 'diesel engine, hsd, डीजल, डीज़ल, டீசல்',
    electric: 'electrical, battery, ev, इलेक्ट्रिक, மின்சாரம்',
    petrol: 'gasoline, पेट्रोल, பெட்ரோல்',
    cng: 'gas, सीएनजी',
    dual_fuel: 'cng diesel, diesel cng',
  },
  lifecycle: {
    current: 'विक्रय में, விற்பனையில், active, available, in production, running, yes, live, in market, on sale, चालू, उपलब्ध',
    discontinued: 'நிறுத்தப்பட்டது, stopped, out of production, closed, obsolete, no longer made, old model, बंद',
    upcoming: 'soon, शीघ्र, விரைவில், coming soon, launching soon, to be launched, new launch soon, आने वाला',
  },
  status: {
    live: 'available, for sale, active, open',
    sold: 'sold out, बिका',
    review: 'pending, in review, to be checked',
    withdrawn: 'cancelled, withdraw',
  },
  seller: {
    owner: 'individual, farmer, private, self, direct owner, किसान, मालिक',
    dealer: 'dealership, showroom, डीलर',
  },
  kind: {
    ex_showroom: 'एक्स शोरूम, எக்ஸ் ஷோரூம், ex showroom price, exshowroom',
    on_road: 'ऑन रोड, ஆன் ரோடு, on road price, onroad',
    dealer_quote: 'डीलर कोटेशन, कोटेशन, quotation, quote, dealer quotation',
    subsidised: 'after subsidy, with subsidy, subsidized, subsidy price',
    estimate: 'estimated, approx, approximate',
  },
  source_kind: {
    manufacturer: 'company, brand, company price list, oem',
    dealer: 'dealership, showroom',
    government: 'govt, subsidy list, government list',
    press: 'news, newspaper, magazine',
    survey: 'field survey',
  },
  section: { farm: 'agriculture, agri, farming', construction: 'infra, construction equipment' },
}

const byValue = new Map(
  Object.entries(VALUES).map(([field, words]) => [
    field,
    new Map(Object.entries(words).flatMap(([value, all]) => all.split(', ').map((word) => [foldWords(word), value]))),
  ]),
)

/** The value of a closed list that is written in other words. */
export function meantValue(field: string, text: string): string | undefined {
  const words = byValue.get(field.split('.').at(-1)!)
  const found = new Set([text, ...partsOf(text)].flatMap((part) => words?.get(foldWords(part)) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

const YES = new Set(['yes', 'y', '1', 'हाँ', 'हां', 'ஆம்', 'available'].map(foldWords))
const NO = new Set(['no', 'n', '0', 'नहीं', 'இல்லை', 'not available'].map(foldWords))

export function flagOf(text: string): boolean | undefined {
  return YES.has(foldWords(text)) ? true : NO.has(foldWords(text)) ? false : undefined
}

const UNKNOWN = new Set(
  'na, n a, nil, none, not known, unknown, not available, tbd, tba, null, पता नहीं, தெரியாது'.split(', '),
)

/** Whether a cell says that nothing is known. */
export function saysUnknown(text: string): boolean {
  return /^[-–—.?]{2,}$|^[–—]$/.test(text) || UNKNOWN.has(foldWords(text))
}

/** The parts of a text that says the same twice: `எடை / Weight`, `जेसीबी (JCB)`; none when there is but one. */
export function partsOf(text: string, between = /[/|()]/): string[] {
  const parts = text.split(between).flatMap((part) => {
    const latin = part.replace(/[^\u0000-\u024f₹]+/g, ' ').trim()
    const other = part.replace(/\p{Script=Latin}+/gu, ' ').trim()
    return /\p{L}/u.test(latin) && /\p{L}/u.test(other) ? [latin, other] : [part.trim()]
  })
  const said = parts.filter((part) => part !== '')
  return said.length > 1 ? said : []
}

/** Letters and figures of any script, in small letters, with one blank between words. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
