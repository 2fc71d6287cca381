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

/** Newest change of one machine. */
export interface Change {
  /** Cursor that continues after this change. */
  cursor: string
  /** Kind of change since the given cursor. */
  change: 'published' | 'updated' | 'withdrawn'
  /** Unique name in URLs: lower-case letters, digits and single hyphens. */
  slug: string
  /** Numeric id of the record; never changed or reused. */
  id: number
  /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
  version: number
  /** Time of the change, or the beginning of the history if it is older. */
  changed_at: string
  /** Current summary of the machine; null if withdrawn. */
  machine: MachineSummary | Machine | null
}

/** One page of the machine feed. */
export interface Changes {
  /** Changes, oldest first. */
  changes: Change[]
  /** Cursor to continue with, also at the end. */
  next: string
  /** True if there are more changes now. */
  more: boolean
  /** Newest hash of the history, which proves past states if stored elsewhere. */
  head: string
}

export type Comparable = 'machine' | 'maker' | 'class' | 'wide_class'

/** A listing that a value was made from. */
export interface ComparableListing {
  /** Numeric id of the record; never changed or reused. */
  id: number
  /** Status today. */
  status: OfferedStatus
  /** The machine that the listing names. */
  machine_slug: string
  /** Manufacturer and model, as the listing has them. */
  name: string
  /** Asking price in rupees. */
  price_inr: number
  /** The price it was sold for, if it counts in `sold`; else null. */
  sold_price_inr: number | null
  /** `price_inr` adjusted to the requested year, hours and state, at most the price when new. */
  adjusted_inr: number
  /** Weight in medians and quartiles: 1, or 0.5 for a listing from another state whose price could not be adjusted to the requested state. */
  weight: number
  /** Year of manufacture. */
  year: number
  /** Hour-meter reading; absent if unknown. */
  hours: number | null
  /** State of the machine's location: ISO 3166-2:IN without the country. */
  state_code: StateCode | null
  /** District of the machine's location. */
  district: string | null
  /** When it was first offered. */
  at: string
}

export type Engine = 'meilisearch' | 'database'

export type EventName = 'variant.published' | 'variant.updated' | 'price.updated' | 'variant.withdrawn' | 'listing.published' | 'listing.updated' | 'listing.withdrawn'

/** An implement compatible with a machine. */
export interface ImplementSummary {
  /** Numeric id of the record; never changed or reused. */
  id: number
  /** Unique name in URLs. */
  slug: string
  /** Full name, including the manufacturer. */
  name: string
  /** Key of the kind of implement. */
  kind: string
  /** Manufacturer, with slug and name. */
  manufacturer: Ref
  /** Whether the model is announced, on sale or discontinued. */
  lifecycle: Lifecycle
  /** Volume in cubic metres; null if unknown or not applicable. */
  capacity_m3: number | null
  /** Maximum weight of the carrying machine in kg; null if there is no limit. */
  carrier_max_kg: number | null
  /** Minimum weight of the carrying machine in kg; null if there is no limit. */
  carrier_min_kg: number | null
  /** Required oil flow in litres per minute; null if unknown or not hydraulic. */
  flow_lpm: number | null
  /** Impact energy per blow in joules; null if unknown or not a breaker. */
  impact_energy_j: number | null
  /** Required oil pressure in bar; null if unknown or not hydraulic. */
  pressure_bar: number | null
  /** Price in rupees, or the lower end of a range with `price_high_inr`; null if unknown. */
  price_inr: number | null
  /** Upper end of a price range in rupees; null for a single price or none. */
  price_high_inr: number | null
  /** Weight in kg; null if unknown. */
  weight_kg: number | null
  /** Working width in millimetres; null if unknown. */
  width_mm: number | null
  /** Product series of the manufacturer; null if none. */
  family: string | null
  /** URL of the image; null if there is none. */
  image: string | null
  /** Kind of the price; null without a price. */
  price_kind: PriceKind | null
  /** Keys of the compatible machine classes; empty if all are compatible. */
  fits_classes: string[] | null
  /** Date of the price; null without a price. */
  price_as_of: string | null
  /** Date from which the catalogue shows the record, in Asia/Kolkata. */
  published_at: string | null
  /** Date of the last check of the figures; null if never checked. */
  verified_at: string | null
}

/** An invalid parameter or place in the body. */
export interface InputError {
  /** Name of the invalid parameter; absent for an error in the body. */
  parameter?: string
  /** JSON Pointer to the error in the body; absent for a parameter. */
  pointer?: string
  /** Description of the error. */
  message: string
  /** Allowed values; absent if there is no closed list. */
  allowed?: string[]
  /** Nearest valid name; absent if there is none. */
  suggestion?: string
}

export type InspectionMode = 'declared' | 'photo' | 'physical'

/** The key of this request, without its secret. */
export interface Key {
  /** Id of the key, unchanged by rotation. */
  id: string
  /** Name given by the operator. */
  name: string
  /** Tier, which sets the rate limit and access to webhooks. */
  tier: 'standard' | 'enterprise'
  /** Creation time. */
  created_at: string
  /** Expiry time; null if it does not expire. */
  expires_at: string | null
  /** Maximum requests per minute; null if unlimited. */
  limit_per_minute: number | null
  /** Days of the last 30 with requests, newest first. */
  usage: KeyUse[]
}

