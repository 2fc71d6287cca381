import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { searchQuery } from '../../src/admin/find.ts'
import { openDatabase } from '../../src/database/open.ts'
import { newFolder, sqlite } from '../backends.ts'
import { formOn, type OpenConsole, signIn } from '../console.ts'
import { listing } from '../import/take.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'

const PAGE = 'records/machine/mahindra-575-di'

async function textOf(console: OpenConsole, path: string): Promise<string> {
  const answer = await console.get(path)
  assert.equal(answer.status, 200, path)
  return answer.text()
}

async function recordOf({ env }: Service, slug: string, ...args: string[]) {
  const { stdout } = await yantra(env, 'export', ...args)
  return JSON.parse(stdout.split('\n').find((line) => line.includes(`"slug":"${slug}"`))!)
}

function postMany(
  { cookie }: OpenConsole,
  { url }: Service,
  of: 'records' | 'listings',
  ids: readonly (string | number)[],
  fields: Record<string, string>,
): Promise<Response> {
  const body = new URLSearchParams([...Object.entries(fields), ...ids.map((id) => ['id', String(id)])])
  const headers = { cookie, origin: new URL(url).origin }
  return fetch(`${url}/console/${of}/many`, { method: 'POST', redirect: 'manual', body, headers })
}

it('records in the console are found, published or not, and saved by a form that changes only what was changed', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const asha = await signIn(service, '--as', 'Asha')
  const result = await textOf(asha, 'find?query=Mahindra+575')
  assert.match(result, /records\/machine\/mahindra-575-cng".*?not published/s)
  assert.match(await textOf(asha, 'find?query=mahindra'), /records\/manufacturer\/mahindra".*?listings\/1"/s)
  // A listing by its machine, also where a number could be an id; one without a machine by the model as it was sent.
  assert.match(result, /listings\/1".*?Mahindra 575 DI/)
  const unlinked = { ...listing, id: 900, machine_slug: '', maker_name: 'Zetor', variant_name: 'Crystal 150 HD' }
  assert.equal((await importRows(t, service.env, [unlinked])).code, 0)
  assert.match(await textOf(asha, 'find?query=crystal+150'), /listings\/900"/)
  const numbered = await textOf(asha, 'listings?query=900')
  assert.ok(numbered.indexOf('listings/900"') > 0)
  assert.match(await textOf(asha, 'listings?query=575'), /listings\/1"/)
  assert.doesNotMatch(await textOf(asha, 'listings?query=%23575'), /listings\/1"/)
  assert.match(await textOf(asha, 'find?query=100%25'), /No results for/)
  for (const kind of ['implement', 'class']) await textOf(asha, `find?kind=${kind}`)

  const before = await recordOf(service, 'mahindra-575-di', '--private')
  const form = formOn(await textOf(asha, PAGE))
  const unchanged = await asha.post(PAGE, form)
  assert.equal(unchanged.status, 303)
  assert.match(await textOf(asha, PAGE), /Nothing was changed\./)
  const edited = { ...form, 'prices[1].price_inr': '₹ 6.9 lakh', steering: '', 'prices[4].city': ' ' }
  assert.equal((await asha.post(PAGE, edited)).status, 303)
  const page = await textOf(asha, PAGE)
  assert.match(page, /Saved: steering, prices\./)
  assert.match(page, /console Asha.*?<del>Power<\/del>/s)
  const after = await recordOf(service, 'mahindra-575-di', '--private')
  const { steering: _, is_sample: __, ...rest } = before
  const prices = before.prices.map((price: object, i: number) => (i === 1 ? { ...price, price_inr: 690_000 } : price))
  assert.deepEqual(after, { ...rest, prices })

  // Every type opens, and saving what was shown changes nothing.
  for (const path of ['listing/3', 'class/tractor', 'manufacturer/mahindra', 'implement/mahindra-zlx-rotavator-175']) {
    assert.equal((await asha.post(`records/${path}`, formOn(await textOf(asha, `records/${path}`)))).status, 303, path)
    assert.match(await textOf(asha, `records/${path}`), /Nothing was changed\./, path)
  }
  const odd = `find?query=%00%25&kind=machine&page=1e99`
  for (const path of [odd, `${PAGE}?below=1e999`, `${PAGE}?below=-1`]) await textOf(asha, path)
  assert.equal((await asha.post(PAGE, { version: 'NaN', name: 'x\u0000' })).status, 409)
  await asha.post('records/many', { act: 'publish', id: 'machine/x\u0000' })
  await asha.post('enquiries/many', { act: 'close', id: '\u0000' })
  assert.match(await textOf(asha, 'enquiries'), /Close: 0 of 1\. Not done: no enquiry/)
  for (const path of ['records/machine/none', 'records/machine/%00', 'records/listing/x', 'records/other/x']) {
    assert.equal((await asha.get(path)).status, 404, path)
    assert.equal((await asha.post(path, { version: '1' })).status, 404, path)
  }
})

it('records in the console say what is wrong at its field, and nothing is saved', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const asha = await signIn(service)
  const form = formOn(await textOf(asha, PAGE))
  const wrong = {
    ...form,
    engine_hp: 'many',
    lift_capacity_kg: '-5',
    name: '',
    'prices[0].high_inr': '1',
    'prices[9].city': 'Pune',
  }
  const answer = await asha.post(PAGE, wrong)
  assert.equal(answer.status, 422)
  const page = await answer.text()
  assert.match(
    page,
    /name="engine_hp" value="many"[^>]*aria-invalid="true"[^>]*><p class="fault"[^>]*>must be a number/,
  )
  assert.match(page, /href="#at-name">name<\/a> cannot be cleared/)
  assert.match(page, /name="lift_capacity_kg" value="-5"[^>]*><p class="fault"[^>]*>must not be negative/)
  assert.match(page, /<label for="at-pto_hp">PTO HP/)
  assert.match(
    page,
    /name="prices\[0\]\.high_inr" value="1"[^>]*><p class="fault"[^>]*>must not be less than price_inr/,
  )
  assert.match(page, /name="prices\[4\]\.observed_at"[^>]*aria-invalid/)
  assert.equal(formOn(page).version, form.version)
  assert.equal((await recordOf(service, 'mahindra-575-di')).engine_hp, 45)
})

it('records in the console show what somebody else changed before it is overwritten', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const asha = await signIn(service, '--as', 'Asha')
  const ravi = await signIn(service, '--as', 'Ravi')
  const form = formOn(await textOf(asha, PAGE))
  await ravi.post(PAGE, { ...form, engine_hp: '46', clutch: 'Single' })
  const late = await asha.post(PAGE, { ...form, engine_hp: '47', brakes: 'Dry disc' })
  assert.equal(late.status, 409)
  const page = await late.text()
  assert.match(page, /Others changed this record meanwhile.*?href="#at-engine_hp">engine_hp<\/a> is now 46/s)
  assert.match(page, /console Ravi.*?<dt>engine_hp<\/dt><dd><del>45<\/del> .*?<ins>46<\/ins>/s)
  assert.match(page, /name="engine_hp" value="47".*?is now 46/s)
  const merged = formOn(page)
  assert.deepEqual([merged.clutch, merged.brakes], ['Single', 'Dry disc'])
  const untouched = await recordOf(service, 'mahindra-575-di')
  assert.deepEqual([untouched.engine_hp, untouched.clutch, untouched.brakes], [46, 'Single', 'Oil immersed disc'])
  assert.equal((await asha.post(PAGE, merged)).status, 303)
  const saved = await recordOf(service, 'mahindra-575-di')
  assert.deepEqual([saved.engine_hp, saved.clutch, saved.brakes], [47, 'Single', 'Dry disc'])

  // Four at once from the same page: one is saved, the others see it.
  const now = formOn(await textOf(asha, PAGE))
  const all = await Promise.all(
    Array.from({ length: 4 }, (_, i) => asha.post(PAGE, { ...now, engine_hp: String(50 + i) })),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [303, ...Array(3).fill(409)])
})

it('records in the console are published, hidden and reverted, also many at once, and never by a viewer', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const asha = await signIn(service, '--as', 'Asha')
  const viewer = await signIn(service, '--as', 'Ravi', '--role', 'viewer')
  await importRows(t, service.env, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, engine_hp: 46 }])
  const [revision] = /name="to" value="(\d+)"/.exec(await textOf(asha, PAGE))!.slice(1)
  const seen = await textOf(viewer, PAGE)
  assert.doesNotMatch(seen, /class="record"|Revert<|Unpublish|type="checkbox"/)
  assert.match(seen, /<dt>Brakes<\/dt><dd>Oil immersed disc/)
  for (const [path, form] of [
    [PAGE, { version: '1' }],
    [`${PAGE}/revert`, { to: revision! }],
    [`${PAGE}/unpublish`, {}],
    ['records/many', { act: 'unpublish', id: 'machine/mahindra-575-di' }],
  ] as const) {
    assert.equal((await viewer.post(path, form)).status, 403, path)
  }
  assert.equal((await asha.post(`${PAGE}/revert`, { to: revision! })).status, 303)
  assert.match(
    await textOf(asha, PAGE),
    /Reverted machine mahindra-575-di to revision \d+\. Changed: engine_hp, is_sample\./,
  )
  assert.equal((await recordOf(service, 'mahindra-575-di')).engine_hp, 45)

  await asha.post(`${PAGE}/unpublish`)
  assert.equal((await recordOf(service, 'mahindra-575-di')).published_at, undefined)
  const hidden = await textOf(asha, PAGE)
  assert.match(hidden, /not published.*>Publish</s)
  assert.doesNotMatch(hidden, />Live page</)
  await asha.post(`${PAGE}/publish`)
  const [, unpublished] = /name="to" value="(\d+)"/.exec(await textOf(asha, PAGE))!
  await asha.post(`${PAGE}/revert`, { to: unpublished! })
  assert.match(
    await textOf(asha, PAGE),
    /Changed: published_at\. It was published \d{4}-\d\d-\d\d and is now not published: readers do not see it,/,
  )
  const ids = ['mahindra-575-di', 'mahindra-475-di', 'none'].map((slug) => `machine/${slug}`)
  const sent = await postMany(asha, service, 'records', ids, { act: 'publish', back: '/console/find?query=575' })
  assert.equal(sent.headers.get('location'), '/console/find?query=575')
  assert.match(await textOf(asha, 'find?query=575'), /Publish: 2 of 3\. Not done: no record machine\/none\./)
  assert.match(await textOf(asha, PAGE), />Live page</)
  const { stdout } = await yantra(service.env, 'audit', '--json', '--action', 'records')
  const acts = (JSON.parse(stdout) as { who: string; action: string; target: string }[]).map(
    ({ who, action, target }) => `${who} ${action} ${target}`,
  )
  assert.deepEqual(acts.slice(-2), [
    'Asha records.unpublish machine mahindra-575-di',
    'Asha records.revert machine mahindra-575-di',
  ])
  assert.equal(acts.length, 6)
})

