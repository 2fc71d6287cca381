// Made from the contract by `npm run client:types`.

/** Which inputs the figures use. */
export interface AppliedInputs {
  /** Whether the figures depend on the requested year. */
  year: boolean
  /** Whether the figures depend on the requested hours. */
  hours: boolean
  /** Whether the figures depend on the requested state. */
  state: boolean
}

/** The newest change of one machine. */
export interface Change {
  /** Reads on after this change. */
  cursor: string
  /** What became of it since the cursor that was given. */
  change: 'published' | 'updated' | 'withdrawn'
  /** Readable name in addresses, unique among its kind. Lower-case letters, digits and single hyphens. */
  slug: string
  /** Number of the record. Given once, never changed, never used again. */
  id: number
  /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
  version: number
  /** When; for a change from before the history began, when that was. */
  changed_at: string
  /** The machine as search lists it now; null when it was withdrawn. */
  machine: MachineSummary | Machine | null
}

/** A part of the feed of changes. */
export interface Changes {
  /** Oldest first. */
  changes: Change[]
  /** The cursor to go on with, also at the end. */
  next: string
  /** Whether there is more to read now. */
  more: boolean
  /** The newest hash of the history: kept elsewhere, it proves what was. */
  head: string
}

export type Comparable = 'machine' | 'maker' | 'class' | 'wide_class'

/** A listing that a value was made from. */
export interface ComparableListing {
  /** Number of the record. Given once, never changed, never used again. */
  id: number
  /** Status today. */
  status: OfferedStatus
  /** The machine that the listing names. */
  machine_slug: string
  /** Manufacturer and model, as the listing has them. */
  name: string
  /** Price asked, in rupees. */
  price_inr: number
  /** The price it was sold for, if it counts in `sold`; else null. */
  sold_price_inr: number | null
  /** `price_inr` adjusted to the requested year, hours and state, at most the price when new. */
  adjusted_inr: number
  /** Weight in medians and quartiles: 1, or 0.5 for a listing from another state whose price could not be adjusted to the requested state. */
  weight: number
  /** Year of make. */
  year: number
  /** Hours on the meter; absent when unknown. */
  hours: number | null
  /** State where it stands: ISO 3166-2:IN without the country. */
  state_code: StateCode | null
  /** District where it stands. */
  district: string | null
  /** When it was first offered. */
  at: string
}

export type Engine = 'meilisearch' | 'database'

export type EventName = 'variant.published' | 'variant.updated' | 'price.updated' | 'variant.withdrawn' | 'listing.published' | 'listing.updated' | 'listing.withdrawn'

/** An implement that fits a machine. */
export interface ImplementSummary {
  /** Number of the record. Given once, never changed, never used again. */
  id: number
  /** Readable name, unique among implements. */
  slug: string
  /** Full name with the maker. */
  name: string
  /** What it is, as a key. */
  kind: string
  /** The maker, by slug and name. */
  manufacturer: Ref
  /** Whether it is announced, on sale, or no longer made. */
  lifecycle: Lifecycle
  /** Volume in cubic metres. Null when unknown or without one. */
  capacity_m3: number | null
  /** Heaviest machine it is made for, in kg. Null when any may. */
  carrier_max_kg: number | null
  /** Lightest machine that carries it, in kg. Null when any may. */
  carrier_min_kg: number | null
  /** Oil flow it needs, in litres a minute. Null when unknown or not hydraulic. */
  flow_lpm: number | null
  /** Energy of a blow in joules. Null when unknown or no breaker. */
  impact_energy_j: number | null
  /** Oil pressure it needs, in bar. Null when unknown or not hydraulic. */
  pressure_bar: number | null
  /** Price in rupees; the lower end where `price_high_inr` is given. Null when unknown. */
  price_inr: number | null
  /** The upper end of the price in rupees. Null for a single price, and without one. */
  price_high_inr: number | null
  /** Its weight in kg. Null when unknown. */
  weight_kg: number | null
  /** Its working width in millimetres. Null when unknown. */
  width_mm: number | null
  /** The maker's series. Null when it belongs to none. */
  family: string | null
  /** Address of its picture. Null when there is none. */
  image: string | null
  /** What kind of price it is. Null without one. */
  price_kind: PriceKind | null
  /** Keys of the classes it fits; an empty list means every class. */
  fits_classes: string[] | null
  /** The day of the price. Null without one. */
  price_as_of: string | null
  /** The day from which the catalogue shows it, in Asia/Kolkata. */
  published_at: string | null
  /** The day its figures were last checked. Null when they never were. */
  verified_at: string | null
}

/** One bad parameter, or one bad place in the body. */
export interface InputError {
  /** The bad parameter; absent when the body is at fault. */
  parameter?: string
  /** JSON Pointer to the bad place in the body; absent when a parameter is at fault. */
  pointer?: string
  /** What is wrong with it. */
  message: string
  /** What would be accepted; absent when that is no list. */
  allowed?: string[]
  /** The nearest known name; absent when none is near. */
  suggestion?: string
}

export type InspectionMode = 'declared' | 'photo' | 'physical'

/** The key that asks, without its text. */
export interface Key {
  /** Id of the key. It stays when the key gets a new text. */
  id: string
  /** Whose it is, as the operator wrote it. */
  name: string
  /** Its tier, which decides its limit and whether it may subscribe to events. */
  tier: 'standard' | 'enterprise'
  /** When it was made. */
  created_at: string
  /** When it ends; null when it does not. */
  expires_at: string | null
  /** How many requests a minute it may make; null without a limit. */
  limit_per_minute: number | null
  /** The days of the last 30 on which something was asked with it, the newest first. */
  usage: KeyUse[]
}

/** What was asked with a key on one day in India. */
export interface KeyUse {
  /** The day, in India. */
  day: string
  /** Requests of that day. */
  requests: number
  /** Those that were answered with 400 to 499. */
  refused: number
}

/** How many listings each level has. */
export interface KnownListings {
  /** Listings of the same machine. */
  machine: number
  /** The same, with those of its manufacturer and class within 15% of its power. */
  maker: number
  /** The same, with those of its class within 15% of its power. */
  class: number
  /** The same, with those of its class within 30% of its power. */
  wide_class: number
}

export type Lifecycle = 'upcoming' | 'current' | 'discontinued'

