import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBack } from '../../src/search/search-request.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { generateNames, inMemory, scoreNames } from './name-score.ts'
import { readSampleIndex } from './sample-index.ts'
import { takeDocuments } from './take-documents.ts'

/** What people type: how it is read back (not at all where plain), what is left out, the first hit, how many there are. */
const EXAMPLES: [q: string, read: string, leftOut: string, first: string | null, total: number][] = [
  ['4wd tractor lift above 1800 kg under 9 lakh', 'q=4wd tractor&lift_min=1800&price_max=900000', '', null, 0],
  ['best 50 hp tractor under 8 lakh', 'q=tractor&hp_min=47.5&hp_max=52.5&price_max=800000', 'best', 'farmtrac-60', 14],
  ['4x4 mahindra ki kimat', 'q=4wd mahindra', 'ki kimat', 'mahindra-oja-2121-4wd', 14],
  ['५० एचपी ट्रैक्टर', 'q=ट्रैक्टर&hp_min=47.5&hp_max=52.5', '', 'john-deere-5210', 24],
  // A name is taken as typed.
  ['john deere 5055e tractor', '', '', 'john-deere-5055e', 1],
  ['swaraj 744 fe 4wd', '', '', 'swaraj-744-fe-4wd', 1],
  ['mahindra 575 price 2024', 'q=mahindra 575', 'price 2024', 'mahindra-575-di', 5],
  ['6+2 4wd', '', '', null, 0],
  ['swaraj 999', '', '', null, 0],
  // What counts something is no part of the name before it.
  ['backhoe digging depth 4.5 m', 'q=backhoe', 'digging depth 4 5 m', 'jcb-3dx', 11],
  ['excavator 1.2m3', 'q=excavator', '1 2 m 3', 'tata-hitachi-ex-200lc', 12],
  ['tractor with at least 40 pto hp', 'q=tractor', 'with at least 40 pto hp', 'john-deere-5210', 140],
  // A maker before a figure is no name.
  ['john deere 250 hp', 'q=john deere&hp_min=237.5&hp_max=262.5', '', null, 0],
  ['komatsu 200 hp excavator', 'q=komatsu excavator&hp_min=190&hp_max=210', '', null, 0],
  ['hitachi excavator', '', '', 'tata-hitachi-ex-200lc', 2],
  // Figures belong to the word beside them.
  ['tractor 2 ton', 'q=tractor&mass_min=1800&mass_max=2200', '', 'john-deere-5210', 66],
  ['tractor weight under 2 ton', 'q=tractor&weight_max=2000', '', 'eicher-242', 49],
  ['उठान 1800 किलो', 'lift_min=1800', '', 'sonalika-di-745-iii-sikander', 48],
  ['1500 கிலோ தூக்கும் டிராக்டர்', 'q=டிராக்டர்&lift_min=1500', '', 'john-deere-5210', 82],
  ['1800 kilo uthane wala 50 hp tractor', 'q=tractor&lift_min=1800&hp_min=47.5&hp_max=52.5', '', 'john-deere-5210', 13],
  ['uthane ki kshamta 2700 kg', 'lift_min=2700', '', 'mahindra-novo-655-di-4wd', 3],
  ['3 cylinder tractor', 'q=tractor&cylinders=3', '', 'john-deere-5210', 87],
  ['8 lakh budget 50 hp', 'price_max=800000&hp_min=47.5&hp_max=52.5', '', 'sonalika-di-745-iii-sikander', 14],
  ['50 hp budget 8 lakh', 'hp_min=47.5&hp_max=52.5&price_max=800000', '', 'sonalika-di-745-iii-sikander', 14],
  ['tractor under five and a half lakh', 'q=tractor&price_max=550000', '', 'eicher-242', 18],
  ['tractor under 5½ lakh', 'q=tractor&price_max=550000', '', 'eicher-242', 18],
  ['tractor under five hundred thousand', 'q=tractor&price_max=500000', '', 'eicher-242', 13],
  ['700000/- ke andar tractor', 'q=tractor&price_max=700000', '', 'eicher-242', 47],
  ['lift of 1800 kg', 'lift_min=1800', '', 'sonalika-di-745-iii-sikander', 48],
  ['40 hp 60 hp tractor', 'q=tractor&hp_min=38&hp_max=42', '60 hp', 'john-deere-5105', 17],
  ['under 500k', 'price_max=500000', '', 'captain-200-di', 18],
  ['after 2010', 'launched_since=2011-01-01', '', 'jcb-3dx-dfi', 27],
  ['tractor since 2024', 'q=tractor&launched_since=2024-01-01', '', 'autonxt-x45', 1],
  ['tractor 2024 ke baad', 'q=tractor&launched_since=2025-01-01', '', null, 0],
  [
    'tractor launched in 2023',
    'q=tractor&launched_since=2023-01-01&launched_until=2023-12-31',
    '',
    'swaraj-target-630',
    9,
  ],
  ['2023 me aaya tractor', 'q=tractor&launched_since=2023-01-01&launched_until=2023-12-31', '', 'swaraj-target-630', 9],
  [
    'tractor launched between 2015 and 2020',
    'q=tractor&launched_since=2015-01-01&launched_until=2020-12-31',
    '',
    'farmtrac-60-powermaxx',
    9,
  ],
  ['tractor launched before 2016', 'q=tractor&launched_until=2015-12-31', '', 'kubota-mu4501', 4],
  ['2015 tak ke tractor', 'q=tractor&launched_until=2015-12-31', 'ke', 'kubota-mu4501', 4],
  // What has the very figure comes before what is near it.
  ['45 hp', 'hp_min=42.75&hp_max=47.25', '', 'massey-ferguson-245-pd', 20],
  ['massey 40 hp', 'q=massey&hp_min=38&hp_max=42', '', 'massey-ferguson-241-pd', 5],
  // The alias "Mahindra tractors" is no name of other machines of Mahindra.
  ['mahindra tractor', '', '', 'mahindra-575-di', 29],
  ['mahindra tractor 3 lakh se kam', 'q=mahindra tractor&price_max=300000', '', null, 0],
  // By sound.
  ['फार्मट्रैक 60 पावरमैक्स', '', '', 'farmtrac-60-powermaxx', 1],
  // A drive behind a name in Devanagari is no part of its sound.
  ['कुबोटा 45 एचपी 4x4', 'q=कुबोटा 4wd&hp_min=42.75&hp_max=47.25', '', 'kubota-mu4501-4wd', 1],
  // What a phrase means is not said twice.
  ['pick and carry crane ace', '', '', 'ace-fx-150', 2],
  // A tractor lifts by its own figure, a mini one too.
  ['lift capacity 800 kg mini tractor', 'q=mini tractor&lift_min=800', '', 'mahindra-265-di', 14],
  // A maker's name is no class, though excavators are called so.
  [
    'komatsu ya tata hitachi excavator',
    'q=komatsu excavator or tata hitachi excavator',
    '',
    'tata-hitachi-ex-200lc',
    3,
  ],
  ['paddy transplanter 4 row', 'q=paddy transplanter', '4 row', 'mahindra-mp461', 4],
  // What carries an implement has the power that it needs, and so much is told.
  ['super seeder ke liye tractor', 'q=tractor&hp_min=50', 'super seeder ke liye', 'john-deere-5210', 58],
  ['सुपर सीडर साठी ट्रॅक्टर', 'q=tractor&hp_min=50', 'सुपर सीडर साठी', 'john-deere-5210', 58],
  ['ਸੁਪਰ ਸੀਡਰ ਲਈ ਟਰੈਕਟਰ', 'q=tractor&hp_min=50', 'ਸੁਪਰ ਸੀਡਰ ਲਈ', 'john-deere-5210', 58],
  ['சூப்பர் சீடர் இழுக்க டிராக்டர்', 'q=டிராக்டர்&hp_min=50', 'சூப்பர் சீடர் இழுக்க', 'john-deere-5210', 58],
  ['9 foot rotavator ke liye tractor', 'q=tractor&hp_min=60&hp_max=70', '9 foot rotavator ke liye', 'swaraj-969-fe', 8],
  // A maker of two words is never left out for what it does not make.
  [
    'john deere or new holland 55 hp 4wd',
    'q=john deere 4wd or new holland 4wd&hp_min=52.25&hp_max=57.75',
    '',
    'john-deere-5310-crdi-4wd',
    1,
  ],
  // No machine has two makers: "and" between them is "or".
  ['mahindra aur swaraj me 45 hp', 'q=mahindra or swaraj&hp_min=42.75&hp_max=47.25', 'me', 'mahindra-575-di', 8],
  // So is a comma between two makers, and no other.
  ['mahindra, swaraj tractor', 'q=mahindra tractor or swaraj tractor', '', 'swaraj-717', 50],
  ['mahindra, 575', '', '', 'mahindra-575-di', 5],
  ['mahindra, mahindra 575', 'q=mahindra 575', 'mahindra', 'mahindra-575-di', 5],
  // Wishes are sorts.
  ['sasta 4wd tractor', 'q=4wd&machine_class=tractor&sort=price_asc', '', 'sonalika-gt-20', 35],
  // A maker is meant only where it makes machines of that class.
  [
    'cheapest mahindra tractor',
    'machine_class=tractor&manufacturer=mahindra&sort=price_asc',
    '',
    'mahindra-yuvraj-215-nxt',
    29,
  ],
  ['cheapest hamm tractor', 'q=hamm&machine_class=tractor&sort=price_asc', '', null, 0],
  ['cheapest tractor', 'machine_class=tractor&sort=price_asc', '', 'swaraj-code', 137],
  ['सस्ता ट्रैक्टर', 'machine_class=tractor&sort=price_asc', '', 'swaraj-code', 137],
  ['மலிவான டிராக்டர்', 'machine_class=tractor&sort=price_asc', '', 'swaraj-code', 137],
  ['most powerful tractor', 'machine_class=tractor&sort=power_desc', '', 'john-deere-5130-m', 137],
  ['heaviest excavator', 'machine_class=excavator&sort=weight_desc', '', 'komatsu-pc210lc-10m0', 8],
  ['newest mahindra', 'manufacturer=mahindra&sort=launched', '', 'mahindra-oja-2121-4wd', 36],
  // Either, or.
  ['mahindra 575 vs swaraj 744', 'q=mahindra 575 or swaraj 744', '', 'mahindra-575-di', 8],
  ['compare mahindra 575 and swaraj 744', 'q=mahindra 575 or swaraj 744', 'compare', 'mahindra-575-di', 8],
  ['महिंद्रा 575 या स्वराज 744', 'q=महिंद्रा 575 or स्वराज 744', '', 'mahindra-575-di', 8],
  ['महिंद्रा 575 बनाम स्वराज 744', 'q=महिंद्रा 575 or स्वराज 744', '', 'mahindra-575-di', 8],
  ['மஹிந்திரா 575 அல்லது ஸ்வராஜ் 744', 'q=மஹிந்திரா 575 or ஸ்வராஜ் 744', '', 'mahindra-575-di', 8],
  ['eicher 485 illana eicher 242', 'q=eicher 485 or eicher 242', '', 'eicher-242', 2],
  ['ex200 இல்லைன்னா pc210', 'q=ex 200 or pc 210', '', 'tata-hitachi-ex-200lc', 2],
  ['solis 5015 E 734000', 'q=solis 5015 e&price_min=660600&price_max=807400', '', 'solis-5015-e', 1],
  // A stage of life.
  ['discontinued swaraj models', 'q=swaraj&lifecycle=discontinued', 'models', 'swaraj-735-fee', 3],
  ['aane wala combine harvester', 'q=combine harvester&lifecycle=upcoming', '', 'swaraj-8200', 1],
  ['நிறுத்தப்பட்ட டிராக்டர்', 'q=டிராக்டர்&lifecycle=discontinued', '', 'swaraj-735-fee', 7],
  [
    'cheapest motor grader currently sold',
    'lifecycle=current&machine_class=motor_grader&sort=price_asc',
    '',
    'mahindra-roadmaster-g90',
    4,
  ],
  // The biggest is the most powerful.
  ['biggest dozer', 'machine_class=bulldozer&sort=power_desc', '', 'komatsu-d65ex-16', 2],
  [
    'sonalika ka sabse bada tractor hp me',
    'machine_class=tractor&manufacturer=sonalika&sort=power_desc',
    'ka hp me',
    'sonalika-worldtrac-60-rx',
    9,
  ],
  ['பெரிய டிராக்டர்', 'machine_class=tractor&sort=power_desc', '', 'john-deere-5130-m', 137],
  ['sabse chota tractor', 'machine_class=tractor&sort=hp_asc', '', 'swaraj-code', 137],
  // What no parameter says is told as left out.
  ['tractor without 4wd', 'q=tractor', 'without 4wd', 'john-deere-5210', 140],
  ['without 4wd', 'q=', 'without 4wd', 'massey-ferguson-245-pd', 219],
  ['second hand tractor punjab', 'q=tractor', 'second hand punjab', 'john-deere-5210', 140],
  ['used jcb 3dx pune', 'q=jcb 3 dx', 'used pune', 'jcb-3dx', 4],
  ['john deere 5310 கோயம்புத்தூர்', 'q=john deere 5310', 'கோயம்புத்தூர்', 'john-deere-5310', 4],
  // Words are told as they were typed, though they are read in Devanagari.
  ['పాత ట్రాక్టర్ గుంటూరు', 'q=ट्राक्टर', 'పాత గుంటూరు', 'john-deere-5210', 140],
  ['swaraj 855 fe me 7 ft rotavator chalega', 'q=swaraj 855 fe', 'me 7 ft rotavator chalega', 'swaraj-855-fe', 2],
  ['captain 200 di with mini trailer', 'q=captain 200 di mini', 'with trailer', 'captain-200-di', 1],
  ['jcb 3dx me rock breaker lagana hai', 'q=jcb 3 dx', 'me rock breaker lagana hai', 'jcb-3dx', 4],
  // What is done to a crop names the machine that does it; words that the catalogue has stay.
  ['kabbu katavu machine', 'q=sugarcane harvester machine', '', 'shaktiman-tejas-3737', 2],
  ['പരുത്തി പറിക്കുന്ന യന്ത്രം', 'q=cotton picker', 'യന്ത്രം', 'shaktiman-cotton-master-3037', 1],
  ['dhan ki ropai karne wali machine', 'q=dhan ropai', 'ki karne wali machine', 'mahindra-mp461', 4],
  ['drone sprayer', 'q=drone', '', 'iotechworld-agribot-mx', 1],
  // Where a comparison is asked for, the second maker begins the other side.
  ['swaraj 855 fe mahindra 575 me kaun accha', 'q=swaraj 855 fe or mahindra 575', 'me kaun accha', 'swaraj-855-fe', 7],
  // A number in words within a model, and letters by their names.
  ['jcb three dx super', 'q=jcb 3 dx super', '', 'jcb-3dx-super', 1],
  ['జెసిబి త్రీ డిఎక్స్ సూపర్', 'q=jcb 3 डिएक्स super', '', 'jcb-3dx-super', 1],
  // The maker of an implement is not that of the tractor for it.
  [
    'shaktiman 6 feet rotavator ke liye tractor',
    'q=tractor&hp_min=45&hp_max=60',
    'shaktiman 6 feet rotavator ke liye',
    'john-deere-5210',
    67,
  ],
  // A drive is that of the machine: the 4W of a rice transplanter is none.
  ['4wd under 9 lakh', 'q=4wd&price_max=900000', '', 'massey-ferguson-241-pd-4wd', 11],
  ['kubota nsp 4w', '', '', 'kubota-nsp-4w', 1],
  // What is asked for beside machines alone stays as typed: the 6 of "6 feet" names no machine.
  ['rotavator 6 feet', '', '', null, 0],
  // One letter beside a class is a unit, unless a machine is called so.
  ['forklift 2t', '', '', 'godrej-bravo-2t-electric', 1],
  ['JCB 190T', '', '', null, 0],
  ['Garuda Drone VAJRA 14L', 'q=drone 14 l', 'garuda vajra', null, 0],
  // Quintals and kilowatts.
  ['20 quintal lifting tractor', 'q=tractor&lift_min=2000', '', 'john-deere-5210', 31],
  ['30 kw tractor', 'q=tractor&hp_min=38.2185&hp_max=42.2415', '', 'john-deere-5105', 17],
  ['25 to 30 kw tractor', 'q=tractor&hp_min=33.525&hp_max=40.23', '', 'john-deere-5105', 21],
  ['2700 cc tractor', 'q=tractor', '2700 cc', 'john-deere-5210', 140],
  ['Sonalika DI 60 MM Super', 'q=sonalika 60', 'di mm super', 'sonalika-worldtrac-60-rx', 1],
  ['6-135 RS', 'q=6 135', 'rs', null, 0],
  // What is paid by and by is no price.
  ['emi 15000 tractor', 'q=tractor', 'emi 15000', 'john-deere-5210', 140],
  ['emi under 12000 tractor', 'q=tractor', 'emi under 12000', 'john-deere-5210', 140],
  ['tractor 20000 ki kist', 'q=tractor', '20000 ki kist', 'john-deere-5210', 140],
  [
    'tractor 5 lakh down payment 1 lakh',
    'q=tractor&price_min=450000&price_max=550000',
    'down payment 1 lakh',
    'eicher-242',
    9,
  ],
  ['mahindra tractor, 575', '', '', 'mahindra-575-di', 5],
  ['jcb, backhoe loader', '', '', 'jcb-3dx', 6],
  ['john deere 5310 v/s new holland 3630', 'q=john deere 5310 or new holland 3630', '', 'john-deere-5310', 6],
  // What stands alone on a side is of the maker, or the model, before it.
  ['mahindra 575 or 475', 'q=mahindra 575 or mahindra 475', '', 'mahindra-575-di', 6],
  ['swaraj 744 xt or fe', 'q=swaraj 744 xt or swaraj 744 fe', '', 'swaraj-744-xt', 3],
  ['kubota mu 5501 2wd vs 4wd', 'q=kubota mu 5501 2wd or kubota mu 5501 4wd', '', 'kubota-mu5501-4wd', 1],
  ['swaraj 744 or 5310', 'q=swaraj 744 or 5310', '', 'john-deere-5310', 7],
  // What is not wanted is left out with the whole name of its maker.
  ['tractor except john deere', 'q=tractor', 'except john deere', 'john-deere-5210', 140],
  ['john deere ke alawa tractor', 'q=tractor', 'john deere ke alawa', 'john-deere-5210', 140],
  ['4wdtractor', '', '', 'swaraj-855-fe-4wd', 35],
  // A crop that no machine of the class is for.
  ['tractor for sugarcane', 'q=tractor', 'for sugarcane', 'john-deere-5210', 140],
  ['tractor for paddy', 'q=tractor paddy', 'for', 'mahindra-oja-3140-4wd', 2],
  ['Paddy Panther 26', 'q=paddy', 'panther 26', 'mahindra-oja-3140-4wd', 13],
  // A word that is two letters away is another one.
  ['water tanker', '', '', null, 0],
  ['baler', '', '', null, 0],
  ['parali ki ganth banane ki machine', 'q=baler', '', null, 0],
  ['வைக்கோல் கட்டும் மெஷின்', 'q=baler', 'மெஷின்', null, 0],
  // A crop is no implement, though a name sounds like it.
  ['ડાંગર રોપવાનું મશીન', 'q=rice transplanter', 'મશીન', 'mahindra-mp461', 4],
  ['mahindra crane 25 model 2020', 'q=mahindra 25', 'crane model 2020', 'mahindra-255-di-power-plus', 1],
  ['bucket jcb / 24', 'q=bucket jcb or 24', '', 'jcb-s1930e', 8],
  ['mahindra 575 or jcb backhoe loader', 'q=mahindra 575 or jcb backhoe loader', '', 'mahindra-575-di', 11],
  // "Up" is a state where neither "to" nor an amount follows it.
  ['used tractors up', 'q=tractors', 'used up', 'john-deere-5210', 137],
  ['tractor up till 40 hp', 'q=tractor&hp_max=40', '', 'eicher-242', 55],
  ['drone 16 l', '', '', null, 0],
  ['drone under 5L', 'q=drone&price_max=500000', '', 'iotechworld-agribot-mx', 1],
  ['mahindra pick-up', 'q=mahindra', 'pick up', 'mahindra-575-di', 36],
  // "Walking tractor" is a name of power tillers, so they come last.
  ['tractor', '', '', 'john-deere-5210', 140],
  // Same is a filler, unless a maker is called so or nothing else is typed.
  ['same tractor', 'q=tractor', 'same', 'john-deere-5210', 140],
  ['same deutz tractor', '', '', 'same-deutz-fahr-3035-e', 1],
  ['zyada power wala tractor', 'machine_class=tractor&sort=power_desc', '', 'john-deere-5130-m', 137],
]

