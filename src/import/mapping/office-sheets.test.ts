import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecordType } from '../row-shapes.ts'
import { answered } from './mapping.ts'
import { type KnownNames, NO_NAMES } from './names.ts'
import { propose } from './propose.ts'
import { createSheetReader } from './sheet-reader.ts'
import { lettersOf } from './words.ts'

const MAKERS = ['mahindra', 'swaraj', 'john-deere', 'kubota', 'fieldking']
const CLASSES = ['tractor', 'power_tiller', 'combine_harvester', 'backhoe_loader']
const NAMES: KnownNames = {
  ...NO_NAMES,
  makers: new Map([
    ...MAKERS.map((slug) => [slug.replace('-', ''), [slug]] as [string, string[]]),
    [lettersOf('महिंद्रा'), ['mahindra']],
    [lettersOf('स्वराज'), ['swaraj']],
  ]),
  makerNames: new Map(MAKERS.map((slug) => [slug, slug])),
  classes: new Map([
    ...CLASSES.map((key) => [key.replace('_', ''), [key]] as [string, string[]]),
    [lettersOf('ट्रैक्टर'), ['tractor']],
  ]),
  classKeys: CLASSES,
}

interface Sheet {
  type: RecordType
  answers: Record<string, string>
  lines: readonly (readonly string[])[]
  /** Of each line that is a row, by its number: what it truly says. */
  truth: Readonly<Record<number, Readonly<Record<string, unknown>>>>
}

/** Sheets as offices send them, with what is wrong in such sheets, and what a person reads in them. */
const SHEETS: Readonly<Record<string, Sheet>> = {
  'a price list': {
    type: 'machine',
    answers: {
      'columns/Ex-showroom/unit': 'lakh',
      'columns/Ex-showroom/words/incl. GST': 'left out',
      'columns/Warranty/unit': 'years',
      'prices/state_code': 'PB',
      'prices/source_kind': 'dealer',
      'prices/observed_at': '2026-08-01',
      'new/lifecycle': 'current',
      'columns/Wt./unit': 'kg',
    },
    lines: [
      ['M/s Shree Tractors, Ludhiana', '', '', '', '', '', ''],
      ['Price list w.e.f. 01.08.2026', '', '', '', '', '', ''],
      ['Sr', 'Make', 'Model', 'Type', 'HP', 'Gears', 'Wt.', 'Ex-showroom', 'On-road price', 'Warranty'],
      ['1', 'Mahindra', '575 DI', 'Tractor', '45 HP @ 1900 rpm', '8F+2R', '1,860', '6.75', '7,10,000', '2 yrs'],
      ['2', '"', '275 DI (PS)', '"', '39+', '8/2', '1.79', '5.85-6.05 lakh', '6.2 lakh*', '2000 hrs / 2 years'],
      ['3', 'John Deere', '5050 D', 'do', '50 (45 PTO)', '8+4', '18.7 qtl', '8,70,000 (incl. GST)', 'call', '5+1 yrs'],
      ['4', 'Swaraj', '744 FE', 'do', '48', '2/8', '1990 kg (4387 lb)', '7', '7.35 lakh / 7.4 lakh', '24 months'],
      ['', 'POWER TILLERS', '', '', '', '', '', '', '', ''],
      ['5', 'Kubota', 'PEM140', 'Power Tiller', '13 ps', '6-2', '0.4 t', 'Rs. 1,98,000/-', '$2,600', 'NA'],
      ['', 'Total', '5 nos', '', '', '', '', '', '', ''],
    ],
    truth: {
      4: { engine_hp: 45, gears_fwd: 8, operating_weight_kg: 1860, ex: 675_000, on: 710_000, warranty_years: 2 },
      5: {
        gears_fwd: 8,
        operating_weight_kg: 1790,
        ex: 585_000,
        exHigh: 605_000,
        on: 620_000,
        warranty_years: 2,
        warranty_hours: 2000,
      },
      6: { engine_hp: 50, pto_hp: 45, gears_rev: 4, operating_weight_kg: 1870, ex: 870_000, warranty_years: 6 },
      7: { engine_hp: 48, gears_fwd: 8, gears_rev: 2, operating_weight_kg: 1990, ex: 700_000, warranty_years: 2 },
      9: { engine_hp: 13, gears_fwd: 6, gears_rev: 2, operating_weight_kg: 400, ex: 198_000 },
    },
  },
  'a list of used machines': {
    type: 'listing',
    answers: {
      'columns/Machine/field': 'machine_class',
      'columns/Yr/field': 'year',
      'columns/Asking price/unit': 'lakh',
      'columns/Asking price/words/nego': 'left out',
      'new/status': 'live',
      'new/created_at': '2026-08-01',
      'new/km': '0',
      days: 'day-month',
    },
    lines: [
      [
        'Lot',
        'Make & Model',
        'Machine',
        'Yr',
        'Hours run',
        'Owner',
        'Asking price',
        'District',
        'State',
        'PIN',
        'Mobile',
      ],
      [
        'A1',
        'Mahindra 575 DI',
        'Tractor',
        '2018',
        '2,300 hrs',
        '1st',
        '4.5 lakh',
        'Ludhiana (Punjab)',
        'PB',
        '141 001',
        '98155 00321',
      ],
      ['A2', 'Swaraj 744', 'Tractor', '2016-17', '3200+', 'Second', '3,75,000/- nego', 'Moga', 'Punjab', '142001', ''],
      [
        'A3',
        'John Deere 5310',
        'Tractor',
        'Mar 2019',
        '1,8OO',
        '2 (two)',
        '6-6.5 lakh',
        'Karnal',
        'Haryana',
        '132001',
        '',
      ],
      ['A4', 'Unknown 55', 'Tractor', '03/2015', '4.5k', '3rd', '2.75', 'Karnal', 'do', '132001', ''],
    ],
    truth: {
      2: {
        maker_slug: 'mahindra',
        year: 2018,
        hours: 2300,
        owners: 1,
        price_inr: 450_000,
        district: 'Ludhiana',
        state_code: 'PB',
        pin: '141001',
      },
      3: { maker_slug: 'swaraj', owners: 2, price_inr: 375_000, district: 'Moga', state_code: 'PB' },
      4: { maker_slug: 'john-deere', year: 2019, hours: 1800, owners: 2, district: 'Karnal', state_code: 'HR' },
      5: { year: 2015, hours: 4500, owners: 3, price_inr: 275_000, state_code: 'HR' },
    },
  },
  'a list in Hindi of a government': {
    type: 'machine',
    answers: {
      'columns/स्थिति/words/उपलब्ध नहीं': 'discontinued',
      'new/lifecycle': 'current',
      'prices/state_code': 'MP',
      'prices/source_kind': 'government',
      'prices/kind': 'subsidised',
    },
    lines: [
      ['क्र.', 'निर्माता', 'मॉडल', 'प्रकार', 'एचपी', 'सिलेंडर', 'दर (लाख)', 'दर दिनांक', 'स्थिति', 'लॉन्च'],
      ['१', 'महिन्द्रा', '५७५ डीआई', 'ट्रैक्टर', '४५', '4', '६.७५', '05/08/2026', 'चालू', '2012'],
      ['२', 'तथैव', '475', 'ट्रेक्टर', '४२ एच.पी.', '4 सिलेंडर', '6.25', '21/08/2026', 'उपलब्ध नहीं', 'Apr-14'],
      ['३', 'स्वराज', '735', '—do—', '40/36', '3.5', '525000', '31/09/2026', 'बंद', '2009-10'],
    ],
    truth: {
      2: { manufacturer: 'mahindra', engine_hp: 45, cylinders: 4, ex: 675_000, lifecycle: 'current' },
      3: { manufacturer: 'mahindra', engine_hp: 42, cylinders: 4, ex: 625_000, lifecycle: 'discontinued' },
      4: { manufacturer: 'swaraj', engine_hp: 40, pto_hp: 36, cylinders: 3, ex: 525_000, lifecycle: 'discontinued' },
    },
  },
}