/** The newest change of one used listing. */
export interface ListingChange {
  /** Reads on after this change. */
  cursor: string
  /** What became of it since the cursor that was given. */
  change: 'published' | 'updated' | 'withdrawn'
  /** Number of the record. Given once, never changed, never used again. */
  id: number
  /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
  version: number
  /** When; for a change from before the history began, when that was. */
  changed_at: string
  /** The listing as search lists it now; null when it was withdrawn. */
  listing: ListingSummary | null
}

/** A part of the feed of used listings. */
export interface ListingChanges {
  /** Oldest first. */
  changes: ListingChange[]
  /** The cursor to go on with, also at the end. */
  next: string
  /** Whether there is more to read now. */
  more: boolean
  /** The newest hash of the history: kept elsewhere, it proves what was. */
  head: string
}

export type ListingKind = 'vehicle' | 'machine' | 'implement'

/** A photo of a listing. */
export interface ListingPhoto {
  /** Where it is. */
  url: string
  /** What it shows; absent when nobody said. */
  caption?: string
}

/** A used listing became visible, for the first time or again. */
export interface ListingPublishedEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'listing.published'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The listing as the used market would list it after the change. */
    listing: ListingSummary
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** A page of used listings, with counts for narrowing. */
export interface ListingSearchOut {
  /** The text query as it was sent. */
  query: string
  /** The matches on this page. */
  hits: ListingSummary[]
  /** How many match, exactly. */
  total: number
  /** How many matches lie before this page. */
  offset: number
  /** The most a page holds: the paging in force. */
  limit: number
  /** For each facet the number of matches by value. Each leaves its own filter aside, so that the other choices stay visible; zero counts are left out. */
  facets: Record<string, Record<string, number>>
  /** The sort in force. Null without one. */
  sort: ListingSort | null
}

export type ListingSort = 'newest' | 'price_asc' | 'price_desc' | 'year_desc' | 'hours_asc' | 'distance_asc'

export type ListingStatus = 'live' | 'sold'

/** A used machine in a list. Figures that are unknown are absent. */
export interface ListingSummary {
  /** Number of the listing, as its address takes it. */
  id: number
  /** `live`, or `sold` within the last 90 days; a listing of any other status is not found. */
  status: ListingStatus
  /** What is for sale. */
  kind: ListingKind
  /** What it is, as the seller’s form has it. */
  vehicle_class: string
  /** Key of the machine class; an empty string when it has none. */
  machine_class: string
  /** Slug of the machine in the catalogue; an empty string when it is not there. */
  machine_slug: string
  /** Slug of the maker; it need not be in the catalogue. */
  maker_slug: string
  /** Name of the maker, as the seller gave it. */
  maker_name: string
  /** Slug of the model; it need not be in the catalogue. */
  variant_slug: string
  /** Name of the model, as the seller gave it. */
  variant_name: string
  /** Year of make. */
  year: number
  /** Hours on the meter; absent when unknown. */
  hours?: number
  /** Kilometres driven; 0 where hours are counted instead. */
  km: number
  /** Owners so far, the seller included. */
  owners: number
  /** Price asked, in rupees. */
  price_inr: number
  /** Lowest price of the same machine when new; absent when unknown. */
  comparable_new_inr?: number
  /** State where it stands: ISO 3166-2:IN without the country. */
  state_code: StateCode
  /** District where it stands. */
  district: string
  /** Who sells. */
  seller: Seller
  /** Name of the dealer; an empty string when an owner sells. */
  dealer_name: string
  /** True when the dealer’s papers were checked. */
  dealer_verified: boolean
  /** How its condition was judged: as declared, from photos, or seen in person. */
  inspection_mode: InspectionMode
  /** When it was made. */
  created_at: string
  /** When it was sold; absent until then. */
  sold_at?: string
  /** Price it was sold for, in rupees; absent until then, or when nobody said. */
  sold_price_inr?: number
  /** Address of the first photo; absent without one. */
  photo?: string
  /** How far it is from `near`, over the sphere between the points of the two places; absent without `near`, or when its place is not known. */
  distance_km?: number
}

/** Something that changed in a listing. */
export interface ListingUpdate {
  /** When. */
  at: string
  /** What changed. */
  text: string
}

