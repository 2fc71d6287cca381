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

it('recipes are made by the questions about a sheet, kept by a name, and read the next sheet without a question', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const [asha, viewer] = [await signIn(service), await signIn(service, '--as', 'Ravi', '--role', 'viewer')]
  const sheet = (hp: number) => `Model,Takat <hp>,Wt (lbs)\n575 DI,${hp},4101\n`
  const path = await asha.send('a.csv', sheet(46), { type: 'machine' })
  const asked = await asha.until(path, /questions about the sheet/)
  // Beside each the cells, the fields to choose from, what is left out, and the first rows.
  assert.match(asked, /What is the column &quot;Takat &lt;hp&gt;&quot;/)
  assert.match(asked, /<option value="left out">.*?<option value="remarks">/s)
  assert.match(asked, /<datalist id="fields">.*?<option value="engine_hp">/s)
  assert.match(asked, /<caption class="unseen">The first rows<\/caption>.*?4101/s)
  assert.doesNotMatch(asked, /Apply<\/button>/)
  assert.doesNotMatch(
    await (await viewer.get(path)).text(),
    /<form method="post" action="[^"]*again"|<select name="choice/,
  )
  assert.equal((await viewer.post(`${path}/again`, {})).status, 403)
  assert.equal((await asha.post(`${path}/again`, {}, { origin: 'https://other.example' })).status, 403)
  assert.equal((await asha.post(`${path}/apply`)).status, 303)
  assert.match(await (await asha.get(path)).text(), /answer the questions first/)
  assert.equal((await asha.post(`imports/uploads/${'0'.repeat(32)}/again`)).status, 303)
  const answers = {
    'answer:columns/Takat <hp>/field': 'engine_hp',
    'choice:new/manufacturer': '',
    'answer:new/manufacturer': 'Mahindra',
    'choice:new/machine_class': 'tractor',
    'choice:new/lifecycle': 'current',
    'choice:publish': 'no',
    keep: 'shree',
  }
  await asha.post(`${path}/again`, answers)
  await asha.until(path, /Keep the recipe<\/button>/)
  const [kept] = JSON.parse((await yantra(service.env, 'recipes', 'list', '--json')).stdout)
  assert.deepEqual([kept.name, kept.who, kept.recipe.columns['Takat <hp>'].field], ['shree', 'operator', 'engine_hp'])
  const next = await asha.send('b.csv', sheet(47), { type: 'machine', recipe: 'shree' })
  const shown = await asha.until(next, /would be created|would change/)
  assert.doesNotMatch(shown, /about the sheet/)
  // Each line with its fate, and what it becomes.
  assert.match(shown, /<caption class="unseen">What was understood<\/caption>/)
  assert.match(shown, />not a row<.*is the line of headings/s)
  assert.match(shown, />changed<.*?mahindra-575-di.*?engine_hp: 45 → 47.*?Wt \(lbs\): 4101/s)
})

it('listings are found by the number that their sender gave them', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const file = join(newFolder(t), 'june.csv')
  const head = 'Lot No,Brand,Model,Type,Year,Owners,Km,Price,District,State,PIN'
  writeFileSync(file, `${head}\n1002,Swaraj,855 FE,Tractor,2018,1,0,410000,Moga,PB,142001\n`)
  const answers = 'columns/Lot No/field=own_number; new/created_at=2026-08-01; new/status=live'
  const named = ['--type', 'listing', '--recipe', 'yard']
  const imported = await yantra(service.env, 'import', file, ...named, '--answers', answers)
  assert.equal(imported.code, 0, imported.stderr)
  const listed = await yantra(service.env, 'listings', 'list', '--query', '1002', '--json')
  const [{ id, price_inr }, ...others] = JSON.parse(listed.stdout)
  assert.deepEqual([price_inr, others], [410_000, []])
  const asha = await signIn(service)
  for (const page of ['find?q=1002', 'listings?status=any&q=1002'])
    assert.match(await (await asha.get(page)).text(), new RegExp(`listings/${id}"`), page)
})