/** Requests with a key on one day in India. */
export interface KeyUse {
  /** Date in India. */
  day: string
  /** Number of requests on this day. */
  requests: number
  /** Number of responses with status 400 to 499. */
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

/** Newest change of one used listing. */
export interface ListingChange {
  /** Cursor that continues after this change. */
  cursor: string
  /** Kind of change since the given cursor. */
  change: 'published' | 'updated' | 'withdrawn'
  /** Numeric id of the record; never changed or reused. */
  id: number
  /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
  version: number
  /** Time of the change, or the beginning of the history if it is older. */
  changed_at: string
  /** Current summary of the listing; null if withdrawn. */
  listing: ListingSummary | null
}

/** One page of the listing feed. */
export interface ListingChanges {
  /** Changes, oldest first. */
  changes: ListingChange[]
  /** Cursor to continue with, also at the end. */
  next: string
  /** True if there are more changes now. */
  more: boolean
  /** Newest hash of the history, which proves past states if stored elsewhere. */
  head: string
}

export type ListingKind = 'vehicle' | 'machine' | 'implement'

/** A photo of a listing. */
export interface ListingPhoto {
  /** URL of the photo. */
  url: string
  /** Caption; absent if there is none. */
  caption?: string
}

/** A used listing was published, for the first time or again. */
export interface ListingPublishedEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'listing.published'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the listing after the change. */
    listing: ListingSummary
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** A page of used listings with facet counts. */
export interface ListingSearchOut {
  /** Text query as sent. */
  query: string
  /** Matches on this page. */
  hits: ListingSummary[]
  /** Exact number of matches. */
  total: number
  /** Number of matches before this page. */
  offset: number
  /** Page size in force. */
  limit: number
  /** Matches by facet and value; each facet ignores its own filter and omits values without matches. */
  facets: Record<string, Record<string, number>>
  /** Sort in force; null if none. */
  sort: ListingSort | null
}

export type ListingSort = 'newest' | 'price_asc' | 'price_desc' | 'year_desc' | 'hours_asc' | 'distance_asc'

export type ListingStatus = 'live' | 'sold'

/** A used listing in search results, without unknown values. */
export interface ListingSummary {
  /** Id of the listing, as in its path. */
  id: number
  /** `live`, or `sold` within the last 90 days; other listings return 404. */
  status: ListingStatus
  /** What is for sale: a vehicle, machine or implement. */
  kind: ListingKind
  /** Class as stated by the seller. */
  vehicle_class: string
  /** Key of the machine class; an empty string if unknown. */
  machine_class: string
  /** Slug of the machine in the catalogue; an empty string if it is not listed there. */
  machine_slug: string
  /** Slug of the manufacturer, which may be absent from the catalogue. */
  maker_slug: string
  /** Manufacturer's name as stated by the seller. */
  maker_name: string
  /** Slug of the model, which may be absent from the catalogue. */
  variant_slug: string
  /** Model name as stated by the seller. */
  variant_name: string
  /** Year of manufacture. */
  year: number
  /** Hour-meter reading; absent if unknown. */
  hours?: number
  /** Odometer reading in kilometres; 0 if hours are counted instead. */
  km: number
  /** Number of owners, including the current one. */
  owners: number
  /** Asking price in rupees. */
  price_inr: number
  /** Lowest price of the same machine when new, in rupees; absent if unknown. */
  comparable_new_inr?: number
  /** State of the machine's location: ISO 3166-2:IN without the country. */
  state_code: StateCode
  /** District of the machine's location. */
  district: string
  /** Whether an owner or a dealer sells. */
  seller: Seller
  /** Name of the dealer; an empty string for private sellers. */
  dealer_name: string
  /** True if the dealer's documents were verified. */
  dealer_verified: boolean
  /** How the condition was assessed: declared by the seller, from photos, or in person. */
  inspection_mode: InspectionMode
  /** Creation time. */
  created_at: string
  /** Time of the sale; absent if not sold. */
  sold_at?: string
  /** Sale price in rupees; absent if not sold or not stated. */
  sold_price_inr?: number
  /** URL of the first photo; absent if there is none. */
  photo?: string
  /** Great-circle distance from `near` in kilometres; absent without `near` or if the location is unknown. */
  distance_km?: number
}

/** A change of a listing. */
export interface ListingUpdate {
  /** Time of the change. */
  at: string
  /** Description of the change. */
  text: string
}

/** Public fields of a published listing changed, for example by a sale. */
export interface ListingUpdatedEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'listing.updated'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the listing after the change. */
    listing: ListingSummary
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** A listing was withdrawn; sold listings are withdrawn after 90 days. */
export interface ListingWithdrawnEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'listing.withdrawn'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the listing after the change. */
    listing: {
      /** Numeric id of the record; never changed or reused. */
      id: number
    }
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** A machine with all its details. */
export interface Machine {
  /** Numeric id of the record; never changed or reused. */
  id: number
  /** Unique name in URLs: lower-case letters, digits and single hyphens. */
  slug: string
  /** Full name, including the manufacturer. */
  name: string
  /** Manufacturer, with slug and name. */
  manufacturer: Ref
  /** Key of the machine class, as in `GET /v1/machines/classes`. */
  machine_class: string
  /** Whether the model is announced, on sale or discontinued. */
  lifecycle: Lifecycle
  /** Percentage of the fields expected for the class that are known, rounded down. */
  completeness: number
  /** Section of the catalogue: farm or construction. */
  section: Section
  /** True for bundled sample records, whose figures are illustrative and not verified. */
  is_sample: boolean
  /** Known key specs of the class, in class order. */
  plate: PlateCell[]
  /** Up to six machines of the same class, sorted by nearest power, then nearest price. */
  similar: MachineSummary[]
  /** Kind within the class, one of its `kinds`; null if not stated. */
  kind: string | null
  /** Product series of the manufacturer; null if none. */
  family: string | null
  /** URL of the first image; null if there is none. */
  image: string | null
  /** Power source; null if unknown. */
  power_source: PowerSource | null
  /** Driven wheels or crawler tracks; null if unknown or if nothing is driven. */
  wheel_drive: WheelDrive | null
  /** Brake type; null if unknown. */
  brakes: string | null
  /** Clutch type; null if unknown. */
  clutch: string | null
  /** Certified emission norm; null if unknown. */
  emission_norm: string | null
  /** Engine make or type; null if unknown. */
  engine: string | null
  /** Band of `engine_hp`, as in the facet `hp_band`; null without `engine_hp`. */
  hp_band: string | null
  /** Remark about the launch; null if there is none. */
  launch_note: string | null
  /** Steering type; null if unknown. */
  steering: string | null
  /** Front tyre size; null if unknown. */
  tyre_front: string | null
  /** Rear tyre size; null if unknown. */
  tyre_rear: string | null
  /** Displacement in cubic centimetres; null if unknown and for electric machines. */
  engine_cc: number | null
  /** Engine power in HP, as printed by the manufacturer; null if unknown. */
  engine_hp: number | null
  /** Power in kW as stated by the manufacturer, never converted from HP; null if not stated. */
  power_kw: number | null
  /** Power at the power take-off in HP, at most `engine_hp`; null if unknown. */
  pto_hp: number | null
  /** Number of cylinders; null if unknown and for electric machines. */
  cylinders: number | null
  /** Number of forward gears; null if unknown. */
  gears_fwd: number | null
  /** Number of reverse gears; null if unknown. */
  gears_rev: number | null
  /** Fuel tank capacity in litres; null if unknown. */
  fuel_l: number | null
  /** Fuel consumption in litres per hour in typical work; null if unknown. */
  fuel_lph: number | null
  /** Wheelbase in millimetres; null if unknown. */
  wheelbase_mm: number | null
  /** Lifting capacity of the rear linkage, boom or mast in kg; null if unknown. */
  lift_capacity_kg: number | null
  /** Maximum lifting capacity of a crane in tonnes; null if unknown or not a crane. */
  lift_capacity_t: number | null
  /** Maximum height of the hook, fork or platform in metres; null if unknown. */
  lift_height_m: number | null
  /** Operating weight in kg, filtered by `weight_min` and `weight_max`; null if unknown. */
  operating_weight_kg: number | null
  /** Payload in kg; null if unknown. */
  payload_kg: number | null
  /** Rated load of a loader or forklift in kg; null if unknown. */
  rated_load_kg: number | null
  /** Tipping load of a loader in kg; null if unknown. */
  tipping_load_kg: number | null
  /** Blade width in millimetres; null if unknown or without a blade. */
  blade_width_mm: number | null
  /** Boom length in metres; null if unknown or without a boom. */
  boom_length_m: number | null
  /** Heaped bucket volume in cubic metres; null if unknown or without a bucket. */
  bucket_m3: number | null
  /** Breakout force at the bucket in kilonewtons; null if unknown. */
  breakout_kn: number | null
  /** Maximum digging depth in millimetres; null if unknown. */
  dig_depth_mm: number | null
  /** Drum width of a roller in millimetres; null if unknown. */
  drum_width_mm: number | null
  /** Cutting width of a harvester in millimetres; null if unknown. */
  cutter_bar_mm: number | null
  /** Tilling width of a rotary machine in millimetres; null if unknown. */
  rotary_width_mm: number | null
  /** Maximum paving width in millimetres; null if unknown. */
  paving_width_mm: number | null
  /** Grain tank capacity in litres; null if unknown. */
  grain_tank_l: number | null
  /** Number of rows planted, sown or harvested at once; null if unknown. */
  rows: number | null
  /** Work rate in acres per hour, as stated by the manufacturer; null if unknown. */
  capacity_acres_h: number | null
  /** Output in cubic metres per hour; null if unknown. */
  output_m3h: number | null
  /** Typical working hours per year of the machine or, if unknown, its class; null if both are unknown. */
  hours_a_year: number | null
  /** Warranty in working hours, alongside `warranty_years`; null if unknown. */
  warranty_hours: number | null
  /** Warranty in years; null if unknown. */
  warranty_years: number | null
  /** Lowest of the newest prices per place, in rupees, of the kind in `price_kind`; null without prices. */
  price_from_inr: number | null
  /** Highest of the newest prices per place, in rupees, of the kind in `price_kind`; null without prices. */
  price_to_inr: number | null
  /** Kind of both price figures; null without prices. */
  price_kind: PriceKind | null
  /** Date of the older of the two price figures; null without prices. */
  price_as_of: string | null
  /** Launch date in India; null if unknown. */
  launched_at: string | null
  /** Date from which the catalogue shows the record, in Asia/Kolkata. */
  published_at: string | null
  /** Date of the last check of the figures; null if never checked. */
  verified_at: string | null
  /** Known prices with kind, place and date, newest first. */
  prices: PriceItem[]
  /** Images, videos, brochures and documents in display order. */
  media: MediaItem[]
  /** All other specifications in groups, as in the printed specification. */
  spec: SpecGroup[]
}

/** A machine class, with names in three languages. */
export interface MachineClass {
  /** Key of the class, as in the `machine_class` filter. */
  key: string
  /** Singular name in English. */
  label: string
  /** Singular name in Hindi. */
  label_hi: string
  /** Singular name in Tamil. */
  label_ta: string
  /** Plural name in English. */
  plural: string
  /** Plural name in Hindi. */
  plural_hi: string
  /** Plural name in Tamil. */
  plural_ta: string
  /** Possible values of `kind` in this class. */
  kinds: string[]
  /** Key specs of the class, in order. */
  plate: PlateField[]
  /** Other names that search understands. */
  synonyms: string[]
  /** Number of published machines of the class. */
  count: number
  /** Typical working hours per year; null if unknown. */
  hours_a_year: number | null
}

/** A page of machines with facet counts. */
export interface MachineSearchOut {
  /** Text query as sent. */
  query: string
  /** Matches on this page. */
  hits: MachineSummary[]
  /** Exact number of matches. */
  total: number
  /** Number of matches before this page. */
  offset: number
  /** Page size in force. */
  limit: number
  /** Matches by facet and value; each facet ignores its own filter and omits values without matches. */
  facets: Record<string, Record<string, number>>
  /** Search backend that answered; both return the same results. */
  engine: Engine
  /** Sort in force; null if none, and for `hp_asc` and `lift_desc`, which only `X-Sort` names. */
  sort: SortInForce | null
}

/** A machine in search results. */
export interface MachineSummary {
  /** Numeric id of the record; never changed or reused. */
  id: number
  /** Unique name in URLs: lower-case letters, digits and single hyphens. */
  slug: string
  /** Full name, including the manufacturer. */
  name: string
  /** Manufacturer, with slug and name. */
  manufacturer: Ref
  /** Key of the machine class, as in `GET /v1/machines/classes`. */
  machine_class: string
  /** Whether the model is announced, on sale or discontinued. */
  lifecycle: Lifecycle
  /** Section of the catalogue: farm or construction. */
  section: Section
  /** True for bundled sample records, whose figures are illustrative and not verified. */
  is_sample: boolean
  /** Known key specs of the class, in class order. */
  plate: PlateCell[]
  /** Kind within the class, one of its `kinds`; null if not stated. */
  kind: string | null
  /** Product series of the manufacturer; null if none. */
  family: string | null
  /** URL of the first image; null if there is none. */
  image: string | null
  /** Power source; null if unknown. */
  power_source: PowerSource | null
  /** Driven wheels or crawler tracks; null if unknown or if nothing is driven. */
  wheel_drive: WheelDrive | null
  /** Engine power in HP, as printed by the manufacturer; null if unknown. */
  engine_hp: number | null
  /** Power in kW as stated by the manufacturer, never converted from HP; null if not stated. */
  power_kw: number | null
  /** Power at the power take-off in HP, at most `engine_hp`; null if unknown. */
  pto_hp: number | null
  /** Number of cylinders; null if unknown and for electric machines. */
  cylinders: number | null
  /** Number of forward gears; null if unknown. */
  gears_fwd: number | null
  /** Number of reverse gears; null if unknown. */
  gears_rev: number | null
  /** Fuel consumption in litres per hour in typical work; null if unknown. */
  fuel_lph: number | null
  /** Lifting capacity of the rear linkage, boom or mast in kg; null if unknown. */
  lift_capacity_kg: number | null
  /** Maximum lifting capacity of a crane in tonnes; null if unknown or not a crane. */
  lift_capacity_t: number | null
  /** Maximum height of the hook, fork or platform in metres; null if unknown. */
  lift_height_m: number | null
  /** Operating weight in kg, filtered by `weight_min` and `weight_max`; null if unknown. */
  operating_weight_kg: number | null
  /** Payload in kg; null if unknown. */
  payload_kg: number | null
  /** Rated load of a loader or forklift in kg; null if unknown. */
  rated_load_kg: number | null
  /** Tipping load of a loader in kg; null if unknown. */
  tipping_load_kg: number | null
  /** Blade width in millimetres; null if unknown or without a blade. */
  blade_width_mm: number | null
  /** Boom length in metres; null if unknown or without a boom. */
  boom_length_m: number | null
  /** Heaped bucket volume in cubic metres; null if unknown or without a bucket. */
  bucket_m3: number | null
  /** Maximum digging depth in millimetres; null if unknown. */
  dig_depth_mm: number | null
  /** Drum width of a roller in millimetres; null if unknown. */
  drum_width_mm: number | null
  /** Lowest of the newest prices per place, in rupees, of the kind in `price_kind`; null without prices. */
  price_from_inr: number | null
  /** Highest of the newest prices per place, in rupees, of the kind in `price_kind`; null without prices. */
  price_to_inr: number | null
  /** Kind of both price figures; null without prices. */
  price_kind: PriceKind | null
  /** Date of the older of the two price figures; null without prices. */
  price_as_of: string | null
  /** Launch date in India; null if unknown. */
  launched_at: string | null
  /** Date from which the catalogue shows the record, in Asia/Kolkata. */
  published_at: string | null
  /** Date of the last check of the figures; null if never checked. */
  verified_at: string | null
}

/** A used machine for sale, without contact details of the seller. */
export interface MarketListing {
  /** Id of the listing, as in its path. */
  id: number
  /** `live`, or `sold` within the last 90 days; other listings return 404. */
  status: ListingStatus
  /** Creation time. */
  created_at: string
  /** Manufacturer's name as stated by the seller. */
  maker_name: string
  /** Slug of the manufacturer, which may be absent from the catalogue. */
  maker_slug: string
  /** Model name as stated by the seller. */
  variant_name: string
  /** Slug of the model, which may be absent from the catalogue. */
  variant_slug: string
  /** Class as stated by the seller. */
  vehicle_class: string
  /** Year of manufacture. */
  year: number
  /** Odometer reading in kilometres; 0 if hours are counted instead. */
  km: number
  /** Number of owners, including the current one. */
  owners: number
  /** Asking price in rupees. */
  price_inr: number
  /** District of the machine's location. */
  district: string
  /** State of the machine's location: ISO 3166-2:IN without the country. */
  state_code: StateCode
  /** PIN code of the location, six digits. */
  pin: string
  /** Axle configuration; an empty string if not stated. */
  axle_config: string
  /** Lowest price of the same machine when new, in rupees; absent if unknown. */
  comparable_new_inr?: number
  /** Condition by part as free key-value pairs; absent if not stated. */
  condition?: Record<string, unknown>
  /** Name of the dealer; an empty string for private sellers. */
  dealer_name: string
  /** Slug of the dealer; an empty string for private sellers. */
  dealer_slug: string
  /** True if the dealer's documents were verified. */
  dealer_verified: boolean
  /** Seller's description, with contact details replaced by `[contact removed]`. */
  description: string
  /** Fuel as stated by the seller; an empty string if not stated. */
  fuel: string
  /** Hour-meter reading; absent if unknown. */
  hours?: number
  /** How the condition was assessed: declared by the seller, from photos, or in person. */
  inspection_mode: InspectionMode
  /** Inspection result; an empty string if there is none. */
  inspection_note: string
  /** True if the owner sells the machine. */
  is_owner: boolean
  /** What is for sale: a vehicle, machine or implement. */
  kind: ListingKind
  /** Key of the machine class; an empty string if unknown. */
  machine_class: string
  /** Slug of the machine in the catalogue; an empty string if it is not listed there. */
  machine_slug: string
  /** Photos with captions. */
  photo_rows: ListingPhoto[]
  /** URLs of the photos. */
  photos: string[]
  /** Whether an owner or a dealer sells. */
  seller: Seller
  /** Facts about the seller as free key-value pairs, never contact details. */
  seller_profile: Record<string, unknown>
  /** Time of the sale; absent if not sold. */
  sold_at?: string
  /** Sale price in rupees; absent if not sold or not stated. */
  sold_price_inr?: number
  /** Changes since the creation, oldest first. */
  updates: ListingUpdate[]
  /** URL of a video; an empty string if there is none. */
  video_url: string
}

/** Asking and sale prices of comparable used machines. */
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
  /** The listings that count, newest first, at most fifty, visible or not. `asking` uses the first `asking.count`, `sold` those with `sold_price_inr`. */
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

/** An image, video, brochure or document of a machine. */
export interface MediaItem {
  /** Kind of media. */
  kind: MediaKind
  /** URL of the file or page. */
  url: string
  /** Alternative text; absent if there is none. */
  alt?: string
  /** Required attribution; absent if none is required. */
  attribution?: string
  /** Licence; absent if unknown. */
  licence?: string
  /** Summary of the content; absent if there is none. */
  summary?: string
  /** Author of the summary; absent without a summary. */
  summary_by?: string
  /** URL of a thumbnail; absent if there is none. */
  thumb_url?: string
  /** Height in pixels; absent if unknown. */
  height?: number
  /** Width in pixels; absent if unknown. */
  width?: number
  /** Notable points of the content; absent if there are none. */
  highlights?: string[]
}

export type MediaKind = 'image' | 'video' | 'brochure' | 'document'

export type OfferedStatus = 'live' | 'sold' | 'withdrawn' | 'expired'

/** A key spec of a machine. */
export interface PlateCell {
  /** Name of the machine's field that has the value. */
  key: string
  /** Name in English. */
  label: string
  /** Name in Hindi. */
  label_hi: string | null
  /** Name in Tamil. */
  label_ta: string | null
  /** Unit of the value; an empty string for a plain number. */
  unit: string
  /** Value of the field, in `unit`. */
  value: number
}

/** A key spec of a class. */
export interface PlateField {
  /** Name of the machine's numeric field. */
  key: string
  /** Name in English. */
  label: string
  /** Name in Hindi. */
  label_hi: string
  /** Name in Tamil. */
  label_ta: string
  /** Unit of the value; an empty string for a plain number. */
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

/** A price of a machine with kind, place and date. */
export interface PriceItem {
  /** What the price includes, or who stated it. */
  kind: PriceKind
  /** Date on which the price was observed. */
  observed_at: string
  /** Price in rupees, or the lower end of a range with `high_inr`. */
  price_inr: number
  /** Kind of source that stated the price. */
  source_kind: SourceKind
  /** State where the price applies: ISO 3166-2:IN without the country, or `IN` for all of India. */
  state_code: PriceStateCode
  /** Conditions of the price as free key-value pairs; absent if unknown. */
  basis?: Record<string, unknown>
  /** City where the price applies; absent if it applies to the whole state. */
  city?: string
  /** Upper end of a price range in rupees; absent for a single price. */
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

/** Prices of a published machine changed. */
export interface PriceUpdatedEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'price.updated'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the machine after the change. */
    machine: MachineSummary
    /** Known prices with kind, place and date, newest first. */
    prices: PriceItem[]
    /** Price summary before the change. */
    previous: {
      /** Lowest of the newest prices per place, in rupees, of the kind in `price_kind`; null without prices. */
      price_from_inr: number | null
      /** Highest of the newest prices per place, in rupees, of the kind in `price_kind`; null without prices. */
      price_to_inr: number | null
      /** Kind of both price figures; null without prices. */
      price_kind: PriceKind | null
      /** Date of the older of the two price figures; null without prices. */
      price_as_of: string | null
    }
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** Problem details (RFC 9457). */
export interface Problem {
  /** URL of the page that explains the code. */
  type: string
  /** Short summary, the same for every problem with this code. */
  title: string
  /** HTTP status. */
  status: number
  /** Explanation of this occurrence. */
  detail: string
  /** Problem code for programs. */
  code: string
  /** Request id for error reports, also in `X-Request-Id`. */
  request_id: string
  /** Invalid parameters or places in the body; absent if the input is valid. */
  errors?: InputError[]
}

/** A manufacturer. */
export interface Ref {
  /** Slug of the manufacturer, as in the `manufacturer` filter. */
  slug: string
  /** Name of the manufacturer, in its own spelling. */
  name: string
}

export type Section = 'farm' | 'construction'

export type Seller = 'owner' | 'dealer'

export type SortInForce = 'price_asc' | 'price_desc' | 'weight_asc' | 'weight_desc' | 'power_desc' | 'newest' | 'launched'

export type SourceKind = 'manufacturer' | 'dealer' | 'government' | 'press' | 'survey'

/** A field of a specification group. */
export interface SpecField {
  /** Key of the field; a key that is also a field of the machine has the same value. */
  key: string
  /** Name of the field in English. */
  label: string
  /** Confidence in the value, from 0 to 1; absent if unknown. */
  confidence?: number
  /** Unit of the value; absent if there is none. */
  unit?: string
  /** Value as text, without its unit; absent if unknown. */
  value?: string
}

/** A group of specification fields. */
export interface SpecGroup {
  /** Key of the group. */
  key: string
  /** Name of the group in English. */
  label: string
  /** Fields of the group, in order. */
  fields: SpecField[]
}

export type StateCode = 'AN' | 'AP' | 'AR' | 'AS' | 'BR' | 'CG' | 'CH' | 'DH' | 'DL' | 'GA' | 'GJ' | 'HP' | 'HR' | 'JH' | 'JK' | 'KA' | 'KL' | 'LA' | 'LD' | 'MH' | 'ML' | 'MN' | 'MP' | 'MZ' | 'NL' | 'OD' | 'PB' | 'PY' | 'RJ' | 'SK' | 'TG' | 'TN' | 'TR' | 'UK' | 'UP' | 'WB'

/** Suggestions for a query. */
export interface SuggestOut {
  /** The query as sent. */
  query: string
  /** Suggestions, best first, without repeated records. */
  suggestions: Suggestion[]
}

/** A query that finds a record first. */
export interface Suggestion {
  /** Query text in the script of the query. */
  text: string
  /** Type of the record. */
  type: 'machine' | 'manufacturer' | 'class'
  /** Slug of the machine or manufacturer, or key of the class. */
  slug: string
}

/** A machine was published, for the first time or again. */
export interface VariantPublishedEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'variant.published'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the machine after the change. */
    machine: MachineSummary
    /** Names of the changed fields; empty for a published machine. */
    changed: string[]
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** Public fields of a published machine changed, except prices. */
export interface VariantUpdatedEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'variant.updated'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the machine after the change. */
    machine: MachineSummary
    /** Names of the changed fields; empty for a published machine. */
    changed: string[]
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** A machine was withdrawn. */
export interface VariantWithdrawnEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'variant.withdrawn'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Summary of the machine after the change. */
    machine: {
      /** Numeric id of the record; never changed or reused. */
      id: number
      /** Unique name in URLs: lower-case letters, digits and single hyphens. */
      slug: string
    }
    /** Version of the machine or listing, which rises with every change; discard events older than your copy. */
    version: number
  }
}

/** A subscription of the key. */
export interface Webhook {
  /** Id of the subscription. */
  id: string
  /** URL that receives events: HTTPS on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Event types to send, without duplicates. */
  events: EventName[]
  /** Creation time. */
  created_at: string
}

/** A delivery attempt. */
export interface WebhookAttempt {
  /** Number of the attempt, from 1. */
  number: number
  /** Time of the start. */
  started_at: string
  /** Time of the end; null until then. */
  finished_at: string | null
  /** `delivered`, `rejected`, `timeout`, `unreachable`, `refused` or `aborted`; null while running. */
  outcome: string | null
  /** HTTP status of the response; null without a response. */
  status: number | null
  /** Reason for the missing response; null if there was one. */
  error: string | null
}

/** A subscription to create. */
export interface WebhookCreate {
  /** URL that receives events: HTTPS on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Event types to send, without duplicates. */
  events: EventName[]
}

/** A new subscription with its secret. */
export interface WebhookCreated {
  /** Id of the subscription. */
  id: string
  /** URL that receives events: HTTPS on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Event types to send, without duplicates. */
  events: EventName[]
  /** Creation time. */
  created_at: string
  /** Secret that signs the deliveries, shown only once. */
  secret: string
}

/** A deleted subscription. */
export interface WebhookDeleted {
  /** Id of the deleted subscription. */
  id: string
  /** Always true. */
  deleted: boolean
}

/** A page of deliveries, newest first. */
export interface WebhookDeliveries {
  /** Deliveries on this page. */
  deliveries: WebhookDelivery[]
  /** Number of matches before this page. */
  offset: number
  /** Page size in force. */
  limit: number
  /** True if there are older deliveries. */
  has_more: boolean
}

/** An event for the subscription, with its attempts. */
export interface WebhookDelivery {
  /** Id of the event. */
  event_id: string
  /** Type of the event. */
  type: string
  /** `pending` until delivered or until the last attempt fails. */
  state: 'pending' | 'delivered' | 'failed'
  /** Creation time. */
  created_at: string
  /** Earliest time of the next attempt; null when finished. */
  next_attempt_at: string | null
  /** Time of the end; null until then. */
  finished_at: string | null
  /** All attempts, oldest first. */
  attempts: WebhookAttempt[]
}

/** Result of a test event. */
export interface WebhookPing {
  /** Id of the event. */
  event_id: string
  /** True if the response was 2xx. */
  delivered: boolean
  /** HTTP status of the response; null without a response. */
  status: number | null
  /** Reason for the missing response; null if there was one. */
  error: string | null
  /** Time from the request to the response in milliseconds. */
  duration_ms: number
}

/** A test event, sent on request without a subscription and never repeated. */
export interface WebhookPingEvent {
  /** Id of the event, the same for every attempt. */
  id: string
  /** Type of the event. */
  type: 'webhook.ping'
  /** Creation time. */
  created_at: string
  /** Data of the event. */
  data: {
    /** Id of the receiving subscription. */
    webhook_id: string
  }
}

/** Deliveries to send again. */
export interface WebhookRedeliver {
  /** A date-time, a date (00:00 UTC), or a duration before now: `24h`, `7d`. */
  since: string
}

/** Deliveries being sent again. */
export interface WebhookRedelivered {
  /** Id of the subscription. */
  id: string
  /** Number of deliveries sent again. */
  redelivered: number
  /** Time from which deliveries are sent again; later than requested if older ones are no longer stored. */
  since: string
}

/** A new secret. */
export interface WebhookSecret {
  /** Id of the subscription. */
  id: string
  /** Secret that signs the deliveries, shown only once. */
  secret: string
  /** Time until which the old secret also signs. */
  overlap_until: string
}

/** A subscription and the state of its deliveries. */
export interface WebhookStatus {
  /** Id of the subscription. */
  id: string
  /** URL that receives events: HTTPS on port 443 or above 1023, at most 2,048 characters. */
  url: string
  /** Event types to send, without duplicates. */
  events: EventName[]
  /** Creation time. */
  created_at: string
  /** `failing` after a failed attempt; `disabled` receives nothing until it is enabled. */
  status: 'active' | 'failing' | 'disabled'
  /** Why deliveries stopped; null unless disabled. */
  disabled_reason: string | null
  /** Number of waiting deliveries, counted up to 10,001. */
  pending: number
  /** Time of the last successful attempt, to the minute; null if there is none. */
  last_success_at: string | null
  /** Time of the last failed attempt; null if none is stored. */
  last_failure_at: string | null
  /** Error of the last failed attempt. */
  last_error: string | null
}

export type WheelDrive = '2wd' | '4wd' | 'crawler'

/** What `GET /v1/tractors` takes. */
export interface SearchParameters {
  /** Text query in English, Hindi or Tamil, such as `50 hp under 8 lakh`, `५० एचपी`, `40 hp se kam`, `cheapest 4x4` or `575 vs 744`. Words that state a filter or sort act as that parameter, as `X-Query-Read` reports; all others must match, the last one as a prefix and with small typos. */
  q?: string | undefined
  /** Key of a machine class, as in `GET /v1/machines/classes`. Separate several values by commas. */
  machine_class?: string | readonly string[] | undefined
  /** Slug of a manufacturer. Separate several values by commas. */
  manufacturer?: string | readonly string[] | undefined
  /** Kind within the class, one of its `kinds`. Separate several values by commas. */
  kind?: string | readonly string[] | undefined
  /** Power source: diesel, electric, petrol, cng, dual_fuel, hybrid. Separate several values by commas. */
  power_source?: PowerSource | (string & {}) | readonly (PowerSource | (string & {}))[] | undefined
  /** Minimum engine power in HP. Excludes machines without the figure. */
  hp_min?: number | null | undefined
  /** Maximum engine power in HP. Excludes machines without the figure. */
  hp_max?: number | null | undefined
  /** Driven wheels or tracks: 2wd, 4wd, crawler; `4x4` means `4wd`. Separate several values by commas. */
  wheel_drive?: WheelDrive | (string & {}) | readonly (WheelDrive | (string & {}))[] | undefined
  /** Minimum operating weight in kg. Excludes machines without the figure. */
  weight_min?: number | null | undefined
  /** Maximum operating weight in kg. Excludes machines without the figure. */
  weight_max?: number | null | undefined
  /** Minimum `lift_capacity_kg`. Excludes machines without the figure. */
  lift_min?: number | null | undefined
  /** Maximum `lift_capacity_kg`. Excludes machines without the figure. */
  lift_max?: number | null | undefined
  /** Minimum in kg of one of the weights among the key specs. */
  mass_min?: number | null | undefined
  /** Maximum in kg of one of the weights among the key specs. */
  mass_max?: number | null | undefined
  /** Number of cylinders. Excludes machines without the figure. */
  cylinders?: number | null | undefined
  /** Minimum `price_from_inr` in rupees. Excludes machines without a price. */
  price_min?: number | null | undefined
  /** Maximum `price_from_inr` in rupees. Excludes machines without a price. */
  price_max?: number | null | undefined
  /** Kind of the price in `price_from_inr`: ex_showroom, on_road, dealer_quote, subsidised, estimate. Separate several values by commas. */
  price_kind?: PriceKind | (string & {}) | readonly (PriceKind | (string & {}))[] | undefined
  /** Lifecycle: upcoming, current, discontinued. Separate several values by commas. */
  lifecycle?: Lifecycle | (string & {}) | readonly (Lifecycle | (string & {}))[] | undefined
  /** Launched on this day or later. Excludes machines with an unknown launch date. */
  launched_since?: string | null | undefined
  /** Launched on this day or earlier. Excludes machines with an unknown launch date. */
  launched_until?: string | null | undefined
  /** Sort order, by default relevance for a text query and newest first without one; missing values come last, equal ones are ordered by `id`. */
  sort?: 'price_asc' | 'price_desc' | 'weight_asc' | 'weight_desc' | 'power_desc' | 'newest' | 'launched' | 'hp_asc' | 'hp_desc' | 'lift_desc' | undefined
  /** Maximum number of hits on the page, lowered to 100. */
  limit?: number | undefined
  /** Number of matches to skip. */
  offset?: number | undefined
  /** Facets to count, separated by commas; all by default, `none` for none. */
  facets?: 'none' | 'machine_class' | 'manufacturer' | 'kind' | 'power_source' | 'wheel_drive' | 'lifecycle' | 'section' | 'hp_band' | 'price_kind' | readonly ('none' | 'machine_class' | 'manufacturer' | 'kind' | 'power_source' | 'wheel_drive' | 'lifecycle' | 'section' | 'hp_band' | 'price_kind')[] | undefined
}

/** What `GET /v1/market/listings` takes. */
export interface ListingParameters {
  /** Text query in English, Hindi or Tamil, such as `swaraj 744 punjab under 4 lakh`, `2019 के बाद` or `first owner`; the seller’s own text is not searched. Words that state a filter or sort act as that parameter, as `X-Query-Read` reports. */
  q?: string | undefined
  /** Slug of a manufacturer. Separate several values by commas. */
  maker?: string | readonly string[] | undefined
  /** Key of a machine class, compared with `vehicle_class` if a listing has none. Separate several values by commas. */
  machine_class?: string | readonly string[] | undefined
  /** Slug of a machine in the catalogue. Separate several values by commas. */
  machine_slug?: string | readonly string[] | undefined
  /** Slug of a dealer. Separate several values by commas. */
  dealer?: string | readonly string[] | undefined
  /** State code, as in `state_code`. Separate several values by commas. */
  state?: string | readonly string[] | undefined
  /** District name, as in listings. Separate several values by commas. */
  district?: string | readonly string[] | undefined
  /** Minimum asking price in rupees. */
  price_min?: number | null | undefined
  /** Maximum asking price in rupees. */
  price_max?: number | null | undefined
  /** Minimum year of manufacture. */
  year_min?: number | null | undefined
  /** Maximum year of manufacture. */
  year_max?: number | null | undefined
  /** Minimum hour-meter reading; excludes listings without it. */
  hours_min?: number | null | undefined
  /** Maximum hour-meter reading; excludes listings without it. */
  hours_max?: number | null | undefined
  /** Minimum odometer reading in kilometres; excludes listings with 0. */
  km_min?: number | null | undefined
  /** Maximum odometer reading in kilometres; excludes listings with 0. */
  km_max?: number | null | undefined
  /** Minimum engine power in HP of the machine in `machine_slug`; excludes listings without it. */
  hp_min?: number | null | undefined
  /** Maximum engine power in HP of the machine in `machine_slug`; excludes listings without it. */
  hp_max?: number | null | undefined
  /** Maximum number of owners, including the current one. */
  owners_max?: number | null | undefined
  /** Kind of seller: owner, dealer. Separate several values by commas. */
  seller?: Seller | (string & {}) | readonly (Seller | (string & {}))[] | undefined
  /** Kind of inspection: declared, photo, physical. Separate several values by commas. */
  inspection_mode?: InspectionMode | (string & {}) | readonly (InspectionMode | (string & {}))[] | undefined
  /** PIN code, or district and state code; hits then have `distance_km`. */
  near?: string | undefined
  /** Maximum distance from `near` in kilometres; excludes listings with an unknown location. */
  within_km?: number | null | undefined
  /** `live` for listings on sale, or `sold` for those sold within the last 90 days. */
  status?: 'live' | 'sold' | undefined
  /** Sort order, by default relevance for a text query and newest first without one; `distance_asc` requires `near`. Missing values come last; equal ones are ordered by `id`, or newest first under `newest` and relevance. */
  sort?: 'newest' | 'price_asc' | 'price_desc' | 'year_desc' | 'hours_asc' | 'distance_asc' | undefined
  /** Maximum number of hits on the page, lowered to 100. */
  limit?: number | undefined
  /** Number of matches to skip. */
  offset?: number | undefined
  /** Facets to count, separated by commas; all by default, `none` for none. `district` is counted only with a `state` filter. */
  facets?: 'none' | 'maker' | 'machine_class' | 'state' | 'district' | 'seller' | 'inspection_mode' | 'year' | readonly ('none' | 'maker' | 'machine_class' | 'state' | 'district' | 'seller' | 'inspection_mode' | 'year')[] | undefined
  /** Alias of `maker`: one or more slugs, separated by commas. */
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
