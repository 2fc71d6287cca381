/** Machines, makers and nothing else, in the format of import files; the same seed gives the same rows on every machine. */

export interface GeneratedManufacturer {
  type: 'manufacturer'
  slug: string
  name: string
  aliases: string[]
}

export interface GeneratedMachine {
  type: 'machine'
  id: number
  slug: string
  name: string
  manufacturer: string
  machine_class: string
  lifecycle: string
  section: string
  kind: string | null
  family: string | null
  power_source: string
  wheel_drive: string | null
  engine_hp: number | null
  operating_weight_kg: number | null
  lift_capacity_kg: number | null
  launched_at: string | null
  published_at: string
  aliases: string[]
  prices: Array<{
    kind: string
    price_inr: number
    observed_at: string
    source_kind: string
    state_code: string
    city: string
  }>
  [field: string]: unknown
}

/** A generator of numbers in [0, 1) that depends on its seed alone. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** name, aliases, weight in the market, classes, families */
const MANUFACTURERS: Array<[name: string, aliases: string, share: number, classes: string, families: string]> = [
  [
    'Mahindra',
    'महिंद्रा,மஹிந்திரா,mahendra',
    20,
    'tractor,backhoe_loader,motor_grader',
    'Yuvo,Arjun,Novo,OJA,Jivo,Sarpanch,EarthMaster',
  ],
  ['Swaraj', 'स्वराज,ஸ்வராஜ்', 14, 'tractor,combine_harvester', 'Target,Code,Protek,XT'],
  ['Sonalika', 'सोनालिका,சோனாலிகா', 12, 'tractor,combine_harvester', 'Sikander,Tiger,Worldtrac,Mileage Master'],
  ['Massey Ferguson', 'मैसी फर्ग्यूसन,மாசி பெர்குசன்,mf', 9, 'tractor', 'Dynatrack,Mahashakti,Planetary Plus,Dost'],
  ['John Deere', 'जॉन डियर,ஜான் டீர்,jd', 9, 'tractor,combine_harvester', 'PowerTech,GearPro,PowerPro,Trem'],
  [
    'New Holland',
    'न्यू हॉलैंड,நியூ ஹாலண்ட்,nh',
    8,
    'tractor,baler,sugarcane_harvester',
    'Excel,Heritage,Workmaster,Super Plus',
  ],
  ['Farmtrac', 'फार्मट्रैक,பார்ம்டிராக்', 6, 'tractor', 'Champion,Classic,PowerMaxx,Executive'],
  ['Powertrac', 'पॉवरट्रैक,பவர்டிராக்', 6, 'tractor', 'Euro,ALT,Hybrid'],
  ['Kubota', 'कुबोटा,குபோடா', 5, 'tractor,rice_transplanter,mini_excavator', 'NeoStar,MU,L Series'],
  ['Eicher', 'आयशर,ஐச்சர்', 5, 'tractor', 'Prima,Super DI'],
  ['VST', 'वीएसटी,விஎஸ்டி', 3, 'tractor,power_tiller,power_weeder', 'Shakti,Zetor,Viraaj'],
  ['Preet', 'प्रीत,ப்ரீத்', 2, 'tractor,combine_harvester', 'Super'],
  ['Indo Farm', 'इंडो फार्म,இண்டோ ஃபார்ம்', 2, 'tractor,pick_and_carry_crane', 'DI Series'],
  ['Captain', 'कैप्टन,கேப்டன்', 2, 'tractor,power_tiller', 'Lion'],
  ['Solis', 'सोलिस,சோலிஸ்', 2, 'tractor', 'Hybrid,Yanmar'],
  [
    'JCB',
    'जेसीबी,ஜேசிபி',
    8,
    'backhoe_loader,excavator,wheel_loader,telehandler,skid_steer_loader,soil_compactor',
    'EcoXpert,ecoMAX,Super',
  ],
  [
    'Tata Hitachi',
    'टाटा हिताची,டாடா ஹிட்டாச்சி',
    6,
    'excavator,wheel_loader,backhoe_loader,mini_excavator,dump_truck',
    'Shinrai,Zaxis,EX Super',
  ],
  ['Komatsu', 'कोमात्सु,கோமட்சு', 4, 'excavator,bulldozer,motor_grader,dump_truck,wheel_loader', 'Galeo'],
  [
    'Caterpillar',
    'कैटरपिलर,கேட்டர்பில்லர்,cat',
    5,
    'excavator,bulldozer,motor_grader,backhoe_loader,wheel_loader,paver',
    'Next Gen,Smart',
  ],
  ['CASE', 'केस,கேஸ்', 3, 'backhoe_loader,soil_compactor,skid_steer_loader,motor_grader', 'Vibromax,Pro'],
  ['BEML', 'बीईएमएल,பிஇஎம்எல்', 2, 'bulldozer,motor_grader,excavator,dump_truck', ''],
  ['Volvo', 'वोल्वो,வோல்வோ', 3, 'excavator,wheel_loader,soil_compactor,paver,tandem_roller', 'Conventional'],
  ['Hyundai', 'हुंडई,ஹூண்டாய்', 3, 'excavator,wheel_loader,forklift', 'Smart Plus'],
  ['Kobelco', 'कोबेल्को,கோபெல்கோ', 2, 'excavator,mini_excavator', 'Generation'],
  ['SANY', 'सैनी,சானி', 3, 'excavator,mobile_crane,concrete_pump,motor_grader,tandem_roller', ''],
  [
    'ACE',
    'एसीई,ஏசிஇ',
    4,
    'pick_and_carry_crane,mobile_crane,tower_crane,backhoe_loader,tractor,forklift',
    'Chetak,Veer',
  ],
  ['Escorts', 'एस्कॉर्ट्स,எஸ்கார்ட்ஸ்', 2, 'pick_and_carry_crane,tandem_roller,soil_compactor', 'Hydra,Jungli'],
  ['Bobcat', 'बॉबकैट,பாப்கேட்', 1, 'skid_steer_loader,mini_excavator', ''],
  ['Manitou', 'मैनिटू,மானிடூ', 1, 'telehandler,skid_steer_loader', ''],
  ['Ajax', 'एजैक्स,அஜாக்ஸ்', 2, 'concrete_mixer,concrete_pump,batching_plant', 'Argo'],
  ['Schwing Stetter', 'श्विंग स्टेटर,ஸ்விங் ஸ்டெட்டர்', 2, 'concrete_mixer,concrete_pump,batching_plant', ''],
  ['Dynapac', 'डायनापैक,டைனாபேக்', 1, 'soil_compactor,tandem_roller,paver,pneumatic_roller', ''],
  ['Kartar', 'करतार,கர்தார்', 1, 'combine_harvester,tractor', 'Globetrac'],
  ['Dasmesh', 'दशमेश,தஸ்மேஷ்', 1, 'combine_harvester,reaper', ''],
  ['Godrej', 'गोदरेज,கோத்ரேஜ்', 1, 'forklift', 'Uno'],
]

