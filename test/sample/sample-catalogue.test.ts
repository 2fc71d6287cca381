import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtinClasses } from '../../src/catalogue/records.ts'
import * as allowed from './allowed-values.ts'
import {
  assertOneOf,
  assertUnique,
  type Item,
  isDate,
  isDrawing,
  isOn,
  keyShape,
  type Row,
  readSample,
  slugShape,
  writtenOn,
} from './sample-rows.ts'

const catalogue = readSample('catalogue.ndjson')
const makers = catalogue.filter((row) => row.type === 'manufacturer')
const machines = catalogue.filter((row) => row.type === 'machine')
const implementRows = catalogue.filter((row) => row.type === 'implement')
const classes = new Map(builtinClasses().map((row) => [row.key, row]))
const published = machines.filter((row) => isOn(row.published_at) && (row.published_at as string) <= writtenOn)

/** Fits by power, linkage, class and carrier weight; a figure that is needed and missing does not fit. */
function fits(implement: Row, machine: Row): boolean {
  const within = (value: unknown, low: unknown, high: unknown) => {
    if (low === undefined && high === undefined) return true
    if (typeof value !== 'number') return false
    return value >= ((low as number) ?? -Infinity) && value <= ((high as number) ?? Infinity)
  }
  const linkage = implement.linkage as string[]
  const fitsClasses = implement.fits_classes as string[]
  return (
    within(machine.engine_hp, implement.hp_min, implement.hp_max) &&
    (linkage.length === 0 || linkage.some((category) => ((machine.linkage as string[]) ?? []).includes(category))) &&
    (fitsClasses.length === 0 || fitsClasses.includes(machine.machine_class as string)) &&
    within(machine.operating_weight_kg, implement.carrier_min_kg, implement.carrier_max_kg)
  )
}

describe('sample manufacturers', () => {
  it('have unique slugs and names in Devanagari and Tamil', () => {
    assertUnique(
      makers.map((row) => row.slug),
      'manufacturer',
    )
    for (const { slug, aliases } of makers as (Row & { aliases: string[] })[]) {
      assert.match(slug, slugShape)
      assertUnique(aliases, `alias of ${slug}`)
      assert.ok(
        aliases.some((alias) => /^[\u0900-\u097f ]+$/.test(alias)),
        `${slug}: Devanagari`,
      )
      assert.ok(
        aliases.some((alias) => /^[\u0b80-\u0bff ]+$/.test(alias)),
        `${slug}: Tamil`,
      )
    }
  })
})