it('records in the console are taken back, withdrawn and sold by an operator, one by one or many at once', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const asha = await signIn(service, '--as', 'Asha')
  const ids = [9_001, 9_002, 9_003]
  await importRows(
    t,
    service.env,
    ids.map((id) => ({ ...listing, id, status: 'review' })),
  )
  const states = async () => {
    const { stdout } = await yantra(service.env, 'listings', 'list', '--json')
    const result = JSON.parse(stdout) as { id: number; status: string }[]
    return result.sort((a, b) => a.id - b.id).map(({ status }) => status)
  }
  const many = async (act: string, chosen: number[], more: Record<string, string> = {}) => {
    const fields = { act, back: '/console/listings', ...more }
    assert.equal((await postMany(asha, service, 'listings', chosen, fields)).status, 303)
    return textOf(asha, 'listings')
  }
  assert.match(await textOf(asha, 'listings'), /Select listing 9001/)
  assert.match(await many('approve', [9_001, 9_002]), /Approve: 2 of 2\./)
  assert.match(await many('reject', [9_003]), /Reject: 0 of 1\. Not done: reason is required\./)
  assert.match(
    await many('reject', [9_003, 9_001], { reason: 'No photo' }),
    /Reject: 1 of 2\. Not done: listing 9001 is live/,
  )
  assert.deepEqual(await states(), ['live', 'live', 'rejected'])
  assert.match(await many('back', [9_001, 9_003]), /Back to review: 2 of 2\./)
  assert.deepEqual(await states(), ['review', 'live', 'review'])
  assert.match(await many('back', [9_001]), /listing 9001 is review; it was not approved or rejected/)
  await asha.post('listings/9002/sold', { price: '450000' })
  assert.match(await textOf(asha, 'listings/9002'), /Marked listing 9002 as sold\./)
  await many('approve', [9_001])
  assert.match(await many('withdraw', [9_001, 9_003]), /Withdraw: 1 of 2\. Not done: status: cannot become withdrawn/)
  assert.deepEqual(await states(), ['withdrawn', 'sold', 'review'])
  const sheet = await textOf(asha, 'records/listing/9002')
  assert.match(sheet, /<dt>status<\/dt><dd><del>live<\/del>.*?<ins>sold<\/ins>/s)
  assert.doesNotMatch(sheet, /99999/)
  const [revision] = /name="to" value="(\d+)"/.exec(sheet)!.slice(1)
  await asha.post('records/listing/9002/revert', { to: revision! })
  assert.match(
    await textOf(asha, 'records/listing/9002'),
    /Changed: sold_at, sold_price_inr, status\. It was sold and is now live\./,
  )
  assert.deepEqual(await states(), ['withdrawn', 'live', 'review'])
})