const KINDS: Record<string, string[]> = {
  tractor: ['utility', 'row_crop', 'orchard', 'compact', 'mini', 'haulage'],
  excavator: ['crawler', 'wheeled'],
  combine_harvester: ['self_propelled', 'track'],
  backhoe_loader: ['standard', 'compact'],
}

const SUFFIXES =
  'DI,DI,DI,FE,XT,XM,TX,XP Plus,DI XP Plus,Super,Plus,Pro,Turbo,Eco,HD,CRDI,LC,III,V1,Next,4WD,Smart'.split(',')
const CITIES = 'Pune,Nagpur,Jaipur,Ludhiana,Karnal,Guntur,Hubballi,Coimbatore,Madurai,Indore,Patna,Rajkot'.split(',')
const STATES = ['MH', 'MH', 'RJ', 'PB', 'HR', 'AP', 'KA', 'TN', 'TN', 'MP', 'BR', 'GJ']
const FARM = new Set(
  'tractor,combine_harvester,baler,sugarcane_harvester,rice_transplanter,power_tiller,power_weeder,reaper'.split(','),
)

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export function generateManufacturers(): GeneratedManufacturer[] {
  return MANUFACTURERS.map(([name, aliases]) => ({
    type: 'manufacturer',
    slug: slugOf(name),
    name,
    aliases: aliases.split(','),
  }))
}

const day = (number: number) => new Date(Date.UTC(2010, 0, 1) + number * 86400000).toISOString().slice(0, 10)
const DAYS = Array.from({ length: 5790 }, (_, number) => day(number))