/** Public fields of a visible listing changed; a sale is such a change. */
export interface ListingUpdatedEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'listing.updated'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The listing as the used market would list it after the change. */
    listing: ListingSummary
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** A visible listing is no longer visible. One that was sold stays for 90 days. */
export interface ListingWithdrawnEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'listing.withdrawn'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The listing as the used market would list it after the change. */
    listing: {
      /** Number of the record. Given once, never changed, never used again. */
      id: number
    }
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** The full sheet of a machine. */
export interface Machine {
  /** Number of the record. Given once, never changed, never used again. */
  id: number
  /** Readable name in addresses, unique among its kind. Lower-case letters, digits and single hyphens. */
  slug: string
  /** Full name with the maker, as it is printed on the sheet. */
  name: string
  /** The maker, by slug and name. */
  manufacturer: Ref
  /** Key of its machine class; `GET /v1/machines/classes` lists them with labels. */
  machine_class: string
  /** Whether it is announced, on sale, or no longer made. */
  lifecycle: Lifecycle
  /** How many of the fields its class expects are known, in percent, rounded down. */
  completeness: number
  /** The half of the catalogue it belongs to. */
  section: Section
  /** True for a record of the bundled sample: its figures are illustrative and not verified. */
  is_sample: boolean
  /** The figures that matter most for its class, in the order of the class, with labels and units. Figures that are unknown are left out. */
  plate: PlateCell[]
  /** Up to six machines of the same class, the nearest in power first, then in price. */
  similar: MachineSummary[]
  /** Kind within its class, one of the `kinds` the class lists. Null when none is stated. */
  kind: string | null
  /** The maker's series. Null when it belongs to none. */
  family: string | null
  /** Address of its first picture. Null when there is none. */
  image: string | null
  /** What drives it. Null when unknown. */
  power_source: PowerSource | null
  /** Driven wheels, or crawler tracks. Null when unknown or when nothing is driven. */
  wheel_drive: WheelDrive | null
  /** Type of brakes. Null when unknown. */
  brakes: string | null
  /** Type of clutch. Null when unknown. */
  clutch: string | null
  /** Emission norm it is certified for. Null when unknown. */
  emission_norm: string | null
  /** Make or type of the engine in words. Null when unknown. */
  engine: string | null
  /** The band of `engine_hp`, as the facet of that name counts it. Null without `engine_hp`. */
  hp_band: string | null
  /** What was said at its launch. Null when nothing is known. */
  launch_note: string | null
  /** Type of steering. Null when unknown. */
  steering: string | null
  /** Size of the front tyres. Null when unknown. */
  tyre_front: string | null
  /** Size of the rear tyres. Null when unknown. */
  tyre_rear: string | null
  /** Displacement in cubic centimetres. Null when unknown, and for electric machines. */
  engine_cc: number | null
  /** Engine power in HP as the maker prints it. Null when unknown. */
  engine_hp: number | null
  /** Power in kW where the maker states kW. Never converted from HP; null when not stated. */
  power_kw: number | null
  /** Power at the power take-off in HP. Never above `engine_hp`; null when unknown. */
  pto_hp: number | null
  /** Number of cylinders. Null when unknown, and for electric machines. */
  cylinders: number | null
  /** Forward gears. Null when unknown. */
  gears_fwd: number | null
  /** Reverse gears. Null when unknown. */
  gears_rev: number | null
  /** Fuel tank in litres. Null when unknown. */
  fuel_l: number | null
  /** Fuel used in litres an hour, as stated for typical work. Null when unknown. */
  fuel_lph: number | null
  /** Distance between the axles in millimetres. Null when unknown. */
  wheelbase_mm: number | null
  /** What the rear linkage, boom or mast lifts, in kg. Null when unknown. */
  lift_capacity_kg: number | null
  /** What a crane lifts at most, in tonnes. Null when unknown or not a crane. */
  lift_capacity_t: number | null
  /** Greatest height of the hook, fork or platform in metres. Null when unknown. */
  lift_height_m: number | null
  /** Weight ready for work in kg; `weight_min` and `weight_max` bound it. Null when unknown. */
  operating_weight_kg: number | null
  /** What it carries, in kg. Null when unknown. */
  payload_kg: number | null
  /** Rated load of a loader or fork lift in kg. Null when unknown. */
  rated_load_kg: number | null
  /** Load at which a loader tips, in kg. Null when unknown. */
  tipping_load_kg: number | null
  /** Width of the blade in millimetres. Null when unknown or without a blade. */
  blade_width_mm: number | null
  /** Length of the boom in metres. Null when unknown or without one. */
  boom_length_m: number | null
  /** Heaped volume of the bucket in cubic metres. Null when unknown or without one. */
  bucket_m3: number | null
  /** Breakout force at the bucket in kilonewtons. Null when unknown. */
  breakout_kn: number | null
  /** Greatest depth of digging in millimetres. Null when unknown. */
  dig_depth_mm: number | null
  /** Width of a roller’s drum in millimetres. Null when unknown. */
  drum_width_mm: number | null
  /** Width of cut of a harvester in millimetres. Null when unknown. */
  cutter_bar_mm: number | null
  /** Width of tillage of a rotary machine in millimetres. Null when unknown. */
  rotary_width_mm: number | null
  /** Greatest width of paving in millimetres. Null when unknown. */
  paving_width_mm: number | null
  /** Grain tank in litres. Null when unknown. */
  grain_tank_l: number | null
  /** Rows it plants, sows or picks at once. Null when unknown. */
  rows: number | null
  /** Area it works in acres an hour, as the maker states it. Null when unknown. */
  capacity_acres_h: number | null
  /** Output in cubic metres an hour. Null when unknown. */
  output_m3h: number | null
  /** Typical hours of work a year: its own figure, else that of its class. Null when neither is known. */
  hours_a_year: number | null
  /** Warranty in hours of work, whichever comes first. Null when unknown. */
  warranty_hours: number | null
  /** Warranty in years. Null when unknown. */
  warranty_years: number | null
  /** Lowest price in rupees, of the kind in `price_kind`: the newest for each place. `price_max` bounds it. Null without prices. */
  price_from_inr: number | null
  /** Highest price in rupees, of the same kind. Null without prices. */
  price_to_inr: number | null
  /** What kind of price the two figures are. Null without prices. */
  price_kind: PriceKind | null
  /** The day of the older of the two prices; neither figure is older than that. Null without prices. */
  price_as_of: string | null
  /** Day of its launch in India. Null when unknown. */
  launched_at: string | null
  /** The day from which the catalogue shows it, in Asia/Kolkata. */
  published_at: string | null
  /** The day its figures were last checked. Null when they never were. */
  verified_at: string | null
  /** Every price known, each with its kind, place and day; newest first. */
  prices: PriceItem[]
  /** Pictures, videos, brochures and documents, in the order they are to be shown. */
  media: MediaItem[]
  /** All other figures and texts, in groups, as the sheet prints them. */
  spec: SpecGroup[]
}

/** A class of machines, with its names in three languages. */
export interface MachineClass {
  /** Key of the class, as the `machine_class` filter takes it. */
  key: string
  /** Name of one such machine in English. */
  label: string
  /** Name of one such machine in Hindi. */
  label_hi: string
  /** Name of one such machine in Tamil. */
  label_ta: string
  /** Name of several in English. */
  plural: string
  /** Name of several in Hindi. */
  plural_hi: string
  /** Name of several in Tamil. */
  plural_ta: string
  /** The kinds that machines of the class may have. */
  kinds: string[]
  /** The figures that matter most for the class, in order. */
  plate: PlateField[]
  /** Other names that search understands. */
  synonyms: string[]
  /** Published machines of the class. */
  count: number
  /** Typical hours of work a year. Null when unknown. */
  hours_a_year: number | null
}

/** A page of machines, with counts for narrowing. */
export interface MachineSearchOut {
  /** The text query as it was sent. */
  query: string
  /** The matches on this page. */
  hits: MachineSummary[]
  /** How many match, exactly. */
  total: number
  /** How many matches lie before this page. */
  offset: number
  /** The most a page holds: the paging in force. */
  limit: number
  /** For each facet the number of matches by value. Each leaves its own filter aside, so that the other choices stay visible; zero counts are left out. */
  facets: Record<string, Record<string, number>>
  /** Which backend answered; both give the same answer. */
  engine: Engine
  /** The sort in force. Null without one; `hp_asc` and `lift_desc` have no name here, `X-Sort` names them. */
  sort: SortInForce | null
}

