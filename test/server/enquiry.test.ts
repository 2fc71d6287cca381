import assert from 'node:assert/strict'
import { it } from 'node:test'
import { vocabularies } from '../../src/website/messages/messages.ts'
import { sqlite } from '../backends.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import { openMailbox } from '../listings/mailbox.ts'
import { importRows, startService, yantra } from '../service.ts'

const FORM = {
  name: 'Asha Devi',
  phone: '98765 43210',
  email: 'asha@example.org',
  message: 'Still there?',
  consent: 'on',
}
const SELLER = { name: 'Ram Seller', phone: '+91 91234 50000', email: 'seller@example.com' }

it('an enquiry from the site reaches the seller by mail and the operator by command, and nobody else', async (t) => {
  const mailbox = await openMailbox(t)
  const env = {
    DATABASE_URL: await sqlite.newUrl(t),
    SMTP_URL: mailbox.url,
    ENQUIRY_FROM: 'enquiries@yantra.example',
    LOG_LEVEL: 'trace',
  }
  await importRows(t, env, [{ ...MIN_LISTING, contact: SELLER }])
  const service = await startService(t, env, { deliver: true })
  const origin = new URL(service.url).origin
  const send = (form: Record<string, string>, headers: Record<string, string> = { origin }) =>
    fetch(`${service.url}/ta/used/500/enquiry`, { method: 'POST', body: new URLSearchParams(form), headers })

  assert.equal((await send(FORM, {})).status, 403)
  assert.equal((await send(FORM, { origin: 'https://elsewhere.example' })).status, 403)
  assert.equal((await send({ ...FORM, consent: '' })).status, 400)
  const trapped = await send({ ...FORM, website: 'https://spam.example' })
  assert.equal(trapped.status, 200)

  const sent = await send(FORM)
  const page = await sent.text()
  assert.equal(sent.status, 200)
  assert.equal(sent.headers.get('cache-control'), 'no-store')
  const [remaining, ...more] = JSON.parse((await yantra(env, 'enquiries', 'list', '--json')).stdout)
  assert.deepEqual(more, [])
  assert.ok(page.includes(remaining.reference))
  for (const secret of Object.values(SELLER)) assert.equal(page.includes(secret), false, secret)

  await mailbox.arrived(1)
  assert.deepEqual(mailbox.received[0]!.to, [SELLER.email])
  const metrics = await (await service.get('/metrics')).text()
  for (const outcome of ['accepted', 'faulty', 'trapped']) {
    assert.match(metrics, new RegExp(`^yantra_enquiries_total\\{outcome="${outcome}"\\} 1$`, 'm'))
  }
  assert.match(metrics, /^yantra_enquiries_total\{outcome="limited"\} 0$/m)
  assert.match(mailbox.received[0]!.head.get('subject')!, new RegExp(remaining.reference))
  for (const secret of [...Object.values(SELLER), 'Asha', '98765', 'asha@', 'Still there']) {
    assert.equal(service.log().includes(secret), false, `the log holds ${secret}`)
  }
})

it('an enquiry from the site is not taken for a listing of the sample, which says so, until an operator makes it his own', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const service = await startService(t, env)
  const headers = { origin: new URL(service.url).origin }
  const send = () =>
    fetch(`${service.url}/en/used/1/enquiry`, { method: 'POST', body: new URLSearchParams(FORM), headers })
  const look = async (path: string) => (await service.get(path)).text()
  const page = await look('/en/used/1')
  assert.match(page, /<span class="ribbon"[^>]*>Sample<\/span>/)
  assert.match(page, /<meta name="robots" content="noindex/)
  assert.match(page, /This is a sample listing\. Enquiries are disabled/)
  assert.doesNotMatch(page, /<form[^>]*enquiry|"offers"|Offer"/)
  for (const path of ['/en/used', '/en/']) assert.match(await look(path), /used\/\d+[\s\S]*class="ribbon"/)
  assert.equal((await service.get('/sitemaps/used-1.xml')).status, 404)
  const refused = await send()
  assert.equal(refused.status, 403)
  assert.match(
    await refused.text(),
    /role="alert"><strong>Your message was not sent\.<\/strong> This is a sample listing/,
  )
  assert.deepEqual(JSON.parse((await yantra(env, 'enquiries', 'list', '--json')).stdout), [])
  assert.match(await look('/metrics'), /^yantra_enquiries_total\{outcome="sample"\} 1$/m)

  await importRows(t, env, [{ type: 'listing', id: 1, patch: true, price_inr: 460000 }])
  assert.equal((await send()).status, 200)
  const deadline = Date.now() + 20_000
  let self = page
  while (!self.includes('class="enquiry"') && Date.now() < deadline) self = await look('/en/used/1')
  assert.doesNotMatch(self, /class="detail-top">[\s\S]*class="ribbon"[\s\S]*class="detail-head"|noindex/)
  assert.match(self, /<form class="enquiry"/)
  assert.match(await look('/sitemaps/used-1.xml'), /\/en\/used\/1</)
})

it('the page of an enquiry says on page and receipt what will happen in this installation, in each language', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  await importRows(t, env, [MIN_LISTING])
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', ENQUIRY_FROM: 'enquiries@yantra.example' }
  const to = { ENQUIRY_TO: 'desk@example.com' }
  const ways = [
    [{ ...mail, ...to }, 'enquiryToOperator'],
    [mail, 'enquiryToSeller'],
    [to, 'enquiryKept'],
  ] as const
  for (const [settings] of ways) {
    const service = await startService(t, { ...env, ...settings, ENQUIRY_LIMIT_ADDRESS: '0' })
    const headers = { origin: new URL(service.url).origin }
    for (const language of ['en', 'hi', 'ta'] as const) {
      const address = `${service.url}/${language}/used/500`
      const body = new URLSearchParams(FORM)
      const receipt = await (await fetch(`${address}/enquiry`, { method: 'POST', body, headers })).text()
      for (const page of [await (await fetch(address)).text(), receipt])
        for (const [other, key] of ways)
          assert.equal(page.includes(vocabularies[language].words[key]), other === settings, `${language} ${key}`)
      assert.match(receipt, new RegExp(`<a href="/${language}/used/500">[^<]*Mahindra 575 DI[^<]*2019[^<]*</a>`))
    }
  }
})

