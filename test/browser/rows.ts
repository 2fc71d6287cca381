import { MIN_LISTING } from '../listings/least-listing.ts'

const WORD = 'ட்ராக்டர்உற்பத்திநிறுவனங்களின்கூட்டமைப்புக்குச்சொந்தமானது'
const MACHINE = { type: 'machine', machine_class: 'tractor', lifecycle: 'current', published_at: '2024-01-01' }

/** Names and texts as long as catalogues have them, with words that no line on a phone can hold. */
export const LONG_ROWS = [
  {
    ...{ ...MACHINE, slug: 'long', lifecycle: 'discontinued', engine_hp: 74.25 },
    name: 'Bundelkhand Superpowertractormanufacturing XP-7500/4WD Sarpanch Deluxe Plus Creeper Turbo',
    manufacturer: { slug: 'long-maker', name: 'BUNDELKHAND AGRICULTURAL IMPLEMENTS PRIVATE LIMITED' },
    engine: `Turbocharged, ${'intercooled-'.repeat(5)}diesel`,
    prices: ['UP', 'HP', 'AN', 'IN'].map((state_code, i) => ({
      ...{ kind: i % 2 ? 'subsidised' : 'ex_showroom', observed_at: `2024-0${i + 1}-01`, source_kind: 'manufacturer' },
      ...{ state_code, city: 'Thiruvananthapuram', price_inr: 12_345_678 + i, high_inr: 23_456_789 },
    })),
  },
  {
    ...{ ...MIN_LISTING, id: 900, maker_slug: 'long-maker', maker_name: 'BUNDELKHAND AGRICULTURAL IMPLEMENTS' },
    variant_name: 'Superpowertractormanufacturing XP-7500/4WD Sarpanch Deluxe Plus',
    ...{ district: 'Thiruvananthapuram', state_code: 'AN', hours: 12_345, dealer_name: WORD, seller: 'dealer' },
    description: `${WORD} ${'W'.repeat(300)}`,
    condition: { engine: WORD, tyres: 'W'.repeat(90) },
    updates: [{ at: '2026-11-01T00:00:00Z', text: WORD }],
  },
]

export const SCRIPT = `"'><img src=x onerror=document.title='run'><script>document.title='run'</script>{{7*7}}\${7*7}`
export const TURNED = '\u202e\u2066 turned \u200f'

const HOSTILE_MACHINE = {
  ...{ ...MACHINE, slug: 'hostile', name: `Hostile &amp; ${'X'.repeat(150)}` },
  manufacturer: { slug: 'maker', name: `O'Maker & ${'M'.repeat(90)}` },
  engine: SCRIPT.replaceAll(/[<>]/g, '‹'),
  media: [{ kind: 'image', url: 'https://media.example/"onerror=x.webp' }],
}

/** Records with markup, addresses that break out of attributes, very long words and turned text. */
export const HOSTILE_ROWS = [
  HOSTILE_MACHINE,
  { ...HOSTILE_MACHINE, slug: 'bare', name: 'Bare', engine: undefined, media: undefined },
  {
    ...{ ...MIN_LISTING, id: 901, description: SCRIPT, district: 'D'.repeat(60) },
    updates: [{ at: '2026-11-01T00:00:00Z', text: SCRIPT }],
  },
  {
    ...{ ...MIN_LISTING, id: 902, description: 'W'.repeat(19_000), inspection_note: TURNED },
    condition: { engine: SCRIPT, tyres: 'W'.repeat(300) },
  },
  { ...MIN_LISTING, id: 903, description: TURNED, variant_name: 'V'.repeat(100) },
  {
    ...{ type: 'implement', slug: 'hostile-plough', name: 'P'.repeat(150), kind: 'mb_plough', manufacturer: 'maker' },
    ...{ lifecycle: 'current', published_at: '2024-01-01', image: 'https://media.example/"><svg onload=x>.webp' },
  },
]