/** A machine as search lists it. */
export interface MachineSummary {
  /** Number of the record. Given once, never changed, never used again. */
  id: number
  /** Readable name in addresses, unique among its kind. Lower-case letters, digits and single hyphens. */
  slug: string
  /** Full name with the maker, as it is printed on the sheet. */
  name: string
  /** The maker, by slug and name. */
  manufacturer: Ref
  /** Key of its machine class; `GET /v1/machines/classes` lists them with labels. */
  machine_class: string
  /** Whether it is announced, on sale, or no longer made. */
  lifecycle: Lifecycle
  /** The half of the catalogue it belongs to. */
  section: Section
  /** True for a record of the bundled sample: its figures are illustrative and not verified. */
  is_sample: boolean
  /** The figures that matter most for its class, in the order of the class, with labels and units. Figures that are unknown are left out. */
  plate: PlateCell[]
  /** Kind within its class, one of the `kinds` the class lists. Null when none is stated. */
  kind: string | null
  /** The maker's series. Null when it belongs to none. */
  family: string | null
  /** Address of its first picture. Null when there is none. */
  image: string | null
  /** What drives it. Null when unknown. */
  power_source: PowerSource | null
  /** Driven wheels, or crawler tracks. Null when unknown or when nothing is driven. */
  wheel_drive: WheelDrive | null
  /** Engine power in HP as the maker prints it. Null when unknown. */
  engine_hp: number | null
  /** Power in kW where the maker states kW. Never converted from HP; null when not stated. */
  power_kw: number | null
  /** Power at the power take-off in HP. Never above `engine_hp`; null when unknown. */
  pto_hp: number | null
  /** Number of cylinders. Null when unknown, and for electric machines. */
  cylinders: number | null
  /** Forward gears. Null when unknown. */
  gears_fwd: number | null
  /** Reverse gears. Null when unknown. */
  gears_rev: number | null
  /** Fuel used in litres an hour, as stated for typical work. Null when unknown. */
  fuel_lph: number | null
  /** What the rear linkage, boom or mast lifts, in kg. Null when unknown. */
  lift_capacity_kg: number | null
  /** What a crane lifts at most, in tonnes. Null when unknown or not a crane. */
  lift_capacity_t: number | null
  /** Greatest height of the hook, fork or platform in metres. Null when unknown. */
  lift_height_m: number | null
  /** Weight ready for work in kg; `weight_min` and `weight_max` bound it. Null when unknown. */
  operating_weight_kg: number | null
  /** What it carries, in kg. Null when unknown. */
  payload_kg: number | null
  /** Rated load of a loader or fork lift in kg. Null when unknown. */
  rated_load_kg: number | null
  /** Load at which a loader tips, in kg. Null when unknown. */
  tipping_load_kg: number | null
  /** Width of the blade in millimetres. Null when unknown or without a blade. */
  blade_width_mm: number | null
  /** Length of the boom in metres. Null when unknown or without one. */
  boom_length_m: number | null
  /** Heaped volume of the bucket in cubic metres. Null when unknown or without one. */
  bucket_m3: number | null
  /** Greatest depth of digging in millimetres. Null when unknown. */
  dig_depth_mm: number | null
  /** Width of a roller’s drum in millimetres. Null when unknown. */
  drum_width_mm: number | null
  /** Lowest price in rupees, of the kind in `price_kind`: the newest for each place. `price_max` bounds it. Null without prices. */
  price_from_inr: number | null
  /** Highest price in rupees, of the same kind. Null without prices. */
  price_to_inr: number | null
  /** What kind of price the two figures are. Null without prices. */
  price_kind: PriceKind | null
  /** The day of the older of the two prices; neither figure is older than that. Null without prices. */
  price_as_of: string | null
  /** Day of its launch in India. Null when unknown. */
  launched_at: string | null
  /** The day from which the catalogue shows it, in Asia/Kolkata. */
  published_at: string | null
  /** The day its figures were last checked. Null when they never were. */
  verified_at: string | null
}

/** A used machine for sale. The seller's contact is never part of it. */
export interface MarketListing {
  /** Number of the listing, as its address takes it. */
  id: number
  /** `live`, or `sold` within the last 90 days; a listing of any other status is not found. */
  status: ListingStatus
  /** When it was made. */
  created_at: string
  /** Name of the maker, as the seller gave it. */
  maker_name: string
  /** Slug of the maker; it need not be in the catalogue. */
  maker_slug: string
  /** Name of the model, as the seller gave it. */
  variant_name: string
  /** Slug of the model; it need not be in the catalogue. */
  variant_slug: string
  /** What it is, as the seller’s form has it. */
  vehicle_class: string
  /** Year of make. */
  year: number
  /** Kilometres driven; 0 where hours are counted instead. */
  km: number
  /** Owners so far, the seller included. */
  owners: number
  /** Price asked, in rupees. */
  price_inr: number
  /** District where it stands. */
  district: string
  /** State where it stands: ISO 3166-2:IN without the country. */
  state_code: StateCode
  /** PIN code of the place, six digits. */
  pin: string
  /** Axles and driven axles; an empty string when nobody said. */
  axle_config: string
  /** Lowest price of the same machine when new; absent when unknown. */
  comparable_new_inr?: number
  /** What the seller says of its parts, as plain values; absent when nothing is said. */
  condition?: Record<string, unknown>
  /** Name of the dealer; an empty string when an owner sells. */
  dealer_name: string
  /** Slug of the dealer; an empty string when an owner sells. */
  dealer_slug: string
  /** True when the dealer’s papers were checked. */
  dealer_verified: boolean
  /** The seller's text. `[contact removed]` stands where a way to reach the seller was. */
  description: string
  /** Fuel as the seller gave it; an empty string when nobody said. */
  fuel: string
  /** Hours on the meter; absent when unknown. */
  hours?: number
  /** How its condition was judged: as declared, from photos, or seen in person. */
  inspection_mode: InspectionMode
  /** What the inspection found; an empty string without one. */
  inspection_note: string
  /** True when the owner sells it himself. */
  is_owner: boolean
  /** What is for sale. */
  kind: ListingKind
  /** Key of the machine class; an empty string when it has none. */
  machine_class: string
  /** Slug of the machine in the catalogue; an empty string when it is not there. */
  machine_slug: string
  /** The photos with their captions. */
  photo_rows: ListingPhoto[]
  /** Addresses of the photos. */
  photos: string[]
  /** Who sells. */
  seller: Seller
  /** What is known of the seller, as plain values. Never a way to reach one. */
  seller_profile: Record<string, unknown>
  /** When it was sold; absent until then. */
  sold_at?: string
  /** Price it was sold for, in rupees; absent until then, or when nobody said. */
  sold_price_inr?: number
  /** What changed since it was made, oldest first. */
  updates: ListingUpdate[]
  /** Address of a video; an empty string without one. */
  video_url: string
}

