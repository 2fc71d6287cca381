/**
 * The contract's tables, written down a second time and by hand: a field, its type, `!` when required, and its
 * default after `=`. `?` after a type: null is allowed.
 */
export const RESOURCES: Record<string, string> = {
  Ref: 'slug string!, name string!',
  PlateCell: 'key string!, label string!, label_hi string?, label_ta string?, unit string!, value number!',
  MachineSummary: `
    id integer!, slug string!, name string!, manufacturer Ref!, machine_class string!, lifecycle string!,
    section string ="construction", is_sample boolean =false, plate PlateCell[] =[],
    kind string?, family string?, image string?, power_source string?, wheel_drive string?,
    engine_hp number?, power_kw number?, pto_hp number?, cylinders integer?, gears_fwd integer?, gears_rev integer?,
    fuel_lph number?, lift_capacity_kg integer?, lift_capacity_t number?, lift_height_m number?,
    operating_weight_kg integer?, payload_kg integer?, rated_load_kg integer?, tipping_load_kg integer?,
    blade_width_mm integer?, boom_length_m number?, bucket_m3 number?, dig_depth_mm integer?, drum_width_mm integer?,
    price_from_inr integer?, price_to_inr integer?, price_kind string?, price_as_of date?,
    launched_at date?, published_at date?, verified_at date?`,
  MachineSearchOut: `
    query string!, hits MachineSummary[]!, total integer!, offset integer!, limit integer!, facets object!,
    engine string!, sort string?`,
  Machine: `
    completeness integer!, id integer!, lifecycle string!, machine_class string!, manufacturer Ref!, media MediaItem[]!,
    name string!, prices PriceItem[]!, slug string!, spec SpecGroup[]!,
    brakes string?, clutch string?, emission_norm string?, engine string?, family string?, hp_band string?,
    image string?, kind string?, launch_note string?, power_source string?, steering string?, tyre_front string?,
    tyre_rear string?, wheel_drive string?, price_kind string?,
    engine_cc number?, engine_hp number?, power_kw number?, pto_hp number?, cylinders integer?, gears_fwd integer?,
    gears_rev integer?, fuel_l number?, fuel_lph number?, wheelbase_mm number?,
    lift_capacity_kg integer?, lift_capacity_t number?, lift_height_m number?, operating_weight_kg integer?,
    payload_kg integer?, rated_load_kg integer?, tipping_load_kg integer?, blade_width_mm integer?, boom_length_m number?,
    bucket_m3 number?, breakout_kn number?, dig_depth_mm integer?, drum_width_mm integer?, cutter_bar_mm number?,
    rotary_width_mm number?, paving_width_mm number?, grain_tank_l number?, rows number?, capacity_acres_h number?,
    output_m3h number?, hours_a_year number?, warranty_hours number?, warranty_years number?,
    price_from_inr integer?, price_to_inr integer?, price_as_of date?, launched_at date?, published_at date?,
    verified_at date?, is_sample boolean =false, section string ="construction", plate PlateCell[] =[],
    similar MachineSummary[] =[]`,
  MediaItem: `
    kind string!, url string!, alt string, attribution string, licence string, summary string, summary_by string,
    thumb_url string, height integer, width integer, highlights string[]`,
  PriceItem: `
    kind string!, observed_at date!, price_inr integer!, source_kind string!, state_code string!, basis object,
    city string, high_inr integer`,
  SpecGroup: 'key string!, label string!, fields SpecField[]!',
  SpecField: 'key string!, label string!, confidence number, unit string, value string',
  ImplementSummary: `
    id integer!, kind string!, lifecycle string!, manufacturer Ref!, name string!, slug string!,
    capacity_m3 number?, carrier_max_kg number?, carrier_min_kg number?, flow_lpm number?, impact_energy_j number?,
    pressure_bar number?, price_inr number?, price_high_inr number?, weight_kg number?, width_mm number?,
    family string?, image string?, price_kind string?, fits_classes string[]?, price_as_of date?, published_at date?,
    verified_at date?`,
  MarketListing: `
    created_at date-time!, district string!, id integer!, km integer!, maker_name string!, maker_slug string!,
    owners integer!, pin string!, price_inr integer!, state_code string!, status string!, variant_name string!,
    variant_slug string!, vehicle_class string!, year integer!,
    axle_config string ="", comparable_new_inr integer, condition object, dealer_name string ="",
    dealer_slug string ="", dealer_verified boolean =false, description string ="", fuel string ="", hours integer,
    inspection_mode string ="declared", inspection_note string ="", is_owner boolean =false, kind string ="vehicle",
    machine_class string ="", machine_slug string ="", photo_rows ListingPhoto[] =[], photos string[] =[],
    seller string ="owner", seller_profile object ={}, sold_at date-time, sold_price_inr integer,
    updates ListingUpdate[] =[], video_url string =""`,
  MachineClass: `
    key string!, kinds string[]!, label string!, label_hi string!, label_ta string!, plate PlateField[]!,
    plural string!, plural_hi string!, plural_ta string!, synonyms string[]!, count integer =0, hours_a_year integer?`,
  WebhookCreate: 'url string!, events string[]!',
}

/** Operation, then its parameters. */
export const OPERATION_TABLE: Record<string, string> = {
  'GET /v1/tractors': `
    q string ="", machine_class string[], manufacturer string[], kind string[], power_source string[],
    hp_min number? =null, hp_max number? =null, wheel_drive string[], weight_min integer? =null,
    weight_max integer? =null, price_max integer? =null, lifecycle string[], launched_since date? =null,
    sort string ="", limit integer =20, offset integer =0, facets string[],
    price_min integer? =null, price_kind string[], lift_min integer? =null, lift_max integer? =null,
    mass_min integer? =null, mass_max integer? =null, cylinders integer? =null, launched_until date? =null, Accept-Signature string`,
  'GET /v1/tractors/{slug}': 'slug string!, as_of string ="", Accept-Signature string',
  'GET /v1/tractors/{slug}/implements': 'slug string!, Accept-Signature string',
  'GET /v1/market/listings/{listing_id}': 'listing_id integer!, as_of string ="", Accept-Signature string',
  'GET /v1/machines/classes': 'Accept-Signature string',
  'POST /v1/webhooks': 'Idempotency-Key string',
  'GET /v1/webhooks': 'Accept-Signature string',
  'DELETE /v1/webhooks/{webhook_id}': 'webhook_id string!',
}
