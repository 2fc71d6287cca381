import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it, type TestContext } from 'node:test'
import { postgres, sqlite } from '../backends.ts'
import { newLink } from '../console.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'
import {
  accessibilityFaults,
  executablePath,
  openBrowser,
  overflow,
  type WatchedPage,
  watchedPage,
} from './open-browser.ts'

const skip = executablePath ? false : 'no Chromium'

it('lets an operator look and act without a script', { skip, timeout: 240_000 }, async (t) => {
  const receiver = await startReceiver(t)
  const env = { DATABASE_URL: await sqlite.newUrl(t), WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = await startService(t, env, { deliver: true })
  const { id, key } = await newKey(service)
  const subscription = await subscribe(service, key, receiver.url)
  await importRows(t, service.env, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1_651 }])
  await receiver.next()
  await enquire(service)
  const watched = await openConsole(t, service)
  const { page } = watched

  await t.test('shows the service as it stands', async () => {
    await visit(watched, service, '')
    const text = await page.locator('main').innerText()
    for (const said of [
      /Machines\n+223/,
      /Live listings\n+\d+/,
      /Subscriptions\n+1/,
      /serve on /,
      /running/,
      /Enquiries open\n+1/,
    ]) {
      assert.match(text, said)
    }
  })

  await t.test('creates, rotates and revokes a key, which it shows once', async () => {
    await visit(watched, service, 'keys')
    await page.getByLabel('Name').fill('Dealer <b>portal</b>')
    await page.getByRole('button', { name: 'Create' }).click()
    const created = await page.locator('#key').innerText()
    assert.match(created, /^ytr_/)
    await good(watched)
    assert.equal((await service.get('/v1/tractors', { authorization: `Bearer ${created}` })).status, 200)

    await visit(watched, service, 'keys')
    assert.ok(!(await page.content()).includes(created))
    const row = page.locator('tr', { hasText: 'Dealer <b>portal</b>' })
    await row.getByText('Actions').click()
    await row.getByLabel('The old string works on for').fill('0s')
    await row.getByRole('button', { name: 'Rotate' }).click()
    assert.notEqual(await page.locator('#key').innerText(), created)

    await visit(watched, service, 'keys')
    await row.getByText('Actions').click()
    await row.getByText('Revoke…').click()
    await row.getByRole('button', { name: 'Revoke', exact: true }).click()
    assert.match(await page.getByRole('status').innerText(), /is revoked/)
    assert.match(await row.innerText(), /revoked/)
    await page.reload()
    assert.equal(await page.getByRole('status').count(), 0)
  })

  await t.test('says what is wrong with a form', async () => {
    await visit(watched, service, 'keys')
    await page.getByLabel('Name').fill('Late')
    await page.getByLabel(/Expires/).fill('yesterday')
    await page.getByRole('button', { name: 'Create' }).click()
    assert.match(await page.getByRole('status').innerText(), /No key was created: expires takes a date-time/)
  })

  await t.test('shows the use of a key by day and operation', async () => {
    await visit(watched, service, `keys/${id}`)
    assert.match(await page.locator('main').innerText(), /\/v1\/webhooks/)
  })

  await t.test('shows a delivery, sends it again, tests, disables, enables, replays and deletes', async () => {
    await visit(watched, service, 'webhooks')
    await page.getByRole('link', { name: receiver.url }).click()
    await good(watched)
    await page.locator('table a').first().click()
    await good(watched)
    assert.match(await page.locator('main').innerText(), /"type": "variant.updated"/)
    const resent = receiver.next()
    await page.getByRole('button', { name: 'Resend' }).click()
    assert.match(await page.getByRole('status').innerText(), /sent once more/)
    assert.match(await resent, /"variant\.updated"/)

    await visit(watched, service, `webhooks/${subscription}`)
    const tested = receiver.next()
    await page.getByRole('button', { name: 'Test' }).click()
    assert.match(await page.getByRole('status').innerText(), /answered 204/)
    assert.match(await tested, /evt_test_/)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.locator('.state', { hasText: 'disabled' }).waitFor()
    const replayed = receiver.next()
    await page.getByRole('button', { name: 'Replay' }).click()
    assert.match(
      await page.getByRole('status').innerText(),
      /1 deliveries are sent again. They wait until it is enabled/,
    )
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.locator('.state', { hasText: 'active' }).waitFor()
    await replayed
    await page.getByText('Delete…').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    assert.match(await page.getByRole('status').innerText(), /Deleted/)
    await good(watched)
  })

  await t.test('shows an enquiry with the contact of the seller, and closes it', async () => {
    await visit(watched, service, 'enquiries')
    await page.locator('table a').first().click()
    await good(watched)
    assert.match(await page.locator('main').innerText(), /\+91 99999 99999/)
    await page.getByRole('button', { name: 'Close' }).click()
    assert.match(await page.getByRole('status').innerText(), /is closed/)
    await page.getByText('Nobody waits for you').waitFor()
  })

  await t.test('has written down every change, without a secret or a contact', async () => {
    await visit(watched, service, 'audit')
    const { stdout } = await yantra(service.env, 'audit', '--json')
    const actions = (JSON.parse(stdout) as { by: string; action: string }[]).map(({ by, action }) => `${by} ${action}`)
    const acts = ['keys.create', 'keys.rotate', 'keys.revoke', 'webhooks.resend', 'webhooks.test', 'webhooks.disable']
    for (const action of [...acts, 'webhooks.enable', 'webhooks.replay', 'webhooks.delete', 'enquiries.close']) {
      assert.ok(actions.includes(`console ${action}`), action)
    }
    assert.ok(actions.includes('cli keys.create') && actions.includes('cli imports.apply'))
    assert.doesNotMatch(stdout + (await page.content()), /ytr_|whsec_|99999|98765|127\.0\.0\.1/)
  })

  await t.test('signs out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('you are not signed in').waitFor()
    await good(watched)
  })
})

