/** A row for the least machine that an import takes, and whatever a test wants of it besides. */
export function minMachine(slug: string, more: object = {}): object {
  return {
    type: 'machine',
    slug,
    name: `Machine ${slug}`,
    manufacturer: { slug: 'a-maker', name: 'A Maker' },
    machine_class: 'tractor',
    lifecycle: 'current',
    published_at: '2026-01-01',
    ...more,
  }
}

/** A row for the least listing that an import takes, of a machine that it names. */
export function minListing(id: number, machine: string, more: object = {}): object {
  return {
    ...{ type: 'listing', id, status: 'live', created_at: '2026-01-01T10:00:00+05:30', machine_slug: machine },
    ...{ variant_slug: machine, variant_name: machine, maker_slug: 'maker-0', maker_name: 'Maker 0', year: 2019 },
    ...{ vehicle_class: 'tractor', owners: 1, km: 0, district: 'Nashik', state_code: 'MH', pin: '422001' },
    ...more,
  }
}
