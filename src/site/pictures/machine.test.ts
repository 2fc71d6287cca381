import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { renderAsync } from '@resvg/resvg-js'
import { commonScale, drawMachine, drawnFrom } from './machine.ts'
import { asFile } from './pictures.ts'
import { type DrawnFigures, implementFigures } from './pose.ts'

type Row = DrawnFigures & { type: string; slug: string; name: string; manufacturer: string; kind: string }
const rows: Row[] = readFileSync(join(import.meta.dirname, '../../../sample/catalogue.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row))
const machines = rows.filter(({ type }) => type === 'machine')
const implementRows = rows.filter(({ type }) => type === 'implement').map(implementFigures)
const colours = new Map(rows.map(({ slug, colour }) => [slug, colour as string | undefined]))
const draw = (row: Row) => drawMachine(row, colours.get(row.manufacturer))!

/** How many metres of the drawn machine a unit of its shapes is: by its share and its line of scale. */
function metresOfUnit(svg: string): number {
  const share = Number(/matrix\(([\d.]+) /.exec(svg)![1])
  const line = Number(/145v4h([\d.]+)v-4/.exec(svg)![1])
  const metres = Number(/data-metres="(\d+)"/.exec(svg)![1])
  return (share / line) * metres
}

/** The longest step of the paths that follow a figure, or of the first few, in metres. */
function longestStep(svg: string, figure: string, most?: number): number {
  const paths = (svg.match(new RegExp(`<path data-figure="${figure}"[^>]*>`, 'g')) ?? []).slice(0, most)
  const steps = paths.flatMap((path) => [...path.matchAll(/l(-?[\d.]+) (-?[\d.]+)/g)])
  return Math.max(...steps.map(([, x, y]) => Math.hypot(Number(x), Number(y)))) * metresOfUnit(svg)
}

const metres = (figure: string, value: number) => (figure.endsWith('_mm') ? value / 1_000 : value)

function assertNear(drawn: number, told: number, name: string): void {
  assert.ok(Math.abs(drawn / told - 1) < 0.03, `${name}: drawn ${drawn}, told ${told}`)
}

/** The rows that have a figure, of these classes or of all. */
function having(figure: string, classes?: string[]): (Row & { value: number })[] {
  const held = [...machines, ...implementRows].filter(
    (row) => row[figure] && row.machine_class !== 'tractor' && (classes?.includes(row.machine_class) ?? true),
  )
  return held.map((row) => ({ ...row, value: Number(row[figure]) }))
}

describe('the drawing of a machine', () => {
  it('is within 4 kB and whole', () => {
    for (const row of [...machines, ...implementRows]) {
      const svg = asFile(draw(row))
      assert.ok(Buffer.byteLength(svg) <= 4096, `${row.name}: ${Buffer.byteLength(svg)} bytes`)
      assert.doesNotMatch(svg, /NaN|undefined|Infinity|data-usual/, row.name)
    }
  })

  it('is unlike all others to the eye for at least 150 of 223', async () => {
    const options = {
      fitTo: { mode: 'width' as const, value: 120 },
      background: '#fff',
      font: { loadSystemFonts: false },
    }
    const seen = await Promise.all(machines.map(async (row) => (await renderAsync(draw(row), options)).pixels))
    /** Whether at least one in two hundred pixels is plainly another. */
    const differ = (a: Uint8Array, b: Uint8Array) => {
      let others = 0
      for (let at = 0; at < a.length; at += 4) {
        const distance =
          Math.abs(a[at]! - b[at]!) + Math.abs(a[at + 1]! - b[at + 1]!) + Math.abs(a[at + 2]! - b[at + 2]!)
        if (distance > 96 && ++others > a.length / 800) return true
      }
      return false
    }
    const unlike = seen.filter((one) => seen.every((other) => one === other || differ(one, other))).length
    assert.ok(unlike >= 150, `${unlike} of ${machines.length}`)
  })

  it('is as large as the cube root of its weight, within its class', () => {
    const weighed = having('operating_weight_kg')
    assert.ok(weighed.length > 60)
    const drawing = ({ machine_class, kind, wheel_drive }: Row) =>
      /scissor|boom|rigid|walk_behind|stationary/.test(kind)
        ? `${machine_class} ${kind}`
        : `${machine_class} ${wheel_drive === 'crawler'}`
    for (const list of Map.groupBy(weighed, drawing).values()) {
      const sizes = list.map((row) => metresOfUnit(draw(row)) / Math.cbrt(row.value))
      for (const [at, size] of sizes.entries()) assertNear(size, sizes[0]!, list[at]!.name)
    }
  })

  it('has booms and the working widths of implements as long as their figures', () => {
    const booms = having('boom_length_m', ['pick_and_carry_crane', 'mobile_crane', 'crawler_crane'])
    assert.equal(booms.length, 5)
    for (const row of booms) {
      // A lattice boom tapers at both ends; the rest is straight.
      const straight = row.kind === 'lattice' ? 0.92 : 1
      assertNear(longestStep(draw(row), 'boom_length_m', 1) / straight, row.value, row.name)
    }
    const widths = having('width_mm').filter((row) => draw(row).includes('<path data-figure="width_mm"'))
    assert.ok(widths.length > 35, String(widths.length))
    for (const row of widths) assertNear(longestStep(draw(row), 'width_mm'), row.value / 1_000, row.name)
  })

  it('has what works across its way half as long on paper, as it goes into the depth', () => {
    const figures = ['blade_width_mm', 'drum_width_mm', 'paving_width_mm', 'cutter_bar_mm', 'rotary_width_mm']
    const across = figures.flatMap((figure) => having(figure).map((row) => ({ row, figure })))
    assert.ok(across.length > 20, String(across.length))
    for (const row of having('boom_length_m', ['sprayer'])) across.push({ row, figure: 'boom_length_m' })
    for (const { row, figure } of across) {
      assertNear(longestStep(draw(row), figure) * 2, metres(figure, row.value), row.name)
    }
  })

  it('lifts as high as its figure', () => {
    /** Where forks and platforms stand in the files. */
    const levels = { telehandler: -150, forklift: -19, aerial_platform: -210 }
    for (const row of having('lift_height_m', Object.keys(levels))) {
      const svg = draw(row)
      const level = row.kind.endsWith('boom') ? -232 : levels[row.machine_class as keyof typeof levels]
      const rises = [...svg.matchAll(/<g data-figure="lift_height_m" transform="translate\(-?[\d.]+ (-?[\d.]+)\)"/g)]
      const rise = Math.min(...rises.map(([, y]) => Number(y)))
      assertNear((138 - level - rise) * metresOfUnit(svg), row.value, row.name)
    }
  })

  it('has arms, buckets and tanks as their figures stand to one another', () => {
    for (const [figure, classes] of [
      ['dig_depth_mm', ['excavator', 'mini_excavator', 'backhoe_loader']],
      ['bucket_m3', ['wheel_loader', 'backhoe_loader', 'skid_steer_loader']],
      ['grain_tank_l', ['combine_harvester']],
    ] as const) {
      for (const machine_class of classes) {
        const sizes = having(figure, [machine_class]).flatMap((row) => {
          const svg = draw(row)
          const factor = new RegExp(`<g data-figure="${figure}" transform="matrix\\(([\\d.]+) `).exec(svg)![1]
          const size = Number(factor) * metresOfUnit(svg)
          const told = figure === 'dig_depth_mm' ? row.value : Math.cbrt(row.value)
          return row.wheel_drive === 'crawler' && figure === 'grain_tank_l'
            ? []
            : [{ size: size / told, name: row.name }]
        })
        for (const { size, name } of sizes) assertNear(size, sizes[0]!.size, name)
      }
    }
  })

  it('has as many rows as its machine', () => {
    const one = { rice_transplanter: 'M18 54L38 42', cotton_picker: 'M184 84H206' }
    for (const row of having('rows', Object.keys(one))) {
      assert.equal(draw(row).split(one[row.machine_class as keyof typeof one]).length - 1, row.value, row.name)
    }
  })

  it('tells which figures it follows, and none for a drawing of the class', () => {
    const crane = { machine_class: 'mobile_crane', lift_capacity_t: 30, boom_length_m: 36 }
    assert.deepEqual(drawnFrom(crane), ['lift_capacity_t', 'boom_length_m'])
    assert.deepEqual(drawnFrom({ machine_class: 'mobile_crane', engine_hp: 200 }), [])
    assert.deepEqual(drawnFrom({ machine_class: 'tractor', engine_hp: 45, tyre_rear: 'solid' }), ['engine_hp'])
    assert.deepEqual(drawnFrom({ machine_class: 'spaceship' }), [])
  })

  it('stands beside others at one scale', () => {
    const pair = ['tractor', 'excavator'].map((key) => machines.find((one) => one.machine_class === key)!)
    const scale = commonScale(pair)!
    const lines = pair.map((machine) => /145v4h([\d.]+)v-4/.exec(drawMachine(machine, undefined, scale)!)![1])
    assert.deepEqual(lines, [String(scale), String(scale)])
    assert.equal(commonScale([pair[0]!]), undefined)
  })

  it('is in the colour of the maker', () => {
    const [machine] = machines
    assert.match(drawMachine(machine!, '#367c2b')!, /fill="#367c2b"/)
    assert.doesNotMatch(drawMachine(machine!, '#367c2b')!, /#e9a13b/)
  })
})