/** What comparable used machines were asked and sold for. */
export interface MarketValues {
  /** The requested machine or implement. */
  machine_slug: string
  /** The requested year; null without one. `applied` says whether the figures use it. */
  year: number | null
  /** The requested hours; null without them. `applied` says whether the figures use them. */
  hours: number | null
  /** The requested state; null without one. `applied` says whether the figures use it. */
  state: string | null
  /** How similar the comparable listings are: the first level with five asking prices; null if none has. */
  comparable: Comparable | null
  /** Asking prices of comparable listings; null with fewer than five. */
  asking: PriceQuartiles | null
  /** Prices that comparable listings of the same level were sold for, as sellers reported them; null with fewer than five. */
  sold: PriceQuartiles | null
  /** The listings that count, newest first, also those that are no longer visible: at most fifty. `asking` is made from the first `asking.count`, `sold` from those with `sold_price_inr`. */
  listings: ComparableListing[]
  /** How prices were adjusted; null without a request for it, or if fewer than thirty listings determine it. */
  adjusted: PriceAdjustment | null
  /** Which inputs the figures use. */
  applied: AppliedInputs
  /** Whether year or hours lie up to 2 years or 50% outside the fitted data. */
  extrapolated: boolean
  /** Whether a figure was lowered to the price when new. */
  capped: boolean
  /** Number of asking prices at each level. */
  counts: KnownListings
  /** Medians of groups of the counted asking prices. */
  by: PriceGroups
  /** Deprecated: use `counts`. The same if no level has five, else null. */
  known: KnownListings | null
  /** Whether the catalogue no longer shows the machine. */
  withdrawn: boolean
  /** Why there are no figures; null if there are. */
  reason: string | null
  /** The page of the method, with the version of the rule. */
  method: string
}

/** A picture, video, brochure or document of a machine. */
export interface MediaItem {
  /** What it is. */
  kind: MediaKind
  /** Where it is. */
  url: string
  /** What it shows, for those who cannot see it; absent when nobody said. */
  alt?: string
  /** Whom to name beside it; absent when nobody need be. */
  attribution?: string
  /** The licence it is under; absent when unknown. */
  licence?: string
  /** What it says, in short; absent when there is no summary. */
  summary?: string
  /** Who wrote the summary; absent without one. */
  summary_by?: string
  /** Where a small version is; absent without one. */
  thumb_url?: string
  /** Height in pixels; absent when unknown. */
  height?: number
  /** Width in pixels; absent when unknown. */
  width?: number
  /** What is worth noticing in it; absent when nothing is noted. */
  highlights?: string[]
}

export type MediaKind = 'image' | 'video' | 'brochure' | 'document'

export type OfferedStatus = 'live' | 'sold' | 'withdrawn' | 'expired'

/** One figure of the plate, with its label and unit. */
export interface PlateCell {
  /** The field of the sheet that the value is of. */
  key: string
  /** Name in English. */
  label: string
  /** Name in Hindi. */
  label_hi: string | null
  /** Name in Tamil. */
  label_ta: string | null
  /** Unit of the figure; an empty string for a plain number. */
  unit: string
  /** The figure. */
  value: number
}

/** One figure of the plate of a class. */
export interface PlateField {
  /** The numeric field of the sheet that is shown. */
  key: string
  /** Name in English. */
  label: string
  /** Name in Hindi. */
  label_hi: string
  /** Name in Tamil. */
  label_ta: string
  /** Unit of the figure; an empty string for a plain number. */
  unit: string
}

export type PowerSource = 'diesel' | 'electric' | 'petrol' | 'cng' | 'dual_fuel' | 'hybrid'

/** How prices were adjusted to the requested year and hours. */
export interface PriceAdjustment {
  /** Change of the price for each year of age, in percent; null if not used. */
  year_pct: number | null
  /** Change of the price for each 1,000 hours, in percent; null if not used. */
  hours_1000_pct: number | null
  /** Number of listings that this was fitted from. */
  fitted_from: number
}

/** The asking prices of comparable listings that share a value. */
export interface PriceGroup {
  /** Median of the adjusted prices. */
  median_inr: number
  /** Number of listings. */
  count: number
}

/** Groups of five or more comparable listings, by value. */
export interface PriceGroups {
  /** By number of owners. */
  owners: Record<string, PriceGroup>
  /** By wheel drive of the machine. */
  wheel_drive: Record<string, PriceGroup>
  /** By who inspected the machine. */
  inspection_mode: Record<string, PriceGroup>
}

/** One price of a machine: what kind, where, when. */
export interface PriceItem {
  /** What the price includes, or who named it. */
  kind: PriceKind
  /** The day it was seen. */
  observed_at: string
  /** Price in rupees; the lower end where `high_inr` is given. */
  price_inr: number
  /** Who named it. The page itself is never told. */
  source_kind: SourceKind
  /** The state it holds for: ISO 3166-2:IN without the country; `IN` for all India. */
  state_code: PriceStateCode
  /** What the figure rests on, as plain values; absent when nothing is known. */
  basis?: Record<string, unknown>
  /** The city it holds for; absent when it holds for the whole state. */
  city?: string
  /** The upper end in rupees; absent for a single price. */
  high_inr?: number
}

export type PriceKind = 'ex_showroom' | 'on_road' | 'dealer_quote' | 'subsidised' | 'estimate'

/** Quartiles of adjusted prices, with their number, error and dates. */
export interface PriceQuartiles {
  /** A tenth of the prices are lower, in rupees; null below 20 prices. */
  p10_inr: number | null
  /** A quarter of the prices are lower, in rupees. */
  p25_inr: number
  /** Half of the prices are lower, in rupees. */
  median_inr: number
  /** Three quarters of the prices are lower, in rupees. */
  p75_inr: number
  /** Number of prices. */
  count: number
  /** Median error in percent when each price is estimated from the others. */
  error_pct: number | null
  /** Deprecated: use `error_pct`. Half the distance between the quartiles, in percent of the median. */
  spread_pct: number
  /** The earliest day of a counted listing. */
  from: string
  /** The latest day of a counted listing. */
  to: string
}

