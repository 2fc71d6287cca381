import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { drawPicture, implementPicture, MARK, pictureKeys } from './illustrations.ts'

const classKeys = readFileSync(join(import.meta.dirname, '../../../sample/classes.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row).key as string)

/** Sets the colour of the text for a drawing that is a file. */
const STYLE = /<style>[^<]*<\/style>/
const pictures = pictureKeys.map((key) => ({
  key,
  svg: drawPicture(key)!,
  drawing: drawPicture(key)!.replace(STYLE, ''),
}))

it('has a drawing for every class that comes with the program', () => {
  assert.deepEqual(
    classKeys.filter((key) => !pictureKeys.includes(key)),
    [],
  )
  assert.equal(drawPicture('spaceship'), undefined)
  assert.equal(implementPicture('sprayer'), 'sprayer.implement')
})

it('keeps every drawing within 4 kB and free of whatever runs, links or loads', () => {
  for (const svg of [...pictures.map(({ svg }) => svg), MARK]) {
    assert.ok(Buffer.byteLength(svg) <= 4096, `${Buffer.byteLength(svg)} bytes: ${svg.slice(0, 300)}`)
    assert.doesNotMatch(svg, /<script|<a |href|url\(|\son\w+=/i)
  }
})

it('draws with the colour of the text and one accent, which a manufacturer’s colour replaces', () => {
  for (const { key, drawing } of pictures)
    assert.deepEqual([...new Set(drawing.match(/#[0-9a-f]{3,8}\b/g))], ['#e9a13b'], key)
  assert.match(drawPicture('tractor', '#123456')!, /#123456/)
})

it('closes every element it opens', () => {
  for (const { key, drawing } of pictures) {
    let left = drawing.replace(/<\w[^<>]*\/>/g, '')
    while (/<g[^<>]*><\/g>/.test(left)) left = left.replace(/<g[^<>]*><\/g>/g, '')
    assert.match(left, /^<svg [^<>]*><\/svg>$/, key)
  }
})
