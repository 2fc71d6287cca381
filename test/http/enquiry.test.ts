import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachBackend } from '../backends.ts'
import { LEAST_LISTING } from '../market/least-listing.ts'
import { openMailbox } from '../market/mailbox.ts'
import { importRows, startService, yantra } from '../service.ts'

const FORM = {
  name: 'Asha Devi',
  phone: '98765 43210',
  email: 'asha@example.org',
  message: 'Still there?',
  consent: 'on',
}
const SELLER = { name: 'Ram Seller', phone: '+91 91234 50000', email: 'seller@example.com' }

onEachBackend('an enquiry from the site', (backend) => {
  it('reaches the seller by mail and the operator by command, and nobody else', async (t) => {
    const mailbox = await openMailbox(t)
    const env = {
      DATABASE_URL: await backend.newUrl(t),
      SMTP_URL: mailbox.url,
      ENQUIRY_FROM: 'enquiries@yantra.example',
      LOG_LEVEL: 'trace',
    }
    await importRows(t, env, [{ ...LEAST_LISTING, contact: SELLER }])
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
    const [kept, ...more] = JSON.parse((await yantra(env, 'enquiries', 'list', '--json')).stdout)
    assert.deepEqual(more, [])
    assert.ok(page.includes(kept.reference))
    for (const secret of Object.values(SELLER)) assert.equal(page.includes(secret), false, secret)

    await mailbox.arrived(1)
    assert.deepEqual(mailbox.received[0]!.to, [SELLER.email])
    const metrics = await (await service.get('/metrics')).text()
    for (const outcome of ['accepted', 'faulty', 'trapped']) {
      assert.match(metrics, new RegExp(`^yantra_enquiries_total\\{outcome="${outcome}"\\} 1$`, 'm'))
    }
    assert.match(metrics, /^yantra_enquiries_total\{outcome="limited"\} 0$/m)
    assert.match(mailbox.received[0]!.head.get('subject')!, new RegExp(kept.reference))
    for (const secret of [...Object.values(SELLER), 'Asha', '98765', 'asha@', 'Still there']) {
      assert.equal(service.log().includes(secret), false, `the log holds ${secret}`)
    }
  })

  it('is limited to five an hour for an address', async (t) => {
    const env = { DATABASE_URL: await backend.newUrl(t) }
    await importRows(t, env, [LEAST_LISTING])
    const service = await startService(t, env)
    const headers = { origin: new URL(service.url).origin }
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) {
      const body = new URLSearchParams(FORM)
      statuses.push((await fetch(`${service.url}/en/used/500/enquiry`, { method: 'POST', body, headers })).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })

  it('says in the language of the page that a limit was reached, and keeps what was written', async (t) => {
    const env = { DATABASE_URL: await backend.newUrl(t), ENQUIRY_LIMIT_ADDRESS: '1', ENQUIRY_LIMIT_LISTING: '2' }
    await importRows(t, env, [LEAST_LISTING, { ...LEAST_LISTING, id: 501 }])
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
    await refused(
      'en/used/501',
      '192.0.2.1',
      /not sent\.<\/strong> Too many came from your connection within the last hour/,
    )
    await refused('hi/used/501', '192.0.2.1', /नहीं भेजा गया।<\/strong> आपके कनेक्शन से/)
    await refused('ta/used/501', '192.0.2.1', /அனுப்பப்படவில்லை\.<\/strong> உங்கள் இணைப்பிலிருந்து/)
    await refused(
      'en/used/500',
      '192.0.4.1',
      /not sent\.<\/strong> Too many came for this machine within the last hour/,
    )
    await refused('hi/used/500', '192.0.4.1', /नहीं भेजा गया।<\/strong> इस मशीन के लिए/)
    await refused('ta/used/500', '192.0.4.1', /அனுப்பப்படவில்லை\.<\/strong> இந்த இயந்திரத்துக்குக்/)
  })
})