export type PriceStateCode = 'AN' | 'AP' | 'AR' | 'AS' | 'BR' | 'CG' | 'CH' | 'DH' | 'DL' | 'GA' | 'GJ' | 'HP' | 'HR' | 'JH' | 'JK' | 'KA' | 'KL' | 'LA' | 'LD' | 'MH' | 'ML' | 'MN' | 'MP' | 'MZ' | 'NL' | 'OD' | 'PB' | 'PY' | 'RJ' | 'SK' | 'TG' | 'TN' | 'TR' | 'UK' | 'UP' | 'WB' | 'IN'

/** Prices of a visible machine changed. */
export interface PriceUpdatedEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'price.updated'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The machine as search would list it after the change. */
    machine: MachineSummary
    /** Every price known, each with its kind, place and day; newest first. */
    prices: PriceItem[]
    /** The price summary as it was before. */
    previous: {
      /** Lowest price in rupees, of the kind in `price_kind`: the newest for each place. `price_max` bounds it. Null without prices. */
      price_from_inr: number | null
      /** Highest price in rupees, of the same kind. Null without prices. */
      price_to_inr: number | null
      /** What kind of price the two figures are. Null without prices. */
      price_kind: PriceKind | null
      /** The day of the older of the two prices; neither figure is older than that. Null without prices. */
      price_as_of: string | null
    }
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** What went wrong (RFC 9457). */
export interface Problem {
  /** Address of the page that explains the code. */
  type: string
  /** What went wrong, the same for every problem of its code. */
  title: string
  /** The HTTP status. */
  status: number
  /** What went wrong this time. */
  detail: string
  /** Short name of the problem, for programs. */
  code: string
  /** Quote it when you report a fault; the header `X-Request-Id` has it too. */
  request_id: string
  /** Every bad parameter or place in the body; absent when the input was not at fault. */
  errors?: InputError[]
}

/** A manufacturer. */
export interface Ref {
  /** Slug of the maker, as the `manufacturer` filter takes it. */
  slug: string
  /** The maker's name as it writes it itself. */
  name: string
}

export type Section = 'farm' | 'construction'

export type Seller = 'owner' | 'dealer'

export type SortInForce = 'price_asc' | 'price_desc' | 'weight_asc' | 'weight_desc' | 'power_desc' | 'newest' | 'launched'

export type SourceKind = 'manufacturer' | 'dealer' | 'government' | 'press' | 'survey'

/** One line of the sheet. */
export interface SpecField {
  /** Key of the field; one that is also a field of the sheet shows that field’s value. */
  key: string
  /** Name of the field in English. */
  label: string
  /** How sure the figure is, from 0 to 1; absent when nobody said. */
  confidence?: number
  /** Unit of the value; absent when it has none. */
  unit?: string
  /** The value as text, without its unit; absent when unknown. */
  value?: string
}

/** Lines of the sheet that belong together. */
export interface SpecGroup {
  /** Key of the group. */
  key: string
  /** Name of the group in English. */
  label: string
  /** Its figures and texts, in order. */
  fields: SpecField[]
}

export type StateCode = 'AN' | 'AP' | 'AR' | 'AS' | 'BR' | 'CG' | 'CH' | 'DH' | 'DL' | 'GA' | 'GJ' | 'HP' | 'HR' | 'JH' | 'JK' | 'KA' | 'KL' | 'LA' | 'LD' | 'MH' | 'ML' | 'MN' | 'MP' | 'MZ' | 'NL' | 'OD' | 'PB' | 'PY' | 'RJ' | 'SK' | 'TG' | 'TN' | 'TR' | 'UK' | 'UP' | 'WB'

/** Suggestions for a query, best first. */
export interface SuggestOut {
  /** The query as sent. */
  query: string
  /** At most `limit`, each record once. */
  suggestions: Suggestion[]
}

/** A query that finds this record first. */
export interface Suggestion {
  /** A name in the script of the query. */
  text: string
  /** What the text names. */
  type: 'machine' | 'manufacturer' | 'class'
  /** Slug of the machine or manufacturer, key of the class. */
  slug: string
}

/** A machine became visible, for the first time or again. */
export interface VariantPublishedEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'variant.published'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The machine as search would list it after the change. */
    machine: MachineSummary
    /** Names of the fields that changed; empty when the machine was published. */
    changed: string[]
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** Public fields of a visible machine changed, prices aside. */
export interface VariantUpdatedEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'variant.updated'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The machine as search would list it after the change. */
    machine: MachineSummary
    /** Names of the fields that changed; empty when the machine was published. */
    changed: string[]
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** A visible machine is no longer visible. */
export interface VariantWithdrawnEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'variant.withdrawn'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** The machine as search would list it after the change. */
    machine: {
      /** Number of the record. Given once, never changed, never used again. */
      id: number
      /** Readable name in addresses, unique among its kind. Lower-case letters, digits and single hyphens. */
      slug: string
    }
    /** Rises with every committed change of that machine or listing; discard what is older than what you have. */
    version: number
  }
}

/** A subscription of the key. */
export interface Webhook {
  /** Id of the subscription. */
  id: string
  /** Where events are sent: https on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Which events are sent, each once. */
  events: EventName[]
  /** When it was made. */
  created_at: string
}

/** One attempt to deliver. */
export interface WebhookAttempt {
  /** Which attempt it was, from 1. */
  number: number
  /** When it began. */
  started_at: string
  /** When it ended; null before. */
  finished_at: string | null
  /** `delivered`, `rejected`, `timeout`, `unreachable`, `refused` or `aborted`; null meanwhile. */
  outcome: string | null
  /** Status of the answer; null without one. */
  status: number | null
  /** Why there was no answer; null if there was one. */
  error: string | null
}

/** What to subscribe to. */
export interface WebhookCreate {
  /** Where events are sent: https on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Which events are sent, each once. */
  events: EventName[]
}

/** A new subscription, with its secret. */
export interface WebhookCreated {
  /** Id of the subscription. */
  id: string
  /** Where events are sent: https on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Which events are sent, each once. */
  events: EventName[]
  /** When it was made. */
  created_at: string
  /** Signs the deliveries. Shown this once; keep it safe. */
  secret: string
}

/** A subscription that is gone. */
export interface WebhookDeleted {
  /** Id of the subscription that is gone. */
  id: string
  /** Always true. */
  deleted: boolean
}

/** A page of deliveries, newest first. */
export interface WebhookDeliveries {
  /** The deliveries of this page. */
  deliveries: WebhookDelivery[]
  /** How many matches lie before this page. */
  offset: number
  /** The most a page holds: the paging in force. */
  limit: number
  /** Whether older ones follow. */
  has_more: boolean
}

