import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder } from '../backends.ts'

const BIN = new URL('../../bin/yantra.js', import.meta.url).pathname
const OWN = `yantra-${process.getuid!()}`

function run(temporary: string): string[] {
  execFileSync(process.execPath, [BIN, '--version'], { env: { PATH: process.env.PATH, TMPDIR: temporary } })
  return readdirSync(join(temporary, OWN))
}

describe('compiled code', () => {
  it('is kept in a folder that only its owner can use', (t) => {
    const temporary = newFolder(t)
    assert.ok(run(temporary).length > 0)
    assert.equal(lstatSync(join(temporary, OWN)).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(temporary), [OWN])
  })

  it('is not kept where somebody else could write, or through a link', (t) => {
    const open = newFolder(t)
    mkdirSync(join(open, OWN))
    chmodSync(join(open, OWN), 0o777)
    assert.deepEqual(run(open), [])
    const linked = newFolder(t)
    mkdirSync(join(linked, 'elsewhere'), { mode: 0o700 })
    symlinkSync(join(linked, 'elsewhere'), join(linked, OWN))
    assert.deepEqual(run(linked), [])
  })
})
