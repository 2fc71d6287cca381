import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { openDatabase } from '../../src/database/open.ts'
import { postgres, sqlite, target } from '../backends.ts'
import { cookieOf, newLink, openConsole, signIn } from '../console.ts'
import { sampleService } from '../sample-service.ts'
import { importRows, startService, yantra } from '../service.ts'
import { publish } from '../webhooks/workshop.ts'

for (const backend of [sqlite, postgres])
  it(`the way into the console opens once by its link, however many come at once to two replicas, and closes everywhere on ${backend.name}`, async (t) => {
    const env = { DATABASE_URL: await backend.newUrl(t), LOG_LEVEL: 'trace', SAMPLE: 'false' }
    const services = [await startService(t, env), await startService(t, env)]
    const [first, second] = services.map(({ url }) => url) as [string, string]
    const link = await newLink(services[0]!)
    const { search } = new URL(link)

    const looked = await fetch(link, { method: 'HEAD', redirect: 'manual' })
    assert.equal(looked.headers.get('set-cookie'), null)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        fetch(`${services[n % 2]!.url}/console/enter${search}`, { redirect: 'manual' }),
      ),
    )
    const entered = answers.filter(({ status }) => status === 303)
    assert.equal(entered.length, 1)
    assert.equal(answers.filter(({ status }) => status === 401).length, 11)
    assert.ok(answers.every(({ headers }) => headers.get('cache-control') === 'no-store'))
    assert.equal(entered[0]!.headers.get('location'), '/console/')

    const cookie = cookieOf(entered[0]!)
    assert.match(entered[0]!.headers.get('set-cookie')!, /; HttpOnly; SameSite=Strict$/)
    for (const url of [first, second]) assert.equal((await openConsole(url, cookie).get('audit')).status, 200)
    const { stdout } = await yantra(env, 'console', '--end', '--json')
    assert.deepEqual(JSON.parse(stdout), { ended: 1 })
    for (const url of [first, second]) assert.equal((await openConsole(url, cookie).get('audit')).status, 401)

    const { stdout: log } = await yantra(env, 'audit', '--json')
    const entries = JSON.parse(log) as { at: string; by: string; action: string }[]
    assert.deepEqual(
      entries.map(({ by, action }) => `${by} ${action}`),
      ['cli console.end', 'console console.enter', 'cli console.link'],
    )
    const secrets = [search.slice('?link='.length), cookie.split('=')[1]!]
    const spoken = services.map((service) => service.log()).join('') + log
    assert.match(spoken, /"route":"\/console\/enter"/)
    for (const secret of secrets) assert.ok(secret.length >= 22 && !spoken.includes(secret))
  })

it('the way into the console does not open by a link that has expired or was guessed', async (t) => {
  const url = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: url, SAMPLE: 'false' })
  const link = await newLink(service)
  const db = await openDatabase(target(url))
  await db.updateTable('console_links').set({ expires_at: Date.now() }).execute()
  await db.destroy()
  const guessed = `${service.url}/console/enter?link=${'A'.repeat(43)}`
  for (const address of [link, guessed, guessed.slice(0, -1), `${service.url}/console/enter`, `${link}&link=x`]) {
    const answer = await fetch(address, { redirect: 'manual' })
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.match(await answer.text(), /yantra console/)
  }
})

it('people at the console carry their names, and a viewer changes nothing', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const asha = await signIn(service, '--as', 'Asha')
  const ravi = await signIn(service, '--as', 'Ravi', '--role', 'viewer')
  const key = { name: 'Lender', tier: 'standard' }
  assert.equal((await asha.post('keys/create', key)).status, 200)
  const refused = await ravi.post('keys/create', key)
  assert.equal(refused.status, 403)
  assert.match(await refused.text(), /viewer, who changes nothing/)
  const page = await (await ravi.get('keys')).text()
  assert.match(page, /Ravi, viewer/)
  assert.doesNotMatch(page, /Create<|Revoke/)

  const invited = await (await asha.post('people/link', { who: 'Meena', role: 'viewer' })).text()
  const link = new URL(/id="link">([^<]+)/.exec(invited)![1]!)
  const entered = await fetch(service.url + link.pathname + link.search, { redirect: 'manual' })
  const meena = openConsole(service.url, cookieOf(entered))
  assert.match(await (await meena.get('')).text(), /Meena, viewer/)
  assert.equal((await ravi.post('people/link', { who: 'X', role: 'editor' })).status, 403)
  assert.equal((await ravi.post('leave')).status, 303)

  const audit = async (...args: string[]) =>
    (
      JSON.parse((await yantra(service.env, 'audit', '--json', ...args)).stdout) as { who: string; action: string }[]
    ).map(({ who, action }) => `${who} ${action}`)
  assert.deepEqual(await audit('--who', 'Asha'), ['Asha console.link', 'Asha keys.create', 'Asha console.enter'])
  assert.deepEqual(await audit('--action', 'keys'), ['Asha keys.create'])
  assert.deepEqual(await audit('--action', 'keys.create', '--since', '1h'), ['Asha keys.create'])
  assert.deepEqual(await audit('--until', '1h'), [])
  const result = await (await asha.get('audit?who=Asha&action=keys&since=1h')).text()
  assert.match(result, /keys\.create/)
  assert.doesNotMatch(result, /<strong>console/)
  assert.match(await (await asha.get('audit?since=yesterday')).text(), /since takes a date-time/)
  for (const name of ['', 'a\u0000b', 'x'.repeat(61)]) {
    assert.equal((await yantra(service.env, 'console', '--as', name)).code, 2, name)
  }
})

