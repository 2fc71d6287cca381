import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { newFolder, postgres } from '../backends.ts'
import { newLink } from '../console.ts'
import { listing } from '../intake/take.ts'
import { openMailbox } from '../market/mailbox.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'
import { type ConsoleWalk, walkConsole } from './console-walk.ts'
import { executablePath, openBrowser } from './open-browser.ts'

/** On a machine that is busy with other tests. */
const PATIENCE = { timeout: 280_000 }
const TEXT = 'Good tyres, call 98765 43210 after six'

it('lets an operator see every page and do everything without a script', {
  skip: executablePath ? false : 'no Chromium',
  ...PATIENCE,
}, async (t) => {
  const receiver = await startReceiver(t)
  const mailbox = await openMailbox(t)
  const env = {
    ...{ DATABASE_URL: await postgres.newUrl(t), WEBHOOK_ALLOW_PRIVATE: 'true' },
    ...{ SMTP_URL: mailbox.url, ENQUIRY_FROM: 'yantra@example.com', ENQUIRY_TO: 'desk@example.com' },
  }
  // Signed in at one replica, acting at the other. What the pages are made of is tested on each database elsewhere.
  const first = await startService(t, env, { deliver: true })
  const acting = await startService(t, env)
  const services = [first, acting]
  const { id: keyId, key } = await newKey(first)
  const subscription = await subscribe(first, key, receiver.url)
  const waiting = [9_002, 9_003].map((id) => ({ ...listing, id, status: 'review', description: TEXT }))
  const delivered = receiver.next()
  await importRows(t, first.env, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1_651 }])
  // What somebody changed is no longer of the sample, and takes enquiries.
  await importRows(t, first.env, [...waiting, { type: 'listing', id: 3, patch: true, price_inr: 635_000 }])
  await delivered
  await enquire(first)
  await mailbox.arrived(1)

  const console = await walkConsole(await openBrowser(t), { home: acting.url })
  const { page, visit, press, said } = console
  await page.goto(await newLink(first))
  assert.equal(new URL(page.url()).pathname, '/console/')

  await t.test('shows the service as it stands', async () => {
    await visit('')
    const text = await page.locator('main').innerText()
    const counts = [/Machines\n+223/, /Live listings\n+\d+/, /Subscriptions\n+1/, /Enquiries open\n+1/]
    for (const count of [...counts, /serve on /]) assert.match(text, count)
    assert.equal(await page.locator('.state', { hasText: 'running' }).count(), 2)
    await visit('nothing-here', 404)
  })

  await t.test('creates, rotates and revokes a key, which it shows once', async () => {
    await visit('keys')
    await page.getByLabel('Name').fill('Dealer <b>portal</b>')
    await press('Create')
    const created = await page.locator('#key').innerText()
    assert.match(created, /^ytr_/)
    for (const service of services) {
      assert.equal((await service.get('/v1/tractors', { authorization: `Bearer ${created}` })).status, 200)
    }
    await visit('keys')
    assert.ok(!(await page.content()).includes(created))
    const row = page.locator('tr', { hasText: 'Dealer <b>portal</b>' })
    await row.getByText('Actions').click()
    await row.getByLabel('The old string works on for').fill('0s')
    await press('Rotate', row)
    assert.notEqual(await page.locator('#key').innerText(), created)

    await visit('keys')
    await row.getByText('Actions').click()
    await row.getByText('Revoke…').click()
    await press('Revoke', row)
    assert.match(await said(), /is revoked/)
    assert.match(await row.innerText(), /revoked/)
    await page.reload()
    assert.equal(await page.getByRole('status').count(), 0)

    await page.getByLabel('Name').fill('Late')
    await page.getByLabel(/Expires/).fill('yesterday')
    await press('Create')
    assert.match(await said(), /No key was created: expires takes a date-time/)
    await visit(`keys/${keyId}`)
    // What another replica counted may still be on its way to the database.
    await console.until(async () => /\/v1\/webhooks/.test(await page.locator('main').innerText()))
    await visit('keys/anonymous')
  })

  await t.test('shows a delivery, sends it again, tests, disables, enables, replays and deletes', async () => {
    await visit('webhooks')
    await console.follow(page.getByRole('link', { name: receiver.url }))
    // Its outcome may still be on its way to the database.
    await console.until(() => page.locator('tbody .state', { hasText: 'delivered' }).count())
    await console.follow(page.locator('table a').first())
    assert.match(await page.locator('main').innerText(), /"type": "variant.updated"/)
    const resent = receiver.next()
    await press('Resend')
    assert.match(await said(), /sent once more/)
    assert.match(await resent, /"variant\.updated"/)

    await visit(`webhooks/${subscription}`)
    const tested = receiver.next()
    await press('Test')
    assert.match(await said(), /answered 204/)
    assert.match(await tested, /evt_test_/)
    await press('Disable')
    await page.locator('.state', { hasText: 'disabled' }).waitFor()
    const replayed = receiver.next()
    await press('Replay')
    assert.match(await said(), /1 deliveries of \S+ are sent again\. They wait: the subscription is disabled/)
    await press('Enable')
    await page.locator('.state', { hasText: 'active' }).waitFor()
    await replayed
    await page.getByText('Delete…').click()
    await press('Delete')
    assert.match(await said(), /Deleted/)
  })

  await t.test('shows an enquiry with the contact of the seller, mails it once more and closes it', async () => {
    await visit('enquiries')
    await console.follow(page.locator('table a').first())
    assert.match(await page.locator('main').innerText(), /\+91 99999 99999/)
    await press('Resend')
    assert.match(await said(), /is mailed once more/)
    await mailbox.arrived(2)
    await press('Close')
    assert.match(await said(), /^Closed /)
    await page.getByText('Nobody waits for you').waitFor()
  })

  await t.test('approves and rejects listings, and finds them', () => decide(console))

  await t.test('tries a file and applies it once', () => importFile(t, console, { env, services }))

  await t.test('shows what the catalogue lacks', async () => {
    await visit('data')
    await console.follow(page.locator('.tiles a', { hasText: 'below 100% complete' }))
    assert.match(await page.getByRole('heading', { level: 2 }).innerText(), /^\d+ machines?$/)
  })

  await t.test('has written down every change, without a secret or a contact', async () => {
    await visit('audit')
    const { stdout } = await yantra(first.env, 'audit', '--json')
    const actions = (JSON.parse(stdout) as { by: string; action: string }[]).map(({ by, action }) => `${by} ${action}`)
    const acts = ['keys.create', 'keys.rotate', 'keys.revoke', 'webhooks.resend', 'webhooks.test', 'webhooks.disable']
    const more = ['webhooks.enable', 'webhooks.replay', 'webhooks.delete', 'enquiries.resend', 'enquiries.close']
    for (const action of [...acts, ...more, 'listings.approve', 'listings.reject', 'imports.apply']) {
      assert.ok(actions.includes(`console ${action}`), action)
    }
    assert.ok(actions.includes('cli keys.create') && actions.includes('cli imports.apply'))
    assert.doesNotMatch(stdout + (await page.content()), /ytr_|whsec_|99999|98765|127\.0\.0\.1/)
  })

  await t.test('signs out, and ends all sessions everywhere', async () => {
    await press('Sign out')
    await page.getByText('you are not signed in').waitFor()
    await page.goto(await newLink(acting))
    await yantra(env, 'console', '--end')
    for (const { url } of services) assert.equal((await page.goto(`${url}/console/keys`))!.status(), 401)
  })
})