const { index, machines } = readSampleIndex()

for (const [q, read, leftOut, first, total] of EXAMPLES) {
  test(`${q} is answered as it is read`, () => {
    const query = { ...EMPTY_QUERY, q }
    const reported = readBack(query, index.parse(q))
    const result = index.search(query)
    assert.deepEqual(
      [
        reported.read === undefined ? '' : decodeURIComponent(reported.read).replaceAll('+', ' '),
        reported.ignored.join(' '),
      ],
      [read, leftOut],
    )
    assert.deepEqual([machines.get(result.ids[0] ?? 0)?.slug ?? null, result.total], [first, total])
  })
}

test('up alone is a state, beside a figure it is none', () => {
  const states = (q: string) => index.parse(q).intents.states
  for (const q of ['used tractors up', 'up me tractor', 'up 2019 swaraj']) assert.deepEqual(states(q), ['UP'], q)
  for (const q of ['tractor up to 5 lakh', 'tractor up to', '50 hp and up']) assert.deepEqual(states(q), [], q)
})

test('a maker called Same is found beside its class', () => {
  const catalogue = generateNames(1_500)
  const first = inMemory(catalogue)('same tractor')
  assert.equal(catalogue.machines.get(first!)?.manufacturer, 'same')
})

test('machines are found first by names that could be read as something else', () => {
  assert.deepEqual(scoreNames(generateNames(1_500)).missed, [])
})

test('what counts something is no name, whatever pairs of words other names have', () => {
  const { index, machines } = readSampleIndex()
  const [item] = machines.values()
  const named = ['Loader 4 5', 'Coupe 5 M'].map((name, i) => ({ ...item!, id: 900_000 + i, slug: `more-${i}`, name }))
  takeDocuments(index, named)
  const reported = (q: string) => readBack({ ...EMPTY_QUERY, q }, index.parse(q)).read
  assert.equal(reported('backhoe loader digging depth 4.5 m'), 'q=backhoe+loader')
  assert.equal(reported('coupe 5 m'), undefined, 'a name as typed')
})