describe('sample machines', () => {
  it('are at least 130 published ones over 14 classes, 80 of them tractors', () => {
    assert.ok(published.length >= 130)
    assert.ok(new Set(published.map((row) => row.machine_class)).size >= 14)
    assert.ok(published.filter((row) => row.machine_class === 'tractor').length >= 80)
    assertUnique(
      machines.map((row) => row.slug),
      'machine',
    )
  })

  it('include the models that everybody asks for', () => {
    const slugs = new Set(published.map((row) => row.slug))
    for (const slug of allowed.wellKnownMachines) assert.ok(slugs.has(slug), slug)
  })

  it('carry known fields and values of the closed lists', () => {
    const makerSlugs = makers.map((row) => row.slug)
    for (const machine of machines) {
      const at = machine.slug
      assert.match(at, slugShape)
      assert.equal(machine.is_sample, true, at)
      for (const field of Object.keys(machine)) assertOneOf(allowed.machineFields, field, at)
      assertOneOf(makerSlugs, machine.manufacturer, at)
      const itsClass = classes.get(machine.machine_class as string)
      assert.ok(itsClass, at)
      assertOneOf(itsClass.kinds, machine.kind, at)
      if (machine.section !== undefined) assert.equal(machine.section, itsClass.section, at)
      assertOneOf(allowed.lifecycles, machine.lifecycle, at)
      assertOneOf(allowed.powerSources, machine.power_source, at)
      if (machine.wheel_drive !== undefined) assertOneOf(allowed.wheelDrives, machine.wheel_drive, at)
      for (const category of (machine.linkage as string[]) ?? []) assertOneOf(allowed.linkages, category, at)
    }
  })

  it('hold numbers where the sheet has numbers, whole ones where the summary says integer', () => {
    for (const machine of machines) {
      for (const field of allowed.numericFields) {
        if (field in machine) assert.ok((machine[field] as number) > 0, `${machine.slug}: ${field}`)
      }
      for (const field of allowed.integerFields) {
        if (field in machine) assert.ok(Number.isInteger(machine[field]), `${machine.slug}: ${field}`)
      }
      for (const field of allowed.textFields) {
        if (field in machine) assert.ok(isOn(machine[field]), `${machine.slug}: ${field}`)
      }
    }
  })

  it('have neither cylinders nor displacement when electric', () => {
    const electric = machines.filter((row) => row.power_source === 'electric')
    assert.ok(electric.length > 0)
    for (const machine of electric) assert.ok(!('cylinders' in machine || 'engine_cc' in machine), machine.slug)
  })

  it('carry real dates, none of them later than the catalogue but the one scheduled machine', () => {
    for (const machine of machines) {
      for (const field of ['launched_at', 'published_at', 'verified_at']) {
        if (machine[field] != null) assert.ok(isDate(machine[field]), `${machine.slug}: ${field}`)
      }
      if (machine.verified_at) assert.ok((machine.verified_at as string) <= writtenOn, machine.slug)
      if (machine.launched_at) assert.ok((machine.launched_at as string) <= writtenOn, machine.slug)
    }
    assert.equal(machines.filter((row) => isOn(row.published_at) && (row.published_at as string) > writtenOn).length, 1)
    assert.ok(machines.some((row) => row.published_at === null))
  })

  it('carry prices of every kind with dates in the past and states that exist', () => {
    const kinds = new Set<unknown>()
    for (const machine of machines) {
      for (const price of machine.prices as Item[]) {
        kinds.add(price.kind)
        assertOneOf(allowed.priceKinds, price.kind, machine.slug)
        assertOneOf(allowed.sourceKinds, price.source_kind, machine.slug)
        assertOneOf([...allowed.stateCodes, 'IN'], price.state_code, machine.slug)
        assert.ok(isDate(price.observed_at) && (price.observed_at as string) <= writtenOn, machine.slug)
        assert.ok(Number.isInteger(price.price_inr) && (price.price_inr as number) > 0, machine.slug)
        if ('high_inr' in price) assert.ok(Number.isInteger(price.high_inr), machine.slug)
        if ('high_inr' in price) assert.ok((price.high_inr as number) >= (price.price_inr as number), machine.slug)
      }
    }
    assert.deepEqual(kinds, new Set(allowed.priceKinds))
    assert.ok(published.some((row) => (row.prices as Item[]).length === 0))
  })

  it('carry drawings of ours, other media on the example host, and specs with a confidence', () => {
    for (const machine of machines) {
      for (const item of machine.media as Item[]) {
        assertOneOf(allowed.mediaKinds, item.kind, machine.slug)
        if (item.kind === 'image') assert.ok(isDrawing(item.url), `${machine.slug}: ${item.url}`)
        else assert.match(item.url as string, /^https:\/\/media\.yantra\.example\//)
        if (item.thumb_url) assert.ok(isDrawing(item.thumb_url), machine.slug)
      }
      const groups = machine.spec as { key: string; label: string; fields: Item[] }[]
      assertUnique(
        groups.map((group) => group.key),
        `spec group of ${machine.slug}`,
      )
      for (const field of groups.flatMap((group) => group.fields)) {
        assert.match(field.key as string, keyShape)
        assert.ok(isOn(field.label), machine.slug)
        if ('value' in field) assert.equal(typeof field.value, 'string')
        const confidence = (field.confidence ?? 0) as number
        assert.ok(confidence >= 0 && confidence <= 1, machine.slug)
      }
    }
  })

  it('show every implement by a drawing of its kind, where it has a picture', () => {
    for (const row of [...machines, ...implementRows]) {
      if (row.image !== undefined) assert.ok(isDrawing(row.image), `${row.slug}: ${row.image}`)
    }
  })

  it('differ in how complete they are', () => {
    const shares = published.map((machine) => {
      const { expects } = classes.get(machine.machine_class as string)!
      return expects.filter((field) => field in machine).length / expects.length
    })
    assert.ok(Math.min(...shares) < 0.5)
    assert.ok(shares.some((share) => share === 1))
  })
})

describe('sample implements', () => {
  it('are at least 44 with unique slugs, known makers and real dates', () => {
    assert.ok(implementRows.length >= 44)
    assertUnique(
      implementRows.map((row) => row.slug),
      'implement',
    )
    for (const row of implementRows) {
      assert.match(row.slug, slugShape)
      assert.match(row.kind as string, keyShape)
      for (const field of Object.keys(row)) assertOneOf(allowed.implementFields, field, row.slug)
      assert.ok(
        makers.some((maker) => maker.slug === row.manufacturer),
        row.slug,
      )
      assertOneOf(allowed.lifecycles, row.lifecycle, row.slug)
      if (row.price_kind !== undefined) assertOneOf(allowed.priceKinds, row.price_kind, row.slug)
      for (const category of row.linkage as string[]) assertOneOf(allowed.linkages, category, row.slug)
      for (const key of row.fits_classes as string[]) assert.ok(classes.has(key), row.slug)
      for (const field of ['published_at', 'verified_at', 'price_as_of']) {
        if (field in row) assert.ok(isDate(row[field]) && (row[field] as string) <= writtenOn, `${row.slug}: ${field}`)
      }
    }
  })

  it('each fit at least one published machine', () => {
    for (const row of implementRows) {
      assert.ok(
        published.some((machine) => fits(row, machine)),
        row.slug,
      )
    }
  })
})
