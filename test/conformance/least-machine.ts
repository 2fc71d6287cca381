/** A row for the least machine that an import takes, and whatever a test wants of it besides. */
export function leastMachine(slug: string, more: object = {}): object {
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