it('sends a file to one replica, shows what it would change, and applies it at another', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const [first, second] = [await startService(t, env), await startService(t, env)]
  const here = await signIn(first, '--as', 'Asha')
  const there = openConsole(second.url, here.cookie)
  const patch = { type: 'machine', slug: 'mahindra-575-di', patch: true }
  const rows = [
    { ...patch, engine_hp: 46 },
    { ...patch, wheelbase: 1_950 },
    { type: 'manufacturer', slug: 'mahindra', name: 'Mahindra' },
    { type: 'manufacturer', slug: 'mahindra', name: 'Mahindra Tractors' },
  ]
  const path = await here.send('rows.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const page = await there.until(path, /would change/)
  const rejected = /Rejected rows.*?suggestion wheelbase_mm/s
  const hints = [
    rejected,
    /Taken with a warning.*?replaces an earlier row of this input/s,
    /<strong>1<\/strong> repeated/,
  ]
  for (const hint of [...hints, /What would change:/]) assert.match(page, hint)
  assert.equal((await there.post(`${path}/apply`, { emptied: 'true' })).status, 303)
  const applied = await here.until(path, /good">applied<.*See what came of it/s)
  const [, imported = ''] = /href="\/console\/(imports\/imp_[^"]+)"/.exec(applied)!
  const change = /records\/machine\/mahindra-575-di".*?<dt>engine_hp<\/dt><dd><del>45<\/del>.*?<ins>46<\/ins>/s
  assert.match(await (await here.get(imported)).text(), change)
  const record = await (await here.get('records/machine/mahindra-575-di')).text()
  assert.match(record, new RegExp(`${imported}">import</a>, line 1`))
  const db = await openDatabase(target(env.DATABASE_URL))
  assert.deepEqual(await db.selectFrom('upload_parts').select('number').execute(), [])
  await db.destroy()
})

it('shows what rows would empty, and asks for a tick before it does', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'true' }
  const console = await signIn(await startService(t, env))
  const row = (await yantra(env, 'export')).stdout.split('\n').find((line) => line.includes('"mahindra-575-di"'))!
  const { published_at, brakes, ...rest } = JSON.parse(row)
  const path = await console.send('short.ndjson', `${JSON.stringify(rest)}\n`)
  const visible = await console.until(path, /This would empty fields/)
  assert.match(visible, new RegExp(`published_at</div>.*&quot;${published_at}&quot;`))
  assert.match(visible, /published_at of 1 record/)
  assert.match(visible, /<input type="checkbox" name="emptied" value="true" required>/)
  const published = async () =>
    /"published_at"/.test(
      (await yantra(env, 'export')).stdout.split('\n').find((line) => line.includes('"slug":"mahindra-575-di"'))!,
    )
  await console.post(`${path}/apply`)
  await console.until(path, /tick that the fields listed below may be emptied/)
  assert.ok(await published())
  await console.post(`${path}/apply`, { emptied: 'true' })
  await console.until(path, /good">applied</)
  assert.equal(await published(), false)
})

