import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { newFolder, sqlite } from '../backends.ts'
import { signIn } from '../console.ts'
import { startService, yantra } from '../service.ts'

const RECIPE = `type: machine
columns:
  Model: name
  HP:
    field: engine_hp
    unit: hp
  Remarks <b>: left out
new:
  lifecycle: current
publish: false
`

it('recipes are saved, listed and shown by commands, shown in the console, and removed by either', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const { env } = service
  const file = join(newFolder(t), 'sender.yaml')
  writeFileSync(file, RECIPE)
  assert.equal((await yantra(env, 'recipes', 'save', 'shree tractors', '--from', file)).code, 0)
  assert.equal((await yantra(env, 'recipes', 'save', 'other', '--from', file)).code, 0)
  const [one, two] = JSON.parse((await yantra(env, 'recipes', 'list', '--json')).stdout)
  assert.deepEqual([one.name, two.name, two.recipe.columns.HP.unit], ['other', 'shree tractors', 'hp'])
  // What is shown is what save takes.
  assert.equal((await yantra(env, 'recipes', 'show', 'other')).stdout, readFileSync(file, 'utf8'))
  writeFileSync(file, 'type: machine\ncolumns:\n  HP: horses\n')
  const wrong = await yantra(env, 'recipes', 'save', 'other', '--from', file)
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /columns\.HP: must be left out, remarks or one of/)
  assert.equal((await yantra(env, 'recipes', 'save', 'other', '--from', `${file}.gone`)).code, 2)
  assert.equal((await yantra(env, 'recipes', 'show', 'gone')).code, 1)

  const [asha, viewer] = [await signIn(service), await signIn(service, '--as', 'Ravi', '--role', 'viewer')]
  const list = await (await asha.get('recipes')).text()
  const [, there = ''] = /href="\/console\/(recipes\/shree[^"]+)"/.exec(list)!
  const page = await (await asha.get(there)).text()
  assert.match(page, /Remarks &lt;b&gt;: left out/)
  assert.match(page, /Remove<\/button>/)
  assert.doesNotMatch(await (await viewer.get(there)).text(), /Remove/)
  assert.equal((await viewer.post(`${there}/remove`)).status, 403)
  assert.equal((await asha.post(`${there}/remove`, {}, {})).status, 403)
  assert.equal((await asha.post(`${there}/remove`)).status, 303)
  assert.match(await (await asha.get('recipes')).text(), /The recipe shree tractors is gone/)
  assert.equal((await asha.get(there)).status, 404)
  assert.equal((await yantra(env, 'recipes', 'remove', 'other')).code, 0)
  assert.deepEqual(JSON.parse((await yantra(env, 'recipes', 'list', '--json')).stdout), [])
  const noted = JSON.parse((await yantra(env, 'audit', '--action', 'recipes', '--json')).stdout)
  assert.deepEqual(
    noted.map(({ action, by }: { action: string; by: string }) => [action, by]),
    [['recipes.remove', 'cli'], ['recipes.remove', 'console'], ...Array(2).fill(['recipes.save', 'cli'])],
  )
})