for (const [name, { type, answers, lines, truth }] of Object.entries(SHEETS))
  it(`reads no cell of ${name} wrong without saying so`, (t) => {
    const all = lines.map((cells, at) => ({ number: at + 1, cells: [...cells], isForeign: false }))
    const options = { names: NAMES, today: '2026-11-19', type }
    const first = propose(all, options)
    const { recipe, headings, questions } = propose(all, { ...options, recipe: answered(first.recipe, answers) })
    const open = questions.map(({ id }) => id)
    const asked = new Set<string>()
    const reader = createSheetReader(recipe, headings, { names: NAMES, today: '2026-11-19' })
    const head = all.findIndex(({ cells }) => headings.every((heading, at) => (cells[at] ?? '') === heading))
    let right = 0
    const wrong: string[] = []
    for (const line of all.slice(head + 1)) {
      const { row, whenNew, problems, left, notes, aside } = reader.read(line)
      const true_ = truth[line.number]
      if (!true_) {
        if (!aside) wrong.push(`${line.number} is a row`)
        continue
      }
      const told = new Set([...problems, ...left.faults, ...notes].map(({ path }) => path.split('.')[0]))
      const prices = [(row.price ?? []) as object | object[]].flat() as Record<string, unknown>[]
      const [on] = prices.filter(({ kind }) => kind === 'on_road')
      const [ex] = prices.filter(({ kind }) => kind !== 'on_road')
      const found: Record<string, unknown> = {
        ...whenNew,
        ...row,
        on: on?.price_inr,
        ex: ex?.price_inr,
        exHigh: ex?.high_inr,
      }
      for (const [field, value] of Object.entries(true_)) {
        const given = found[field]
        if (given === value) right++
        else if (given !== undefined || !/^(?:ex|exHigh|on)$/.test(field)) {
          const isTold = told.has(field) || told.has('gears') || told.has('warranty') || told.has('price')
          if (given !== undefined && !isTold) wrong.push(`${line.number} ${field}: ${given}, not ${value}`)
        }
      }
      for (const field of [
        'engine_hp',
        'gears_fwd',
        'gears_rev',
        'operating_weight_kg',
        'warranty_years',
        'hours',
        'year',
        'ex',
        'on',
        'exHigh',
        'cylinders',
        'owners',
        'price_inr',
      ])
        if (found[field] !== undefined && !(field in true_) && !told.has(field))
          asked.add(`${line.number} ${field} ${found[field]}`)
    }
    t.diagnostic(`${name}: ${right} right, open ${open.join(', ')}; more ${[...asked].join(', ')}`)
    assert.deepEqual(wrong, [])
  })