it('records in the console are listings with ids up to 2^53 - 1, in the console, commands, API and website', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const asha = await signIn(service, '--as', 'Asha')
  const [first, last, past] = ['1426473136301570', '9007199254740991', '9007199254740993']
  await importRows(
    t,
    service.env,
    [first, last].map((id) => ({ ...listing, id: Number(id) })),
  )
  assert.equal((await service.get(`/v1/market/listings/${last}`)).status, 200)
  assert.equal((await service.get(`/en/used/${last}`)).status, 200)
  assert.equal((await service.get(`/en/used/${past}`)).status, 404)
  assert.match(await (await service.get(`/en/shortlist?used=${last}`)).text(), new RegExp(`/en/used/${last}"`))
  const call = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'get_listing', arguments: { listing_id: Number(last) } },
  }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(call) })
  assert.match(await answer.text(), new RegExp(`id\\\\":${last},`))
  const enquiry = { name: 'Asha Devi', phone: '98765 43210', message: 'Still there?', consent: 'on' }
  const origin = new URL(service.url).origin
  const ask = { method: 'POST', body: new URLSearchParams(enquiry), headers: { origin } }
  assert.equal((await fetch(`${service.url}/en/used/${last}/enquiry`, ask)).status, 200)
  assert.equal((await fetch(`${service.url}/en/used/${past}/enquiry`, ask)).status, 404)

  for (const path of [`listings/${last}`, `records/listing/${last}`]) await textOf(asha, path)
  assert.match(await textOf(asha, `listings?query=%23${last}`), new RegExp(`listings/${last}"`))
  assert.match(await textOf(asha, `find?query=${last}`), new RegExp(`listings/${last}"`))
  await asha.post('listings/many', { act: 'withdraw', id: last, back: '/console/listings' })
  assert.match(await textOf(asha, 'listings'), /Withdraw: 1 of 1\./)
  const sold = await yantra(service.env, 'listings', 'sold', first, '--price', '400000')
  assert.equal(sold.code, 0, sold.stderr)
  assert.equal(JSON.parse((await yantra(service.env, 'listings', 'show', last, '--json')).stdout).status, 'withdrawn')
  const changes = JSON.parse((await yantra(service.env, 'history', 'show', 'listing', first, '--json')).stdout)
  const reverted = await yantra(service.env, 'revert', 'listing', last, '--to', String(changes.at(-1).revision))
  assert.equal(reverted.code, 0, reverted.stderr)
  // Other spellings of an id name nothing, least of all a record to be removed.
  for (const other of [`0${last}`, past, '1e3']) {
    assert.equal((await yantra(service.env, 'revert', 'listing', other, '--to', '1')).code, 1, other)
    assert.equal((await yantra(service.env, 'erase', 'listing', other, '--reason', 'sold')).code, 1, other)
  }
  const erased = await yantra(service.env, 'erase', 'listing', first, '--reason', 'asked to')
  assert.equal(erased.code, 0, erased.stderr)
  assert.equal((await service.get(`/v1/market/listings/${first}`)).status, 404)
})

it('records in the console are found without reading the machines of SQLite', async (t) => {
  const path = join(newFolder(t), 'yantra.db')
  const db = await openDatabase({ kind: 'sqlite', path })
  t.after(() => db.destroy())
  const { sql, parameters } = searchQuery(db, 'machine', 'yuvo 575', { limit: 11, offset: 0 }).compile(db)
  using handle = new DatabaseSync(path)
  const plan = handle.prepare(`explain query plan ${sql}`).all(...(parameters as string[]))
  const steps = plan.map(({ detail }) => String(detail))
  assert.match(steps[0]!, /^SCAN m USING COVERING INDEX machines_revision$/)
})
