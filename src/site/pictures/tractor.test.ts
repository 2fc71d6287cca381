import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { type TractorFigures, tractorFigures, tractorShapes, tyreDiameter } from './tractor.ts'

const tractors: (TractorFigures & { name: string })[] = readFileSync(
  join(import.meta.dirname, '../../../sample/catalogue.ndjson'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row))
  .filter(({ type, machine_class }) => type === 'machine' && machine_class === 'tractor')

const MEASURES = ['wheelbase_mm', 'tyre_front', 'tyre_rear']

/** The two tyres of a drawing: solid circles, the larger one first. */
function tyres(svg: string): { x: number; r: number }[] {
  return [...svg.matchAll(/<circle fill="currentColor" cx="([\d.]+)" cy="[\d.]+" r="([\d.]+)"/g)]
    .map(([, x, r]) => ({ x: Number(x), r: Number(r) }))
    .filter(({ r }) => r > 5)
    .sort((a, b) => b.r - a.r)
}

it('knows the diameter of a tyre from its size', () => {
  const inches = (size: string) => Math.round(tyreDiameter(size)! / 25.4)
  assert.deepEqual(['14.9-28', '13.6-28', '16.9-28', '6.00-16', '7.50-16'].map(inches), [53, 51, 57, 29, 32])
  assert.equal(Math.round(tyreDiameter('280/85R24')!), 1086)
  assert.equal(tyreDiameter('solid'), undefined)
})

it('draws wheelbase and tyres to one another within 3 %', () => {
  const known = tractors.filter((tractor) => MEASURES.every((figure) => tractorFigures(tractor).includes(figure)))
  assert.ok(known.length > 40)
  for (const tractor of known) {
    const [rear, front] = tyres(tractorShapes(tractor))
    const drawn = [Math.abs(front!.x - rear!.x) / rear!.r, Math.abs(front!.x - rear!.x) / front!.r]
    const own = [tractor.tyre_rear!, tractor.tyre_front!].map(
      (size) => tractor.wheelbase_mm! / (tyreDiameter(size)! / 2),
    )
    for (const [at, ratio] of drawn.entries()) {
      assert.ok(Math.abs(ratio / own[at]! - 1) < 0.03, `${tractor.name}: ${ratio} is not ${own[at]}`)
    }
  }
})

it('draws every tractor within its picture, and few alike', () => {
  const drawings = tractors.map(tractorShapes)
  for (const svg of drawings) {
    const [rear, front] = tyres(svg)
    assert.ok(rear!.x - rear!.r >= 10 && front!.x + front!.r <= 232)
  }
  assert.ok(new Set(drawings).size >= 100, String(new Set(drawings).size))
})