/** One event for the subscription, with its attempts. */
export interface WebhookDelivery {
  /** Id of the event. */
  event_id: string
  /** Which event it is. */
  type: string
  /** `pending` until it is delivered or the last attempt has failed. */
  state: 'pending' | 'delivered' | 'failed'
  /** When it was made. */
  created_at: string
  /** When the next attempt may begin; null once it is finished. */
  next_attempt_at: string | null
  /** When it ended; null before. */
  finished_at: string | null
  /** Every attempt, oldest first. */
  attempts: WebhookAttempt[]
}

/** What became of a test event. */
export interface WebhookPing {
  /** Id of the event. */
  event_id: string
  /** Whether the answer was 2xx. */
  delivered: boolean
  /** Status of the answer; null without one. */
  status: number | null
  /** Why there was no answer; null if there was one. */
  error: string | null
  /** From the request to its answer. */
  duration_ms: number
}

/** A test, sent when the subscriber or the operator asks. Nobody subscribes to it; it is never repeated. */
export interface WebhookPingEvent {
  /** Id of the event: the same at every attempt, so that a second copy is known. */
  id: string
  /** Which event it is. */
  type: 'webhook.ping'
  /** When it was made. */
  created_at: string
  /** What the event tells. */
  data: {
    /** Id of the subscription it was sent to. */
    webhook_id: string
  }
}

/** From when on to send again. */
export interface WebhookRedeliver {
  /** A date-time, a date, which begins at 00:00 UTC, or a duration back from now: `24h`, `7d`. */
  since: string
}

/** How many deliveries are sent again. */
export interface WebhookRedelivered {
  /** Id of the subscription. */
  id: string
  /** How many deliveries are sent again. */
  redelivered: number
  /** Since when every delivery is sent again: the `since` of the request, or later if older deliveries are no longer kept. */
  since: string
}

/** A new secret. */
export interface WebhookSecret {
  /** Id of the subscription. */
  id: string
  /** Signs the deliveries. Shown this once; keep it safe. */
  secret: string
  /** Until then the old secret signs too. */
  overlap_until: string
}

/** A subscription and how its deliveries fare. */
export interface WebhookStatus {
  /** Id of the subscription. */
  id: string
  /** Where events are sent: https on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Which events are sent, each once. */
  events: EventName[]
  /** When it was made. */
  created_at: string
  /** `failing` since its last attempt failed; `disabled` gets nothing until enabled. */
  status: 'active' | 'failing' | 'disabled'
  /** Why nothing is sent; null unless it is disabled. */
  disabled_reason: string | null
  /** Deliveries that wait for an attempt, counted up to 10,001. */
  pending: number
  /** When an attempt last succeeded, to the minute; null if none did. */
  last_success_at: string | null
  /** When an attempt last failed; null if none of those kept did. */
  last_failure_at: string | null
  /** What the last failed attempt met. */
  last_error: string | null
}

export type WheelDrive = '2wd' | '4wd' | 'crawler'

/** What `GET /v1/tractors` takes. */
export interface SearchParameters {
  /** What a person would type, in English, Hindi or Tamil: names, figures (`50 hp under 8 lakh`, `५० एचपी`, `40 hp se kam`), wishes (`cheapest 4x4`) and either-or (`575 vs 744`), in Latin letters too. A number with a unit is a bound beside the parameters, a wish is a sort; words that name nothing (`price`, `ki kimat`) are left out. All others must match, the last one as a prefix; small typos are forgiven. The header `X-Query-Read` tells how it was read. */
  q?: string | undefined
  /** Key of a machine class; `GET /v1/machines/classes` lists them. One value, or several joined by commas. */
  machine_class?: string | readonly string[] | undefined
  /** Slug of a manufacturer. One value, or several joined by commas. */
  manufacturer?: string | readonly string[] | undefined
  /** Kind within the class; the class lists its kinds. One value, or several joined by commas. */
  kind?: string | readonly string[] | undefined
  /** Where the power comes from: diesel, electric, petrol, cng, dual_fuel, hybrid. One value, or several joined by commas. */
  power_source?: PowerSource | (string & {}) | readonly (PowerSource | (string & {}))[] | undefined
  /** Lowest engine power in HP. A machine without the figure does not match. */
  hp_min?: number | null | undefined
  /** Highest engine power in HP. A machine without the figure does not match. */
  hp_max?: number | null | undefined
  /** Driven wheels: 2wd, 4wd, crawler; `4x4` means `4wd`. One value, or several joined by commas. */
  wheel_drive?: WheelDrive | (string & {}) | readonly (WheelDrive | (string & {}))[] | undefined
  /** Lowest operating weight in kg. A machine without the figure does not match. */
  weight_min?: number | null | undefined
  /** Highest operating weight in kg. A machine without the figure does not match. */
  weight_max?: number | null | undefined
  /** Lowest `lift_capacity_kg`. A machine without the figure does not match. */
  lift_min?: number | null | undefined
  /** Highest `lift_capacity_kg`. A machine without the figure does not match. */
  lift_max?: number | null | undefined
  /** In kg. With `mass_max`: some figure of the plate in kg or t must lie within. */
  mass_min?: number | null | undefined
  /** In kg. With `mass_min`: some figure of the plate in kg or t must lie within. */
  mass_max?: number | null | undefined
  /** Number of cylinders. A machine without the figure does not match. */
  cylinders?: number | null | undefined
  /** Lowest `price_from_inr` in rupees. A machine without a price does not match. */
  price_min?: number | null | undefined
  /** Highest `price_from_inr` in rupees. A machine without a price does not match. */
  price_max?: number | null | undefined
  /** Kind of the price in `price_from_inr`: ex_showroom, on_road, dealer_quote, subsidised, estimate. One value, or several joined by commas. */
  price_kind?: PriceKind | (string & {}) | readonly (PriceKind | (string & {}))[] | undefined
  /** Where it stands in its life: upcoming, current, discontinued. One value, or several joined by commas. */
  lifecycle?: Lifecycle | (string & {}) | readonly (Lifecycle | (string & {}))[] | undefined
  /** Launched on this day or later. A machine whose launch is unknown does not match. */
  launched_since?: string | null | undefined
  /** Launched on this day or earlier. A machine whose launch is unknown does not match. */
  launched_until?: string | null | undefined
  /** Without it: by relevance with `q`, else newest first. Missing values come last, ties by `id`. */
  sort?: 'price_asc' | 'price_desc' | 'weight_asc' | 'weight_desc' | 'power_desc' | 'newest' | 'launched' | 'hp_asc' | 'hp_desc' | 'lift_desc' | undefined
  /** Hits on a page; above 100 it is 100. */
  limit?: number | undefined
  /** Matches to leave out before the page begins; past the end the page is empty. */
  offset?: number | undefined
  /** The facets to count, joined by commas; `none` for none, which is fastest. Without it all are counted. */
  facets?: 'none' | 'machine_class' | 'manufacturer' | 'kind' | 'power_source' | 'wheel_drive' | 'lifecycle' | 'section' | 'hp_band' | 'price_kind' | readonly ('none' | 'machine_class' | 'manufacturer' | 'kind' | 'power_source' | 'wheel_drive' | 'lifecycle' | 'section' | 'hp_band' | 'price_kind')[] | undefined
}