it('keeps the search of each list for the browser, and no address outside the console', async () => {
  const { get, cookie } = await signIn(await sampleService())
  const searched = await get('keys?query=lender&page=2')
  const [, saved] = /^(yantra_console_search=[\w-]+); Path=\/console\/keys; HttpOnly; SameSite=Strict$/.exec(
    searched.headers.get('set-cookie')!,
  )!
  const restored = await get('keys', { cookie: `${cookie}; ${saved}` })
  assert.deepEqual([restored.status, restored.headers.get('location')], [303, '/console/keys?query=lender'])
  assert.equal((await get('keys', { cookie: `${cookie}; yantra_console_search=` })).status, 200)
  const foreign = Buffer.from('\r\nlocation: //evil.example').toString('base64url')
  const { headers } = await get('keys', { cookie: `${cookie}; yantra_console_search=${foreign}` })
  assert.match(headers.get('location')!, /^\/console\/keys\?%0D%0Alocation/)
})

it('lists a waiting review and a missing backup on the overview', async () => {
  const overview = await (await (await signIn(await sampleService())).get('')).text()
  assert.match(
    overview,
    /<strong>listings<\/strong> 1 in review; approve or reject them <a href="\/console\/listings\?state=review">Look</,
  )
  assert.match(overview, /<strong>backup<\/strong> no backup yet; set BACKUP_DIR, or run <code>yantra backup<\/code>/)
  assert.doesNotMatch(overview, /No problems found/)
})

it('undoes an import', async (t) => {
  const { env, ...service } = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const json = async (...args: string[]) => JSON.parse((await yantra(env, ...args, '--json')).stdout)
  const before = (await yantra(env, 'export')).stdout
  await importRows(t, env, [{ type: 'machine', slug: 'mahindra-575-di', name: 'Mahindra 575 DI Plus', patch: true }])
  assert.notEqual((await yantra(env, 'export')).stdout, before)
  const console = await signIn({ ...service, env }, '--as', 'Asha')
  const [{ id }] = await json('imports', 'list')
  const look = async () => (await console.get(`imports/${id}`)).text()
  assert.match(await look(), />Undo</)
  assert.equal((await console.post(`imports/${id}/undo`)).status, 303)
  const page = await look()
  assert.match(page, /1 restored, 0 removed, 0 skipped/)
  assert.match(page, />undone</)
  assert.doesNotMatch(page, />Undo</)
  const again = await yantra(env, 'imports', 'undo', id)
  assert.deepEqual([again.code, again.stderr.includes('is undone already')], [1, true], again.stderr)
  assert.equal((await yantra(env, 'export')).stdout, before)
  const [{ who, action }] = await json('audit')
  assert.deepEqual([who, action], ['Asha', 'imports.undo'])
})

it('keeps everybody else out', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: 'https://yantra.example/api', SAMPLE: 'false' }
  const service = await startService(t, env)

  await t.test('gives a new session at every way in, whatever cookie was there before', async () => {
    const planted = `yantra_console=${'B'.repeat(43)}`
    const answer = await fetch(await newLink(service), { redirect: 'manual', headers: { cookie: planted } })
    const input = cookieOf(answer)
    assert.notEqual(input, planted)
    assert.equal((await openConsole(service.url, planted).get('audit')).status, 401)
    const open = openConsole(service.url, input)
    assert.equal((await open.post('leave')).status, 303)
    assert.equal((await open.get('audit')).status, 401)
  })

  await t.test('takes a change only from a page of its own', async () => {
    const open = await signIn(service)
    const refused: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/console/' },
      { origin: 'https://evil.example', referer: 'https://yantra.example/api/console/' },
    ]
    for (const headers of refused) {
      const answer = await open.post('leave', {}, headers)
      assert.equal(answer.status, 403, JSON.stringify(headers))
      assertPrivate(answer)
    }
    const preflight = await fetch(`${service.url}/console/leave`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    assertPrivate(preflight)
    assert.equal((await open.post('leave', {}, { referer: 'https://yantra.example/api/console/' })).status, 303)
  })

  await t.test(
    'marks the cookie for https where the service is reached by it, and keeps it under the console',
    async () => {
      const { stdout } = await yantra(service.env, 'console', '--json')
      assert.match(
        (JSON.parse(stdout) as { url: string }).url,
        /^https:\/\/yantra\.example\/api\/console\/enter\?link=/,
      )
      const answer = await fetch(await newLink(service), { redirect: 'manual' })
      assert.match(
        answer.headers.get('set-cookie')!,
        /; Path=\/api\/console\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
      )
      assert.equal(answer.headers.get('location'), '/api/console/')
    },
  )

  await t.test('opens beside a cookie of the same name that another site has set', async () => {
    const { cookie } = await signIn(service)
    for (const foreign of ['yantra_console=evil', `yantra_console=${'C'.repeat(43)}`]) {
      assert.equal((await openConsole(service.url, `${foreign}; ${cookie}`).get('audit')).status, 200, foreign)
    }
  })

  await t.test('leads back to its own pages only', async () => {
    const { post } = await signIn(service)
    const origin = { origin: new URL(service.url).origin }
    const backs: [string, string][] = [
      ['/api/console/listings?q=a%20b&page=2', '/api/console/listings?q=a%20b&page=2'],
      ['/api/console/listings/7', '/api/console/listings/7'],
      ['/api/console/listings/../../../evil', '/api/console/listings/7'],
      ['/api/console/listings/%2e%2e/%2e%2e/x', '/api/console/listings/7'],
      ['/api/console/listings\r\nx-evil: 1', '/api/console/listings/7'],
      ['//evil.example/api/console/listings', '/api/console/listings/7'],
      ['https://evil.example/api/console/listings', '/api/console/listings/7'],
      ['/api/console/listings/\r\n//evil.example', '/api/console/listings///evil.example'],
    ]
    for (const [back, expected] of backs) {
      const answer = await post('listings/7/reject', { back, reason: '' }, origin)
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, expected], back)
    }
  })

  await t.test('slows down whoever guesses links, and keeps nobody else out', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 100 && !statuses.has(429); n++) {
      statuses.add((await fetch(`${service.url}/console/enter?link=${n}`, { redirect: 'manual' })).status)
    }
    assert.deepEqual([...statuses], [401, 429])
    assert.equal((await fetch(await newLink(service), { redirect: 'manual' })).status, 303)
  })
})

