import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('the loading thread reads machines by our own code alone: a library would be loaded twice at every start', async () => {
  const batch = JSON.stringify(new URL('./machine-batch.ts', import.meta.url))
  const program = `
    const loaded = []
    process.getBuiltinModule('node:module').registerHooks({
      load(url, context, next) { loaded.push(url); return next(url, context) },
    })
    await import(${batch})
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const loaded: string[] = JSON.parse(stdout)
  assert.ok(loaded.some((url) => url.endsWith('/read-record.ts')))
  assert.deepEqual(
    loaded.filter((url) => url.includes('/node_modules/')),
    [],
  )
})
