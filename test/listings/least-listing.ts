/** A listing row with nothing but what is required. */
export const MIN_LISTING = {
  type: 'listing',
  id: 500,
  status: 'live',
  created_at: '2026-11-01T10:00:00+05:30',
  district: 'Nashik',
  km: 1200,
  maker_name: 'Mahindra',
  maker_slug: 'mahindra',
  owners: 1,
  pin: '422001',
  price_inr: 450000,
  state_code: 'MH',
  variant_name: '575 DI',
  variant_slug: 'mahindra-575-di',
  vehicle_class: 'tractor',
  year: 2019,
}
