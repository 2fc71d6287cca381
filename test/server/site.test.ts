import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { it } from 'node:test'
import { putSample, sqlite } from '../backends.ts'
import { PAGES } from '../browser/site-pages-list.ts'
import { importRows, startService } from '../service.ts'

const HTML = { accept: 'text/html,application/xhtml+xml' }

it('the site', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  await putSample(env.DATABASE_URL)
  // What somebody changed is no longer of the sample: it is in the sitemap and takes enquiries.
  const self = [1, 2, 3, 4, 5].map((id) => ({ type: 'listing', id, patch: true, inspection_note: 'Seen.' }))
  assert.equal((await importRows(t, env, self)).code, 0)
  const service = await startService(t, env)

  await t.test('shows every page in three languages, with strict headers and its other languages', async (t) => {
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), BASE_URL: 'https://yantra.example' })
    for (const language of ['en', 'hi', 'ta']) {
      for (const page of PAGES.filter((page) => page !== 'nowhere')) {
        const response = await service.get(`/${language}/${page}`, HTML)
        assert.equal(response.status, 200, `/${language}/${page}`)
        assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
        assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'/)
        assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /unsafe/)
        assert.equal(response.headers.get('set-cookie'), null)
        const text = await response.text()
        assert.match(text, new RegExp(`<html lang="${language}">`))
        assert.match(text, new RegExp(`<link rel="canonical" href="https://yantra.example/${language}/`))
        for (const other of ['en', 'hi', 'ta']) {
          assert.match(text, new RegExp(`hreflang="${other}" href="https://yantra.example/${other}/`))
        }
        const visible = text.replace(/<script[\s\S]*?<\/script>|<code>.*?<\/code>| data-selected="[^"]*"/g, '')
        assert.doesNotMatch(visible, /undefined|\[object|NaN|\{[a-z]+\}/, `/${language}/${page}`)
        assert.doesNotMatch(text, / style="| on[a-z]+="/, `/${language}/${page}`)
      }
    }
  })

  await t.test('shows problems as pages in the reader’s language, but not under the API', async () => {
    const missing = await service.get('/ta/machines/no-such-machine', HTML)
    assert.equal(missing.status, 404)
    assert.match(await missing.text(), /<html lang="ta">[\s\S]*பக்கம் கிடைக்கவில்லை/)
    const elsewhere = await service.get('/nowhere', { ...HTML, 'accept-language': 'hi' })
    assert.equal(elsewhere.status, 404)
    assert.match(await elsewhere.text(), /<html lang="hi">/)
    const bad = await service.get('/en/machines?hp_min=many&colour=red', HTML)
    assert.equal(bad.status, 400)
    assert.match(await bad.text(), /<code>hp_min<\/code>[\s\S]*<code>colour<\/code>/)
    const api = await service.get('/v1/tractors/no-such-machine', HTML)
    assert.match(api.headers.get('content-type') ?? '', /problem\+json/)
    const script = await service.get('/en/nowhere', { accept: 'application/json' })
    assert.match(script.headers.get('content-type') ?? '', /problem\+json/)
  })

  await t.test('gives the part of a search that changes, and 304 for what a reader has', async () => {
    const part = await service.get('/en/machines?q=swaraj', { ...HTML, 'yantra-part': 'results' })
    const text = await part.text()
    assert.match(text, /^<section id="results"/)
    assert.match(part.headers.get('vary') ?? '', /yantra-part/)
    const whole = await service.get('/en/machines?q=swaraj', HTML)
    assert.match(await whole.text(), /^<!doctype html>/)
    const again = await service.get('/en/machines?q=swaraj', { ...HTML, 'if-none-match': whole.headers.get('etag')! })
    assert.equal(again.status, 304)
  })

  await t.test('lets in the style that a page begins with and no other', async () => {
    for (const path of ['/en/', '/ta/machines']) {
      const page = await service.get(path, HTML)
      const style = /<style>([^<]*)<\/style>/.exec(await page.text())![1]!
      const source = `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}';`
      assert.ok(page.headers.get('content-security-policy')!.includes(source))
    }
  })

  await t.test('gives no file from outside the folders of its files', async () => {
    for (const path of ['/assets/old/..%2fsite.ts', '/docs/%2e%2e%2fx.md'])
      assert.equal((await service.get(path)).status, 404, path)
  })

  await t.test('shows of a shortlist what there is, in its order', async () => {
    const list = 'slugs=jcb-3dx,no-such,mahindra-575-di&used=67,999999,x'
    const text = await (await service.get(`/hi/shortlist?${list}`, HTML)).text()
    const links = [...text.matchAll(/<h3><a href="([^"]+)"/g)].map(([, address]) => address)
    assert.deepEqual(links, ['/hi/machines/jcb-3dx', '/hi/machines/mahindra-575-di', '/hi/used/67'])
  })

  await t.test('says a thing once', async () => {
    const times = async (path: string, spoken: RegExp) =>
      (await (await service.get(path, HTML)).text()).match(spoken)?.length ?? 0
    assert.equal(
      await times('/en/machines?q=swaraj', /<p class="eyebrow">Swaraj/g),
      0,
      'a name that begins with its maker',
    )
    assert.ok((await times('/hi/machines?q=swaraj', /<p class="eyebrow">स्वराज/g)) > 0)
    assert.equal(await times('/en/used/1', /₹3\.88 lakh–₹4\.53 lakh/g), 1, 'asking prices')
    assert.equal(await times('/en/used/1', /<a href="\/en\/used\/\d+">[A-Z][^<]+ 20\d\d · ₹[^<]+<\/a>/g), 5, 'by name')
    assert.equal(await times('/en/used/1', /68% of the new price/g), 1, 'its share of the price of a new one')
    assert.equal(await times('/ta/used/30', /விற்பனையானது · ₹1\.92 லட்சம்/g), 1)
    assert.equal(await times('/hi/used/1', />19 विज्ञापनों के आधार पर: लगभग इतने ही एचपी वाले ट्रैक्टर, 2014–2024।/g), 1)
    assert.equal(await times('/en/used?near=141001', />near 141001 ×</g), 1)
    assert.equal(await times('/en/machines/jcb-3dx', /higher than 0%/g), 0)
    assert.ok((await times('/en/machines/jcb-3dx', /lowest of 7</g)) > 0)
    assert.equal(await times('/en/machines/mahindra-575-di', /<dd>1,945 mm/g), 1, 'a figure of four digits')
  })

  await t.test('puts first what matters, and nothing where nothing is', async () => {
    const textOf = async (path: string) => (await service.get(`/en/${path}`, HTML)).text()
    const unpriced = await textOf('machines/swaraj-843-xm')
    assert.match(unpriced, /Price not available/)
    assert.doesNotMatch(unpriced, /id="prices-title"/)
    assert.match(await textOf('machines/mahindra-585-di-sarpanch'), /<ul class="tags"><li class="tag">Discontinued</)
    const ofManufacturer = (await textOf('makers/mahindra')).split('<li class="card">').slice(1)
    const unknown = ofManufacturer.map((card) => Number(card.includes('Price not available')))
    assert.deepEqual(unknown, unknown.toSorted(), 'those with a price before those without')
    const unstated = 'generic-rotavator-s-642-gt'
    assert.match(await textOf(`implements/${unstated}`), /<p>Compatibility not known<\/p>/)
    const [fitting, apart] = (await textOf('machines/mahindra-575-di')).split(
      '<summary>Compatibility not known (1)</summary>',
    )
    assert.ok(!fitting!.includes(unstated) && apart!.includes(unstated))
    const opened = [...(await textOf('implements')).matchAll(/<details class="letter"( open)?><summary><h2>([^<]+)/g)]
    assert.equal(opened.length, 29)
    assert.deepEqual(
      opened.filter(([, open]) => open).map(([, , kind]) => kind),
      ['Rotavator'],
    )
  })

  await t.test('reckons instalments from the price in the chosen state, and keeps the state', async () => {
    const textOf = async (query: string) => {
      const text = await (await service.get(`/en/machines/mahindra-575-di?${query}`, HTML)).text()
      return /<section class="panel" id="instalments".*?<\/section>/s.exec(text)![0]
    }
    const there = await textOf('state=KA&down=10')
    assert.match(there, /Based on ₹7,32,000 \(on-road, Karnataka, May 2026\)/i)
    assert.match(there, /<input type="hidden" name="state" value="KA">/)
    const elsewhere = await textOf('state=TN')
    assert.match(elsewhere, /Based on ₹6,87,000 \(ex-showroom, /i)
    assert.match(elsewhere, /<input type="hidden" name="state" value="TN">/)
    assert.doesNotMatch(await textOf('down=10'), /type="hidden"/)
  })

  await t.test('has no titles over nothing before a catalogue is there', async (t) => {
    const empty = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
    assert.doesNotMatch(await (await empty.get('/en/', HTML)).text(), /<h2/)
  })

  await t.test(
    'marks a price of over eighteen months ago, and says what a price fell by in its place and kind',
    async () => {
      const old = new Date()
      old.setUTCMonth(old.getUTCMonth() - 19)
      const price = {
        kind: 'on_road',
        price_inr: 720_000,
        source_kind: 'dealer',
        state_code: 'PB',
        observed_at: '2026-03-05',
      }
      const fallen = [
        price,
        { ...price, price_inr: 700_000, observed_at: '2026-10-05' },
        { ...price, price_inr: 900_000, observed_at: '2026-05-05', state_code: 'RJ' },
      ]
      const rows = [
        {
          type: 'machine',
          slug: 'jcb-3dx',
          patch: true,
          prices: [{ ...price, observed_at: old.toISOString().slice(0, 10) }],
        },
        { type: 'machine', slug: 'swaraj-744-fe', patch: true, prices: fallen },
      ]
      assert.equal((await importRows(t, env, rows)).code, 0)
      const shown = async (page: string, expected: RegExp) =>
        t.waitFor(async () => assert.match(await (await service.get(`/en/${page}`, HTML)).text(), expected, page), {
          timeout: 20_000,
        })
      for (const page of ['machines?q=jcb+3dx', 'machines/jcb-3dx', 'compare?slugs=jcb-3dx,swaraj-744-fe'])
        await shown(page, /· over 18 months old</)
      for (const page of ['machines?q=swaraj+744+fe', 'machines/swaraj-744-fe'])
        await shown(page, /<p class="fall">₹20,000 less than in Mar 2026</)
    },
  )

  await t.test('says what can be loosened where nothing fits, and what comes nearest', async () => {
    const text = await (await service.get('/en/machines?q=mahindra+575+di+under+2+lakh', HTML)).text()
    assert.match(text, /up to ₹2 lakh: closest is ₹6\.82 lakh <small>1 machine</)
    assert.match(text, /<h3><a href="\/en\/machines\/mahindra-575-di">/)
    assert.match(text, /Does not match: up to ₹2 lakh/)
  })

  await t.test('gives a picture for shared links that every messenger shows', async (t) => {
    const base = 'https://yantra.example'
    const service = await startService(t, { ...env, BASE_URL: base })
    for (const page of ['/hi/machines/mahindra-575-di', '/en/']) {
      const text = await (await service.get(page, HTML)).text()
      const image = /property="og:image" content="([^"]+)"/.exec(text)![1]!
      assert.ok(image.startsWith(`${base}/`))
      const result = await service.get(image.slice(base.length))
      assert.equal(result.headers.get('content-type'), 'image/png')
      const png = Buffer.from(await result.arrayBuffer())
      assert.equal(png.subarray(1, 4).toString(), 'PNG')
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630])
    }
    assert.equal((await service.get('/pictures/shared/no-such-class.png')).status, 404)
    assert.equal((await service.get('/pictures/shared/tractor.svg')).status, 404)
  })

  await t.test('tells programs which pages there are', async () => {
    const index = await (await service.get('/sitemap.xml')).text()
    const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
    assert.deepEqual(parts, ['/sitemaps/pages.xml', '/sitemaps/machines-1.xml', '/sitemaps/used-1.xml'])
    for (const part of parts) {
      const text = await (await service.get(part)).text()
      const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
        address!.replaceAll('&amp;', '&'),
      )
      assert.ok(addresses.length > 10)
      const { pathname, search } = new URL(addresses.at(-1)!)
      assert.equal((await service.get(pathname + search, HTML)).status, 200)
    }
    assert.equal((await service.get('/sitemaps/machines-2.xml')).status, 404)
    assert.match(await (await service.get('/robots.txt')).text(), /^Sitemap: http:\/\/127\.0\.0\.1:\d+\/sitemap\.xml$/m)
    const manifest = (await (await service.get('/site.webmanifest')).json()) as { start_url: string }
    assert.equal(manifest.start_url, '/')
  })

  await t.test('shows no listing as for sale that was sold, once the change is known', async () => {
    const before = await (await service.get('/en/', HTML)).text()
    const id = Number(/\/en\/used\/(\d+)"/.exec(before)![1])
    const sold = { type: 'listing', id, patch: true, status: 'sold', sold_at: '2026-11-14T10:00:00Z' }
    await importRows(t, service.env, [sold])
    const deadline = Date.now() + 20_000
    let home = before
    while (home.includes(`/en/used/${id}"`) && Date.now() < deadline) {
      home = await (await service.get('/en/', HTML)).text()
    }
    assert.ok(!home.includes(`/en/used/${id}"`))
    assert.match(await (await service.get(`/en/used/${id}`, HTML)).text(), /class="sold"/)
  })

  await t.test('is away when it is turned off', async (t) => {
    const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SITE: 'false' })
    assert.equal((await service.get('/en/', HTML)).status, 404)
    const index = await service.get('/', HTML)
    assert.equal(index.status, 200)
    assert.doesNotMatch(await index.text(), /site/)
    assert.equal((await service.get('/v1/tractors')).status, 200)
  })

  await t.test('puts every address under the prefix', async (t) => {
    const service = await startService(t, {
      DATABASE_URL: await sqlite.newUrl(t),
      BASE_URL: 'https://yantra.example/machines',
    })
    const text = await (await service.get('/en/machines/mahindra-575-di', HTML)).text()
    for (const [, address] of text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)) {
      assert.match(address!, /^\/machines\//)
    }
  })
})
