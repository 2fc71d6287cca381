export const lifecycles = ['upcoming', 'current', 'discontinued']
export const powerSources = ['diesel', 'electric', 'petrol', 'cng', 'dual_fuel', 'hybrid']
export const wheelDrives = ['2wd', '4wd', 'crawler']
export const priceKinds = ['ex_showroom', 'on_road', 'dealer_quote', 'subsidised', 'estimate']
export const sourceKinds = ['manufacturer', 'dealer', 'government', 'press', 'survey']
export const mediaKinds = ['image', 'video', 'brochure', 'document']
export const linkages = ['cat-0', 'cat-1n', 'cat-1', 'cat-2n', 'cat-2', 'cat-3n', 'cat-3', 'cat-4']
export const listingStatuses = ['draft', 'review', 'live', 'sold', 'expired', 'withdrawn', 'rejected']
export const listingKinds = ['vehicle', 'machine', 'implement']
export const sellers = ['owner', 'dealer']
export const inspectionModes = ['declared', 'photo', 'physical']
export const stateCodes = words(`AN AP AR AS BR CG CH DH DL GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD PB PY RJ
  SK TG TN TR UK UP WB`)

/** Whole numbers in every answer that carries them. */
export const integerFields = words(`cylinders gears_fwd gears_rev lift_capacity_kg operating_weight_kg payload_kg
  rated_load_kg tipping_load_kg blade_width_mm dig_depth_mm drum_width_mm`)
export const numericFields = [
  ...integerFields,
  ...words(`engine_cc engine_hp power_kw pto_hp fuel_l fuel_lph wheelbase_mm lift_capacity_t lift_height_m boom_length_m
    bucket_m3 breakout_kn cutter_bar_mm rotary_width_mm paving_width_mm grain_tank_l rows capacity_acres_h output_m3h
    hours_a_year warranty_hours warranty_years`),
]
export const textFields = words(`brakes clutch emission_norm engine family image kind launch_note power_source steering
  tyre_front tyre_rear wheel_drive`)
export const machineFields = [
  ...numericFields,
  ...textFields,
  ...words(`type slug name manufacturer machine_class lifecycle section is_sample linkage aliases source_url
    launched_at published_at verified_at prices media spec`),
]
export const implementFields = words(`type slug name kind lifecycle manufacturer family image linkage hp_min hp_max
  fits_classes carrier_min_kg carrier_max_kg capacity_m3 flow_lpm impact_energy_j pressure_bar width_mm weight_kg
  price_inr price_high_inr price_kind price_as_of published_at verified_at source_url`)
export const requiredListingFields = words(`created_at district id km maker_name maker_slug owners pin price_inr
  state_code status variant_name variant_slug vehicle_class year`)
export const listingFields = [
  ...requiredListingFields,
  ...words(`type axle_config comparable_new_inr condition dealer_name dealer_slug dealer_verified description fuel hours
    inspection_mode inspection_note is_owner kind machine_class machine_slug photo_rows photos seller seller_profile
    sold_at sold_price_inr updates video_url contact source_url`),
]
export const wellKnownMachines = words(`mahindra-575-di mahindra-575-di-xp-plus mahindra-475-di john-deere-5050-d
  kubota-mu4501 swaraj-744-fe massey-ferguson-1035-di farmtrac-60 sonalika-di-745-iii new-holland-3630-tx-plus
  eicher-380 jcb-3dx`)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