async function decide({ page, visit, press, said, follow }: ConsoleWalk): Promise<void> {
  await visit('listings')
  const good = page.locator('article', { hasText: '9002' })
  assert.equal(await good.locator('del').innerText(), '98765 43210')
  assert.equal(await good.locator('mark').innerText(), '[contact removed]')
  await press('Approve', good)
  assert.equal(await said(), 'Approved listing 9002.')
  const bad = page.locator('article', { hasText: '9003' })
  await bad.getByText('Reject…').click()
  await bad.getByLabel('Reason').fill('Photos of another machine')
  await press('Reject', bad)
  assert.equal(await said(), 'Rejected listing 9003.')
  // One of the sample waits, too.
  assert.match(await page.getByRole('heading', { level: 2 }).innerText(), /^1 listing in review/)
  await visit('listings/9003')
  assert.match(await page.locator('article').innerText(), /Rejected .* by console: Photos of another machine/)
  await visit('listings?status=any')
  await page.getByLabel('Id, sender’s number, maker, model or district').fill('9002')
  await press('Search')
  assert.match(await page.locator('table').innerText(), /9002\s+live/)
  await follow(page.getByRole('link', { name: '9002' }))
  assert.equal(await page.locator('del').count(), 0, 'what was sent is gone')
}

async function importFile(
  t: TestContext,
  { page, visit, press, until }: ConsoleWalk,
  { env, services }: { env: Record<string, string>; services: readonly Service[] },
): Promise<void> {
  const patch = { type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1_234 }
  const file = join(newFolder(t), 'prices.ndjson')
  writeFileSync(file, `${JSON.stringify(patch)}\n{"type":"machine","slug":"x"}\n`)
  const lifts = async () => (await yantra(env, 'export')).stdout.match(/"lift_capacity_kg":1234/) !== null
  // What is under way on a slow machine is looked at again.
  const settled = () => until(async () => (await page.getByRole('link', { name: 'Look again' }).count()) === 0)

  await visit('imports')
  await page.locator('input[type=file]').setInputFiles(file)
  await press('Dry run')
  await settled()
  assert.match(await page.locator('.tiles').innerText(), /2\s+read\s+0\s+would be created\s+1\s+would change/)
  const changes = page.getByRole('table', { name: 'What would change' })
  assert.match(await changes.innerText(), /machine\s+mahindra-575-di\s+changed\s+lift_capacity_kg/)
  assert.equal(await lifts(), false)
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await press('Apply')
  await settled()
  assert.match(await page.locator('.panel').innerText(), /applied/)
  assert.equal(await lifts(), true)
  await tab.getByRole('button', { name: 'Apply' }).click()
  await tab.getByText('Nothing was done: it was applied before').waitFor()
  await tab.close()
  await page.getByRole('link', { name: 'See what came of it' }).click()
  await page.getByRole('heading', { level: 1, name: 'prices.ndjson' }).waitFor()
  for (const { env } of services) {
    const [newest, ...others] = JSON.parse((await yantra(env, 'imports', 'list', '--json')).stdout)
    assert.deepEqual([newest.by, newest.changed, newest.rejected], ['console', 1, 1])
    assert.ok(others.every(({ file }: { file: string }) => file !== 'prices.ndjson'))
  }
}

async function newKey({ env }: Service): Promise<{ id: string; key: string }> {
  const { stdout } = await yantra(env, 'keys', 'create', '--name', 'First lender', '--tier', 'enterprise', '--json')
  return JSON.parse(stdout) as { id: string; key: string }
}

async function subscribe({ url }: Service, key: string, receiver: string): Promise<string> {
  const answer = await fetch(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver, events: ['variant.updated'] }),
  })
  return ((await answer.json()) as { id: string }).id
}

async function enquire({ url }: Service): Promise<void> {
  const form = { name: 'Asha', phone: '9876543210', message: 'Is it still there?', consent: 'on' }
  const answer = await fetch(`${url}/en/used/3/enquiry`, {
    method: 'POST',
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams(form),
  })
  assert.equal(answer.status, 200)
}

/** Takes deliveries; `next` is the body of the next one. */
async function startReceiver(t: TestContext): Promise<{ url: string; next(): Promise<string> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.writeHead(204).end()
    server.emit('delivery', Buffer.concat(chunks).toString())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    next: async () => (await once(server, 'delivery'))[0] as string,
  }
}