it('says of a subscription what the command says', async (t) => {
  const url = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true' }, { deliver: false })
  const created = await yantra(service.env, 'keys', 'create', '--name', 'Lender', '--tier', 'enterprise', '--json')
  const { key } = JSON.parse(created.stdout) as { key: string }
  const subscribed = await fetch(`${service.url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9099/hook', events: ['price.updated'] }),
  })
  assert.equal(subscribed.status, 200)
  const { id } = (await subscribed.json()) as { id: string }
  const db = await openDatabase(target(url))
  const [first] = await publish(db, 3)
  await db.updateTable('deliveries').set({ state: 'failed', due_at: null }).where('event_id', '=', first!).execute()
  await db.destroy()

  const [listed] = JSON.parse((await yantra(service.env, 'webhooks', 'list', '--json')).stdout)
  assert.deepEqual([listed.pending, listed.failed], [2, 1])
  const [head, line] = (await yantra(service.env, 'webhooks', 'list')).stdout.split('\n')
  const reported = Object.fromEntries(head!.split(/ {2,}/).map((name, i) => [name, line!.split(/ {2,}/)[i]]))
  const { get } = await signIn(service)
  const page = await (await get('webhooks')).text()
  for (const [name, value] of [
    ['Pending', '2'],
    ['Failed', '1'],
    ['State', 'active'],
  ] as const) {
    assert.equal(reported[name.toUpperCase()], value)
    const cell = new RegExp(`data-name="${name}"><div>(?:<[^>]+>)*([^<]+)`).exec(page)?.[1]
    assert.equal(cell, value, name)
  }
  assert.match(await (await get(`webhooks/${id}`)).text(), /Waiting 2<.*Failed 1</)
})

it('is not there when it is turned off', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), CONSOLE: 'false', SAMPLE: 'false' })
  for (const path of ['', '/', '/keys', '/enter']) assert.equal((await service.get(`/console${path}`)).status, 404)
  const { code, stderr } = await yantra(service.env, 'console')
  assert.equal(code, 2)
  assert.match(stderr, /CONSOLE=false/)
})

/** Nobody keeps it, frames it or reads it from another site. */
function assertPrivate({ headers }: Response): void {
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(headers.get('x-frame-options'), 'DENY')
  for (const name of headers.keys()) assert.ok(!name.startsWith('access-control-'), name)
}

it('shows the mapping of a sheet as a form with a preview, which an editor downloads', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const console = await signIn(service)
  const viewer = await signIn(service, '--as', 'guest', '--role', 'viewer')
  const csv = 'Company,Model,Type,Takat <hp>,CC\nMahindera,Nagar 30,Tractor,30 + 2,2000\n'
  const path = await console.send('a.csv', csv)
  const page = await console.until(path, /questions about the sheet/)
  assert.match(page, /<select name="choice:columns\/Takat &lt;hp&gt;\/field"/)
  assert.match(page, /<select name="choice:columns\/Company\/values\/Mahindera".*?<option value="mahindra">/s)
  assert.match(page, /<caption class="unseen">The first rows<\/caption>.*?30 \+ 2/s)
  assert.doesNotMatch(page, /Apply<\/button>/)
  assert.doesNotMatch(await (await viewer.get(path)).text(), /<select name="choice/)
  assert.equal((await viewer.post(`${path}/again`, {})).status, 403)
  assert.equal((await console.post(`${path}/again`, {}, { origin: 'https://other.example' })).status, 403)
  assert.equal((await console.post(`${path}/apply`)).status, 303)
  assert.match(await (await console.get(path)).text(), /answer the questions first/)
  const choices = {
    'choice:sender': 'shree',
    'choice:columns/Takat <hp>/field': 'engine_hp',
    'choice:columns/Takat <hp>/unit': 'HP',
    'choice:columns/Company/values/Mahindera': 'mahindra',
    'choice:constants/lifecycle': 'current',
    'choice:publish': 'false',
  }
  assert.equal((await console.post(`${path}/again`, choices)).status, 303)
  const visible = await console.until(path, /This would change 1 record/)
  assert.match(visible, /<caption class="unseen">Preview<\/caption>.*?Nagar 30/s)
  const [, link] = /href="\/console\/([^"]+preview\.xlsx)"/.exec(visible)!
  assert.equal((await viewer.get(link!)).status, 404)
  const answer = await console.get(link!)
  assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="preview\.xlsx"$/)
  const { rows } = (await readXlsx(Buffer.from(await answer.arrayBuffer()))).sheets[0]!
  assert.match(String(rows[2]![rows[0]!.indexOf('_notes')]), /engine_hp: is more than one number; found "30 \+ 2"/)

  await console.post(`${path}/apply`)
  await console.until(path, /applied/)
  const [stored] = JSON.parse((await yantra(service.env, 'mappings', 'list', '--json')).stdout)
  assert.deepEqual(
    [stored.sender, stored.who, stored.mapping.columns['Takat <hp>']],
    ['shree', 'operator', { field: 'engine_hp', unit: 'HP' }],
  )
  const next = await console.send('b.csv', csv.replace('30 + 2', '32'), { sender: 'shree' })
  assert.doesNotMatch(await console.until(next, /This would change 1 record/), /about the sheet/)
  const list = await (await console.get('mappings')).text()
  assert.match(list, /mappings\/shree/)
  assert.match(await (await console.get('mappings/shree')).text(), /Takat &lt;hp&gt;/)
  assert.doesNotMatch(await (await viewer.get('mappings/shree')).text(), /Remove/)
  assert.equal((await viewer.post('mappings/shree/remove')).status, 403)
  assert.equal((await console.post('mappings/shree/remove')).status, 303)
  assert.equal((await console.get('mappings/shree')).status, 404)
})

it('asks for the type of a sheet that leaves it open, and for the number of listings to withdraw', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const console = await signIn(service)
  const unsure = await console.send('a.csv', 'Make,Model,Price\nMahindra,X 1,95000\n')
  await console.until(unsure, /What are its rows\?.*Implements<\/button>/s)
  await console.post(`${unsure}/again`, { type: 'implement' })
  await console.until(unsure, /questions about the sheet/)

  const head = 'Stock No,Make,Model,Year,Hours,Price,District,State,PIN,Owners,Seller,Class\n'
  const row = (number: number) => `A${number},Mahindra,575 DI,2018,${number},450000,Moga,PB,142001,1,dealer,tractor\n`
  const all = [1, 2, 3, 4].map(row)
  const stock = await console.send('stock.csv', head + all.join(''))
  await console.until(stock, /question(?:s)? about the sheet/)
  const choices = {
    'choice:sender': 'yard',
    'choice:absent': 'withdraw',
    'choice:publish': 'true',
    'choice:columns/Class/field': 'vehicle_class',
  }
  await console.post(`${stock}/again`, choices)
  await console.until(stock, /This would change 4 records/)
  await console.post(`${stock}/apply`)
  await console.until(stock, /applied/)
  const fewer = await console.send('fewer.csv', head + all.slice(2).join(''), { sender: 'yard' })
  const page = await console.until(fewer, /Withdraw 2 listings of 4/)
  assert.match(page, /2 live listings of this sender are not in the sheet and become withdrawn/)
  await console.post(`${fewer}/apply`)
  assert.match(await (await console.get(fewer)).text(), /tick how many listings are withdrawn/)
  await console.post(`${fewer}/apply`, { withdraw: '2' })
  await console.until(fewer, /applied/)
  const { stdout } = await yantra(service.env, 'export', '--private')
  assert.equal(stdout.match(/"status":"withdrawn".*"name":"yard"/g)?.length, 2)
})
