import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { commonScale, type DrawnFigures, drawMachine, drawnFrom } from './machine.ts'
import { asFile } from './pictures.ts'

interface Row extends DrawnFigures {
  type: string
  slug: string
  name: string
  manufacturer: string
  colour?: string
}
const rows: Row[] = readFileSync(join(import.meta.dirname, '../../../sample/catalogue.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row))
const machines = rows.filter(({ type }) => type === 'machine')
const colours = new Map(rows.flatMap(({ type, slug, colour }) => (type === 'manufacturer' ? [[slug, colour]] : [])))

/** How many metres of the drawn machine are a unit of its shapes: by its share and its line of scale. */
function metresOfUnit(svg: string): number {
  const share = Number(/matrix\(([\d.]+) /.exec(svg)![1])
  const line = Number(/145v4h([\d.]+)v-4/.exec(svg)![1])
  const metres = Number(/>(\d+) m<\/text>/.exec(svg)![1])
  return (share / line) * metres
}

it('draws each machine within 4 kB, at a scale that it tells, and at least 150 of 223 unlike all others', () => {
  const drawings = machines.map((machine) => asFile(drawMachine(machine, colours.get(machine.manufacturer))!))
  for (const [at, svg] of drawings.entries()) {
    assert.ok(Buffer.byteLength(svg) <= 4096, machines[at]!.name)
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, machines[at]!.name)
  }
  const counts = new Map<string, number>()
  for (const svg of drawings) counts.set(svg, (counts.get(svg) ?? 0) + 1)
  const unlike = drawings.filter((svg) => counts.get(svg) === 1).length
  assert.ok(unlike >= 150, `${unlike} of ${machines.length}, ${counts.size} drawings`)
})

it('draws machines of a class as large as the cube roots of their weights, within 3 %', () => {
  const weighed = machines.filter((machine) => drawnFrom(machine) === 'weight')
  assert.ok(weighed.length > 60)
  for (const [name, list] of Map.groupBy(weighed, ({ machine_class }) => machine_class)) {
    const [first, ...others] = list.map((machine) => {
      const size = metresOfUnit(drawMachine(machine)!)
      return size ** 3 / machine.operating_weight_kg!
    })
    for (const other of others) assert.ok(Math.abs(Math.cbrt(other / first!) - 1) < 0.03, name)
  }
})

it('draws machines beside each other at one scale', () => {
  const [tractor, excavator] = ['tractor', 'excavator'].map((key) => machines.find((one) => one.machine_class === key)!)
  const scale = commonScale([tractor!, excavator!])!
  const lines = [tractor, excavator].map(
    (machine) => /145v4h([\d.]+)v-4/.exec(drawMachine(machine!, undefined, scale)!)![1],
  )
  assert.deepEqual(lines, [String(scale), String(scale)])
  assert.equal(commonScale([tractor!]), undefined)
})

it('draws in the colour of the maker', () => {
  const [machine] = machines
  assert.match(drawMachine(machine!, '#367c2b')!, /fill="#367c2b"/)
  assert.doesNotMatch(drawMachine(machine!, '#367c2b')!, /#e9a13b/)
})
