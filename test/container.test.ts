import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')

it('copies into the image only what there is, and all that the package ships', () => {
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
  for (const path of copied) assert.ok(existsSync(join(ROOT, path)), path)
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] }
  for (const path of files) assert.ok(copied.includes(path), `the image lacks ${path}`)
})

it('lets the user of the image write its data and be reached from outside', () => {
  const text = lines.join('\n')
  assert.match(text, /^ENV .*\bHOST=0\.0\.0\.0\b/m)
  const chown = lines.findIndex((line) => line.includes('chown node:node data'))
  assert.ok(chown >= 0 && chown < lines.indexOf('USER node'))
})