export function* generateMachines(count: number, seed = 1): Generator<GeneratedMachine> {
  const random = createRandom(seed)
  const upTo = (bound: number) => Math.floor(random() * bound)
  const pick = <T>(values: readonly T[]): T => values[upTo(values.length)]!
  const market = MANUFACTURERS.flatMap((manufacturer) => Array.from({ length: manufacturer[2] }, () => manufacturer))
  for (let id = 1; id <= count; id++) {
    const [manufacturer, , , classes, families] = pick(market)
    const machineClass = random() < 0.6 ? classes.split(',')[0]! : pick(classes.split(','))
    const isFarm = FARM.has(machineClass)
    const family = families !== '' && random() < 0.6 ? pick(families.split(',')) : null
    const hp =
      random() < 0.95 ? Math.round((isFarm ? 12 + random() ** 1.5 * 100 : 40 + random() ** 2 * 400) * 2) / 2 : null
    const number = pick([100, 1000, 1000, 10000]) + upTo(hp === null || hp < 60 ? 900 : 8000)
    const name = [manufacturer, random() < 0.7 ? family : null, number, random() < 0.8 ? pick(SUFFIXES) : null]
      .filter((part) => part !== null)
      .join(' ')
    const electric = random() < 0.03
    const weight = random() < 0.9 && hp !== null ? Math.round(hp * (isFarm ? 40 : 110) * (0.8 + random() * 0.4)) : null
    const lift =
      isFarm && random() < 0.8 && hp !== null ? Math.round((hp * 32 * (0.8 + random() * 0.4)) / 50) * 50 : null
    const price = Math.round(((hp ?? 40) * (isFarm ? 15500 : 38000) * (0.8 + random() * 0.5)) / 1000) * 1000
    const priced = random() < 0.85
    // The letter keeps a model's number and this one from reading as a telephone number.
    const slug = `${slugOf(name)}-m${id}`
    yield {
      type: 'machine',
      id,
      slug,
      name,
      aliases: random() < 0.1 ? [`${number} ${pick(['डीआई', 'டிஐ', 'एफई', 'special edition', 'bhoomiputra'])}`] : [],
      manufacturer: slugOf(manufacturer),
      machine_class: machineClass,
      section: isFarm ? 'farm' : 'construction',
      lifecycle: random() < 0.75 ? 'current' : random() < 0.8 ? 'discontinued' : 'upcoming',
      kind: KINDS[machineClass] !== undefined && random() < 0.9 ? pick(KINDS[machineClass]!) : null,
      family,
      power_source: electric ? 'electric' : random() < 0.96 ? 'diesel' : pick(['petrol', 'cng', 'hybrid']),
      wheel_drive: machineClass === 'tractor' ? (random() < 0.7 ? '2wd' : '4wd') : random() < 0.3 ? 'crawler' : null,
      engine_hp: hp,
      operating_weight_kg: weight,
      lift_capacity_kg: lift,
      ...(electric ? {} : { cylinders: hp !== null && hp < 35 ? 2 : 4, engine_cc: 900 + Math.round((hp ?? 40) * 48) }),
      gears_fwd: pick([8, 8, 12, 16]),
      gears_rev: pick([2, 2, 4, 8]),
      brakes: 'Oil immersed disc',
      steering: 'Power',
      launched_at: random() < 0.6 ? pick(DAYS) : null,
      published_at: DAYS[4500 + upTo(1280)]!,
      verified_at: DAYS[5000 + upTo(780)]!,
      linkage: machineClass === 'tractor' ? [pick(['cat-1', 'cat-2'])] : [],
      prices: priced ? generatePrices(price, upTo) : [],
      media: [
        {
          kind: 'image',
          url: `https://media.yantra.example/machines/${slug}/front.webp`,
          alt: `${name}, seen from the front left`,
          width: 1600,
          height: 1067,
        },
      ],
      spec: [
        {
          key: 'engine',
          label: 'Engine',
          fields: [
            {
              key: 'rated_rpm',
              label: 'Rated speed',
              value: String(1800 + upTo(5) * 100),
              unit: 'rpm',
              confidence: 0.8,
            },
            { key: 'cooling', label: 'Cooling', value: pick(['Water cooled', 'Air cooled', 'Coolant']) },
          ],
        },
        {
          key: 'work',
          label: 'Working figures',
          fields: [{ key: 'pto', label: 'Power take-off', value: '540', unit: 'rpm' }],
        },
      ],
    }
  }
}

function generatePrices(price: number, upTo: (bound: number) => number): GeneratedMachine['prices'] {
  return Array.from({ length: 1 + upTo(3) }, (_, i) => {
    const city = upTo(CITIES.length)
    return {
      kind: i === 2 ? 'on_road' : 'ex_showroom',
      observed_at: DAYS[5400 + upTo(370)]!,
      price_inr: price + i * 5000,
      source_kind: 'dealer',
      state_code: STATES[city]!,
      city: CITIES[city]!,
    }
  })
}