it('acts on one replica and shows it on the other', { skip, timeout: 120_000 }, async (t) => {
  const env = { DATABASE_URL: await postgres.newUrl(t) }
  const services = [await startService(t, env), await startService(t, env)] as const
  const watched = await openConsole(t, services[0])
  const { page } = watched
  await visit(watched, services[0], 'keys')
  await page.getByLabel('Name').fill('Portal')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('#key').waitFor()
  // Cookies know no port: the other replica gets the same one.
  await page.context().unrouteAll()
  await visit(watched, services[1], 'keys')
  await page.getByRole('link', { name: 'Portal' }).waitFor()
  await visit(watched, services[1], '')
  assert.equal(await page.locator('.state', { hasText: 'running' }).count(), 2)
  await yantra(env, 'console', '--end')
  for (const { url } of services) assert.equal((await page.goto(`${url}/console/keys`))!.status(), 401)
})

async function openConsole(t: TestContext, service: Service): Promise<WatchedPage> {
  const watched = await watchedPage(await openBrowser(t), service.url, {
    viewport: { width: 390, height: 800 },
  })
  await watched.page.goto(await newLink(service))
  assert.equal(new URL(watched.page.url()).pathname, '/console/')
  return watched
}

async function visit(watched: WatchedPage, { url }: Service, path: string): Promise<void> {
  const answer = await watched.page.goto(`${url}/console/${path}`)
  assert.equal(answer!.status(), 200)
  await good(watched)
}

/** The page loads no script, is no wider than a phone, and axe finds nothing. */
async function good({ page, faults }: WatchedPage): Promise<void> {
  assert.equal(await page.locator('script').count(), 0)
  assert.ok((await overflow(page)) <= 0, `${page.url()} is too wide`)
  assert.deepEqual(await accessibilityFaults(page), [])
  assert.deepEqual(faults(), [])
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
