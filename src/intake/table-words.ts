// What people write into the cells of a table, in English, Hindi, Marathi and Tamil.

/** What people write for the values of closed lists. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wheel_drive: {
    '2wd':
      'टू व्हील, 2w d, दो पहिया, दो पहिया ड्राइव, 2 व्हील ड्राइव, 2 வீல் டிரைவ், இரு சக்கர இயக்கம், 2 wd, 4x2, 2x4, 2 wheel drive, two wheel drive, 2w, टू व्हील ड्राइव, 2 डब्ल्यूडी, 2 wheel, two wheel, 2 wheels, rear wheel drive, rear wheel, rwd, दो व्हील ड्राइव, दो चाकी, 2 पहिया, 2 पहिया ड्राइव, இரண்டு சக்கர இயக்கம், 2 சக்கர இயக்கம், இரு சக்கர, 2 வீல், டூ வீல் டிரைவ்',
    '4wd':
      'फोर व्हील, 4w d, चार पहिया, चार पहिया ड्राइव, 4 व्हील ड्राइव, 4 வீல் டிரைவ், நான்கு சக்கர இயக்கம், 4 wd, 4x4, 4 wheel drive, four wheel drive, 4w, awd, फोर व्हील ड्राइव, 4 डब्ल्यूडी, 4 wheel, four wheel, 4 wheels, all wheel drive, mfwd, fwa, चार व्हील ड्राइव, चार चाकी, 4 पहिया, 4 पहिया ड्राइव, நான்கு சக்கர, 4 சக்கர இயக்கம், 4 வீல், ஃபோர் வீல் டிரைவ்',
    crawler:
      'crawler track, क्रॉलर, கிராலர், tracked, track, chain, tracks, crawlers, crawler type, crawler mounted, track type, track mounted, chain type, ट्रैक, क्रॉलर ट्रैक, चेन, டிராக், செயின்',
  },
  power_source: {
    diesel: 'diesel engine, hsd, dsl, diesel oil, diesel turbo, turbo diesel, डीजल, डिझेल, डिजल, டீசல், டீஸல்',
    electric:
      'electrical, battery, ev, battery operated, battery electric, li ion, lithium ion, lithium battery, इलेक्ट्रिक, बिजली, बैटरी, विद्युत, वीज, மின்சாரம், மின்சார, பேட்டரி, எலக்ட்ரிக், மின்',
    petrol: 'gasoline, petrol engine, पेट्रोल, பெட்ரோல்',
    cng: 'gas, bio cng, सीएनजी, சிஎன்ஜி',
    hybrid: 'hybrid electric, diesel electric, हाइब्रिड, ஹைப்ரிட்',
    dual_fuel: 'cng diesel, diesel cng',
  },
  lifecycle: {
    current:
      'चालू मॉडल, विक्रय में, விற்பனையில், active, available, in production, running, yes, live, in market, on sale, in stock, ready stock, stock available, regular, current model, in prod, avl, avlbl, ongoing, continuing, selling, being sold, in sale, for sale, new, चालू, उपलब्ध, उपलब्ध है, बिक्री में, उत्पादन में, जारी, सक्रिय, विक्रीत, विक्रीसाठी, இருப்பில், கிடைக்கிறது, உற்பத்தியில், நடப்பு, நடப்பில், தற்போது விற்பனையில், விற்பனையில் உள்ளது, உள்ளது',
    discontinued:
      'discontd, production stopped, நிறுத்தப்பட்டது, stopped, out of production, closed, obsolete, no longer made, old model, disc, discon, discont, disc d, phased out, withdrawn, not in production, not available now, stopped production, बंद, बन्द, बंद हो गया, उत्पादन बंद, बंद मॉडल, நிறுத்தம், உற்பத்தி நிறுத்தம், விற்பனை நிறுத்தம், விற்பனையில் இல்லை',
    upcoming:
      'launch soon, expected shortly, शीघ्र आने वाला, soon, शीघ्र, விரைவில், coming soon, launching soon, to be launched, new launch soon, to launch, expected, launch awaited, awaited, shortly, expected soon, आने वाला, आने वाली, जल्द, जल्द आ रहा है, शीघ्र आ रहा है, जल्द आने वाला, लवकरच, விரைவில் வரும், வரவிருக்கிறது, வரவுள்ளது, வர உள்ளது',
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
    ex_showroom:
      'एक्स शोरूम, எக்ஸ் ஷோரூம், எக்ஸ் ஷோரூம் விலை, ex showroom price, exshowroom, ex sr, ex s r, ex sh, exsr, ex show room, ex shwrm, showroom, एक्सशोरूम, एक्स शो रूम, एक्स शोरूम कीमत, ஷோரூம்',
    on_road: 'ऑन रोड, ஆன் ரோடு, ஆன்ரோடு, on road price, onroad, orp, o r p, on rd, ऑनरोड, ऑन रोड कीमत',
    dealer_quote:
      'डीलर कोटेशन, कोटेशन, quotation, quote, dealer quotation, dealer quote, dealer price, dealer, dlr quote, डीलर कोट, डीलर, டீலர் விலை, டீலர் கோட்டேஷன், டீலர் கொட்டேஷன், டீலர் மேற்கோள், கொட்டேஷன்',
    subsidised:
      'after subsidy, with subsidy, subsidized, subsidy price, subsidised price, net of subsidy, सब्सिडी के बाद, अनुदान के बाद, अनुदानित, अनुदान पश्चात, மானிய விலை, மானியம் போக',
    estimate: 'estimated, approx, approximate, expected, अनुमानित, अंदाजन, மதிப்பீடு',
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
  'na, n a, nil, none, not known, not given, unknown, not available, not applicable, tbd, tba, awaited, null, पता नहीं, लागू नहीं, उपलब्ध नहीं, अज्ञात, निरंक, माहिती नाही, தெரியாது, இல்லை, பொருந்தாது'
    .split(', ')
    .map(foldWords),
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

/** What is written for the cell above. */
export const DITTO = /^(?:["”″〃]|''|-?"-?|-?do-?|ditto|same|as above|तदैव|यथोपरि|वही|மேற்படி)\.?$/iu

const TOTALS =
  /^(?:(?:sub|grand|net) )?(?:total|totals|average|avg|subtotal)$|^(?:कुल|कुल योग|योग|उप योग|एकूण|மொத்தம்|கூட்டுத்தொகை)$/
const NOTES =
  /^(?:[*#†]|(?:note|notes|nb|n b|e and o e|terms|disclaimer|source|remarks|conditions|नोट|टीप|टिप्पणी|शर्तें|குறிப்பு|குறிப்புகள்)(?: |$))/

/** Whether a cell says that its line is a sum, or a note under the table. */
export function isSum(cell: string): boolean {
  return [cell, ...partsOf(cell)].some((part) => TOTALS.test(foldWords(part)))
}

export function isNote(cell: string): boolean {
  return NOTES.test(foldWords(cell)) || /^[*#†]/.test(cell)
}

/** Offices shorten words of Hindi with a nought: रु0, कि0ग्रा0, डी0. */
export function withoutNoughts(text: string): string {
  return text.replace(/(?<=[\u0904-\u0963])[0०](?![\d०-९])/gu, '.')
}

/** Letters and figures of any script, in small letters, with one blank between words. */
export function foldWords(text: string): string {
  return (
    withoutNoughts(text.normalize('NFKC'))
      .toLowerCase()
      .replaceAll('×', 'x')
      .replaceAll('&', ' and ')
      .replace(/[०-९௦-௯]/g, (digit) => String((digit.charCodeAt(0) - (digit < '\u0b00' ? 0x0966 : 0x0be6)) % 10))
      // One spelling of what Devanagari writes in two ways: ईन्धन and ईंधन, वज़न and वजन.
      .replace(/\u093c/g, '')
      .replace(/[ङञणनम]\u094d(?=[क-ह])|ँ/g, 'ं')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
  )
}
