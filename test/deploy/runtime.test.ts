import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const { packages } = read('package-lock.json') as {
  packages: Record<string, { version: string; integrity?: string; resolved?: string; hasInstallScript?: boolean }>
}
const runtimes = read('package.json').optionalDependencies as Record<string, string>

it('brings one version of the runtime, for every platform by a hash and without a script', () => {
  assert.equal(Object.keys(runtimes).length, 5)
  assert.equal(new Set(Object.values(runtimes)).size, 1)
  for (const [name, version] of Object.entries(runtimes)) {
    const locked = packages[`node_modules/${name}`]
    assert.equal(locked?.version, version, name)
    assert.match(locked?.integrity ?? '', /^sha512-[\w+/]{86}==$/, name)
    assert.equal(locked?.hasInstallScript, undefined, name)
  }
})

it('installs nothing that has no hash, from wherever it comes', () => {
  for (const [path, { integrity, resolved }] of Object.entries(packages).filter(([path]) => path !== '')) {
    assert.ok(integrity, `${path} has no hash`)
    assert.equal(resolved, undefined, `${path} names a registry`)
  }
})