it('the page of an enquiry leads from the address of the result back to the listing', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: 'https://yantra.example/machines' }
  await importRows(t, env, [MIN_LISTING])
  const service = await startService(t, env)
  const answer = await fetch(`${service.url}/ta/used/500/enquiry?x=1`, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/machines/ta/used/500'])
  assert.equal((await service.get('/ta/used/500')).status, 200)
})

it('the page of an enquiry shows errors as errors: first of all, and at their fields', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  await importRows(t, env, [MIN_LISTING])
  const service = await startService(t, env)
  const headers = { origin: new URL(service.url).origin }
  const body = new URLSearchParams({ ...FORM, name: 'n'.repeat(81), phone: '<b>', email: '', consent: '' })
  const answer = await fetch(`${service.url}/en/used/500/enquiry`, { method: 'POST', body, headers })
  const page = await answer.text()
  assert.equal(answer.status, 400)
  assert.match(page, /value="&lt;b&gt;"/)
  assert.match(page, /<title>Your message was not sent\./)
  assert.match(page, /<meta name="robots" content="noindex/)
  assert.match(
    page,
    /<div class="note bad" role="alert"><strong>Your message was not sent\.<\/strong> Please correct:<ul>/,
  )
  for (const field of ['name', 'phone', 'consent']) {
    assert.match(page, new RegExp(`<li><a href="#enquiry-${field}">`))
    assert.match(page, new RegExp(`<span class="fault" id="fault-${field}">`))
    assert.match(
      page,
      new RegExp(`<input [^>]*id="enquiry-${field}"[^>]* aria-invalid="true" aria-describedby="fault-${field}"`),
    )
  }
  assert.doesNotMatch(page, /fault-message|fault-email/)
})

it('the page of an enquiry says in the language of the page that a limit was reached, and keeps what was written', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t), ENQUIRY_LIMIT_ADDRESS: '1', ENQUIRY_LIMIT_LISTING: '2' }
  await importRows(t, env, [MIN_LISTING, { ...MIN_LISTING, id: 501 }])
  const service = await startService(t, { ...env, TRUST_PROXY: 'true' })
  const origin = new URL(service.url).origin
  const send = (path: string, from: string) =>
    fetch(`${service.url}/${path}/enquiry`, {
      method: 'POST',
      body: new URLSearchParams(FORM),
      headers: { origin, 'x-forwarded-for': from },
    })
  const refused = async (path: string, from: string, sentence: RegExp) => {
    const answer = await send(path, from)
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('retry-after'), '3600')
    const page = await answer.text()
    assert.match(page, sentence)
    assert.ok(page.includes(FORM.message))
  }
  for (const from of ['192.0.2.1', '192.0.3.1']) assert.equal((await send('en/used/500', from)).status, 200)
  await refused('en/used/501', '192.0.2.1', /not sent\.<\/strong> Too many messages were sent from your connection/)
  await refused('hi/used/501', '192.0.2.1', /नहीं भेजा गया।<\/strong> आपके कनेक्शन से/)
  await refused('ta/used/501', '192.0.2.1', /அனுப்பப்படவில்லை\.<\/strong> உங்கள் இணைப்பிலிருந்து/)
  await refused('en/used/500', '192.0.4.1', /not sent\.<\/strong> Too many messages were sent about this machine/)
  await refused('hi/used/500', '192.0.4.1', /नहीं भेजा गया।<\/strong> इस मशीन के लिए/)
  await refused('ta/used/500', '192.0.4.1', /அனுப்பப்படவில்லை\.<\/strong> இந்த இயந்திரத்துக்கு/)
})
