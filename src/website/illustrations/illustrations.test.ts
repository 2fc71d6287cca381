import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { asFile, drawMachine, MARK, pictureKeys } from './illustrations.ts'

const pictureFile = (key: string) => {
  const drawing = drawMachine({ machine_class: key })
  return drawing && asFile(drawing)
}

const classKeys = readFileSync(join(import.meta.dirname, '../../../sample/classes.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row).key as string)

/** Sets the colour of the text for a drawing that is a file. */
const STYLE = /<style>[^<]*<\/style>/

it('has a drawing for every class that comes with the program', () => {
  assert.deepEqual(
    [...classKeys].sort().filter((key) => !pictureFile(key)),
    [],
  )
  assert.equal(pictureFile('spaceship'), undefined)
})

it('keeps every drawing of a class within 4 kB and free of whatever runs, links or loads', () => {
  for (const svg of [...pictureKeys.map((key) => pictureFile(key)!), MARK]) {
    assert.ok(Buffer.byteLength(svg) <= 4096, `${Buffer.byteLength(svg)} bytes: ${svg.slice(0, 300)}`)
    assert.doesNotMatch(svg, /<script|<a |href|url\(|\son\w+=/i)
  }
})

it('draws with the colour of the text and one accent', () => {
  for (const key of pictureKeys) {
    const colours = new Set(
      pictureFile(key)!
        .replace(STYLE, '')
        .match(/#[0-9a-f]{3,8}\b/g),
    )
    assert.deepEqual([...colours], ['#e9a13b'], key)
  }
})

it('closes every element it opens', () => {
  for (const key of pictureKeys) {
    let left = pictureFile(key)!
      .replace(/<\w[^<>]*\/>/g, '')
      .replace(STYLE, '')
    while (/<g[^<>]*><\/g>/.test(left)) left = left.replace(/<g[^<>]*><\/g>/g, '')
    assert.match(left, /^<svg [^<>]*><\/svg>$/, key)
  }
})

it('draws a kind or a drive of its own where there is one, in the colour of the manufacturer', () => {
  const [tractor, driven] = [null, '4wd'].map((wheel_drive) => drawMachine({ machine_class: 'tractor', wheel_drive }))
  assert.notEqual(tractor, driven)
  assert.match(drawMachine({ machine_class: 'tractor' }, '#123456')!, /#123456/)
})