/** What `GET /v1/market/listings` takes. */
export interface ListingParameters {
  /** What a person would type, in English, Hindi or Tamil: maker, model, class, place, year, hours, owners and price (`swaraj 744 punjab under 4 lakh`, `2019 के बाद`, `first owner`). What names a parameter acts as that parameter; the header `X-Query-Read` tells how it was read. The rules for words are those of `GET /v1/tractors`; a seller’s own text is never searched. */
  q?: string | undefined
  /** Slug of a maker. One value, or several joined by commas. */
  maker?: string | readonly string[] | undefined
  /** Key of a machine class; a listing without one is found by its `vehicle_class`. One value, or several joined by commas. */
  machine_class?: string | readonly string[] | undefined
  /** Slug of a machine of the catalogue. One value, or several joined by commas. */
  machine_slug?: string | readonly string[] | undefined
  /** Code of a state, as in `state_code`. One value, or several joined by commas. */
  state?: string | readonly string[] | undefined
  /** Name of a district, as listings write it. One value, or several joined by commas. */
  district?: string | readonly string[] | undefined
  /** Lowest asking price in rupees. */
  price_min?: number | null | undefined
  /** Highest asking price in rupees. */
  price_max?: number | null | undefined
  /** Earliest year of manufacture. */
  year_min?: number | null | undefined
  /** Latest year of manufacture. */
  year_max?: number | null | undefined
  /** Fewest hours run. A listing without the figure does not match. */
  hours_min?: number | null | undefined
  /** Most hours run. A listing without the figure does not match. */
  hours_max?: number | null | undefined
  /** Fewest kilometres run. A listing without the figure, which is 0 then, does not match. */
  km_min?: number | null | undefined
  /** Most kilometres run. A listing without the figure, which is 0 then, does not match. */
  km_max?: number | null | undefined
  /** Lowest engine power in HP of the machine that `machine_slug` names. A listing without one does not match. */
  hp_min?: number | null | undefined
  /** Highest engine power in HP of the machine that `machine_slug` names. A listing without one does not match. */
  hp_max?: number | null | undefined
  /** Most owners so far, the present one included. */
  owners_max?: number | null | undefined
  /** Who sells: owner, dealer. One value, or several joined by commas. */
  seller?: Seller | (string & {}) | readonly (Seller | (string & {}))[] | undefined
  /** How it was inspected: declared, photo, physical. One value, or several joined by commas. */
  inspection_mode?: InspectionMode | (string & {}) | readonly (InspectionMode | (string & {}))[] | undefined
  /** A known PIN, or a district with its state. Hits then have `distance_km`. */
  near?: string | undefined
  /** Farthest from `near`, in kilometres. A listing whose place is not known does not match. */
  within_km?: number | null | undefined
  /** Listings for sale (`live`, the default), or those sold within the last 90 days. */
  status?: 'live' | 'sold' | undefined
  /** Without it: by relevance with words in `q`, else newest first. `distance_asc` needs `near`. Missing values come last. Ties by `id`, those of `newest` and of relevance newest first, then by `id` descending. */
  sort?: 'newest' | 'price_asc' | 'price_desc' | 'year_desc' | 'hours_asc' | 'distance_asc' | undefined
  /** Hits on a page; above 100 it is 100. */
  limit?: number | undefined
  /** Matches to leave out before the page begins; past the end the page is empty. */
  offset?: number | undefined
  /** The facets to count, joined by commas; `none` for none, which is fastest. Without it all are counted. `district` is counted once a state is given. */
  facets?: 'none' | 'maker' | 'machine_class' | 'state' | 'district' | 'seller' | 'inspection_mode' | 'year' | readonly ('none' | 'maker' | 'machine_class' | 'state' | 'district' | 'seller' | 'inspection_mode' | 'year')[] | undefined
  /** The same as `maker`. One value, or several joined by commas. */
  manufacturer?: string | readonly string[] | undefined
}

/** What `GET /v1/market/values` takes. */
export interface ValueParameters {
  /** Slug of a machine or implement, of the catalogue or as listings name it. */
  machine_slug: string
  /** Year of manufacture, up to next year. Without it, prices are not adjusted for age. */
  year?: number | null | undefined
  /** Hours run. Without them, prices are not adjusted for use. */
  hours?: number | null | undefined
  /** Code of a state: prices from other states are adjusted to it, or weigh half. */
  state?: 'AN' | 'AP' | 'AR' | 'AS' | 'BR' | 'CG' | 'CH' | 'DH' | 'DL' | 'GA' | 'GJ' | 'HP' | 'HR' | 'JH' | 'JK' | 'KA' | 'KL' | 'LA' | 'LD' | 'MH' | 'ML' | 'MN' | 'MP' | 'MZ' | 'NL' | 'OD' | 'PB' | 'PY' | 'RJ' | 'SK' | 'TG' | 'TN' | 'TR' | 'UK' | 'UP' | 'WB' | undefined
  /** A date, or a date and time with an offset, not in the future: listings of the 24 months before it count, with the prices that are known now. Default: now. */
  as_of?: string | undefined
  /** Id of a listing to leave out: the one to value. It must be or have been for sale. */
  without?: number | null | undefined
}

/** What a receiver may be sent; `type` says which. */
export type WebhookEvent = ListingPublishedEvent | ListingUpdatedEvent | ListingWithdrawnEvent | PriceUpdatedEvent | VariantPublishedEvent | VariantUpdatedEvent | VariantWithdrawnEvent | WebhookPingEvent
