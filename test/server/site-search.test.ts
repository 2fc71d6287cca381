import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleService } from '../sample-service.ts'

const HTML = { accept: 'text/html' }

/** What a browser without scripts would send of a form: hidden and filled fields, ticks, and what is selected. */
function fieldsOf(text: string, form: 'ask' | 'filters'): URLSearchParams {
  const sent = new URLSearchParams()
  const self = /<form id="filters"[\s\S]*?<\/form>/.exec(text)?.[0] ?? ''
  const others = (text.match(/<form class="sorts"[\s\S]*?<\/form>/g) ?? []).join()
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
  const belongs = (tag: string) =>
    attribute(tag, 'form') ?? (self.includes(tag) ? 'filters' : others.includes(tag) ? 'sorts' : 'ask')
  for (const [tag] of text.matchAll(/<input [^>]*>/g)) {
    const [name, value] = [attribute(tag, 'name'), attribute(tag, 'value')]
    const isTick = tag.includes('type="checkbox"')
    if (belongs(tag) === form && name && value && (!isTick || tag.includes(' checked'))) sent.append(name, value)
  }
  for (const [whole, tag] of text.matchAll(/(<select [^>]*>)[\s\S]*?<\/select>/g)) {
    const value = /<option value="([^"]*)" selected>/.exec(whole)?.[1]
    if (belongs(whole) === form && value) sent.append(attribute(tag!, 'name')!, value)
  }
  return sent
}

const foundIn = (text: string) => Number(/<h2 id="results-title">([\d,]+)/.exec(text)![1]!.replaceAll(',', ''))
const namesIn = (text: string) => Array.from(text.matchAll(/<h3><a [^>]*>([^<]+)/g), ([, name]) => name)

it('the list of machines', async (t) => {
  const service = await sampleService()
  const page = async (query: string | URLSearchParams) => {
    const response = await service.get(`/en/machines?${query}`, HTML)
    assert.equal(response.status, 200, String(query))
    return response.text()
  }
  const filters = async (query: string | URLSearchParams) =>
    (await service.get(`/en/filters/machines?${query}`, HTML)).text()

  await t.test('fills its fields with what the text says, and they find the same in its place', async () => {
    for (const q of ['tractor under 8 lakh', 'sasta 4wd tractor', '50 hp mahindra', '3 cylinder lift above 1200 kg']) {
      const text = await page(new URLSearchParams({ q }))
      const fields = fieldsOf(await filters(new URLSearchParams({ q })), 'filters')
      assert.notEqual(fields.get('q'), q)
      const again = await page(fields)
      assert.equal(foundIn(again), foundIn(text), `${q}: ${fields}`)
      assert.deepEqual(namesIn(again), namesIn(text), q)
    }
    const fields = fieldsOf(await filters('q=tractor+under+8+lakh'), 'filters')
    assert.deepEqual(Object.fromEntries(fields), { q: 'tractor', price_max: '800000' })
  })

  await t.test(
    'shows the most frequent values of a filter, and all of them by a link that keeps the search',
    async () => {
      const manufacturers = (text: string) =>
        [...text.matchAll(/name="manufacturer" value="([^"]+)"/g)].map(([, slug]) => slug)
      const few = await filters('machine_class=tractor')
      assert.equal(manufacturers(few).length, 6)
      const link = /<a class="more" id="more-manufacturer" href="\/en\/filters\/machines\?([^"#]+)#facet-manufacturer"/
      const [, query] = link.exec(few)!
      const all = await filters(query!.replaceAll('&amp;', '&'))
      const answer = await (await service.get('/v1/tractors?limit=1&machine_class=tractor')).json()
      const { facets } = answer as { facets: { manufacturer: Record<string, number> } }
      assert.deepEqual(manufacturers(all).sort(), Object.keys(facets.manufacturer).sort())
      assert.equal(link.exec(all)![1], 'machine_class=tractor')
    },
  )

  await t.test('leads on where it has no machine, and says why', async () => {
    const elsewhere = await page('q=rotavator')
    assert.equal(foundIn(elsewhere), 0)
    assert.doesNotMatch(elsewhere, /<select name="sort"/)
    assert.match(elsewhere, /<div id="hits"[^>]*><p><a class="button ghost" href="\/en\/machines">/)
    const nowhere = await page('q=xyzzyq')
    assert.doesNotMatch(nowhere, /<select name="sort"/)
    assert.match(nowhere, /No results[\s\S]*href="\/en\/machines">All machines/)
    const behind = await page('machine_class=tractor&offset=99990')
    assert.doesNotMatch(behind, /No results/)
    assert.match(behind, /No more results[\s\S]*href="\/en\/machines\?machine_class=tractor">Go to the first page/)
    const other = async (path: string) => (await service.get(path, HTML)).text()
    assert.match(
      await other('/en/compare?slugs=jcb-3dx&add=xyzzyq'),
      /id="offers-title">Results<\/h2><\/div><p>No results/,
    )
    const none = await other('/en/classes/tower_crane')
    assert.match(none, /class="button" href="\/en\/classes"/)
    assert.doesNotMatch(none, /machines\?machine_class=tower_crane|used\?machine_class=tower_crane/)
  })

  await t.test('compares prices only where all that are known are of one kind and place', async () => {
    const compare = async (slugs: string) => (await service.get(`/en/compare?slugs=${slugs}`, HTML)).text()
    const priceRow = (text: string) => /<tr[^>]*><th scope="row"><span>Price[\s\S]*?<\/tr>/.exec(text)![0]
    const alike = await compare('mahindra-575-di,swaraj-855-fe')
    assert.match(priceRow(alike), /class="better"/)
    assert.doesNotMatch(alike, /they are not compared/)
    const classes = await compare('mahindra-575-di,jcb-3dx,ace-14xw')
    assert.doesNotMatch(classes, /class="better"|they are not compared/)
    const unlike = await compare('jcb-3dx,mahindra-575-di,swaraj-744-fe')
    assert.doesNotMatch(priceRow(unlike), /class="(?:better|differs)"/)
    assert.match(unlike, /they are not compared/)
  })

  await t.test('lets a bound that was typed be changed and be taken away', async () => {
    const text = await page('q=tractor+under+6+lakh&wheel_drive=2wd')
    const fields = fieldsOf(await filters('q=tractor+under+6+lakh&wheel_drive=2wd'), 'filters')
    fields.set('price_max', '1000000')
    assert.ok(foundIn(await page(fields)) > foundIn(text))
    const removal = /href="\/en\/machines\?([^"]*)"[^>]*><span class="unseen">Remove up to ₹6 lakh/.exec(text)![1]!
    assert.equal(removal.replaceAll('&amp;', '&'), 'q=tractor&wheel_drive=2wd')
    const typed = fieldsOf(text, 'ask')
    assert.deepEqual(Object.fromEntries(typed), { q: 'tractor under 6 lakh', wheel_drive: '2wd' })
  })

  await t.test('says which kinds of price it mixes, as the API counts them, and keeps one', async () => {
    const query = 'machine_class=tractor&sort=price_asc'
    const reported = (await service.get(`/v1/tractors?${query}`)).headers.get('x-price-kinds')!
    const text = await page(query)
    const kinds = Array.from(
      text.matchAll(/href="\/en\/machines\?([^"]*price_kind=(\w+)[^"]*)"[^>]*>[^<]*<small>([\d,]+)/g),
      ([, address, kind, n]) => ({
        address: address!.replaceAll('&amp;', '&'),
        kind,
        n: Number(n!.replaceAll(',', '')),
      }),
    )
    assert.ok(kinds.length > 1)
    assert.equal(kinds.map(({ kind, n }) => `${kind}=${n}`).join(', '), reported)
    for (const { address, n } of kinds) {
      const alone = await page(address)
      assert.equal(foundIn(alone), n)
      assert.doesNotMatch(alone, /class="note mixed"/)
    }
    assert.doesNotMatch(await page('machine_class=tractor'), /class="note mixed"/)
  })

  await t.test('answers with implements and used machines too, what was asked for first', async () => {
    const answersOf = (text: string) =>
      Array.from(
        (/<nav aria-label="Results">[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '').matchAll(/href="([^"]*)"[^>]*>([^<]*)</g),
        ([, address, label]) => ({ address: address!.replaceAll('&amp;', '&'), label: label! }),
      )
    const totalOf = async (address: string) => {
      const result = await (await service.get(address, HTML)).text()
      return result.includes('results-title') ? foundIn(result) : namesIn(result).length
    }
    for (const [q, first] of [
      ['rotavator', /^17 implements$/],
      ['रोटावेटर', /^17 implements$/],
      ['second hand tractor punjab', /^\d+ used machines?$/],
      ['purana swaraj', /^\d+ used machines?$/],
      ['swaraj 744', /^\d+ used machines?$/],
    ] as const) {
      const input = answersOf(await page(new URLSearchParams({ q })))
      assert.match(input[0]!.label, first, q)
      for (const { address, label } of input) {
        if (address.startsWith('/')) assert.equal(await totalOf(address), Number.parseInt(label, 10), address)
      }
    }
    assert.deepEqual(answersOf(await page('q=tractor+launched+in+2023')), [], 'nothing but machines is launched')
    for (const [q, n] of [
      ['used mahindra rotavator', 0],
      ['used disc harrow', 1],
    ] as const) {
      const used = answersOf(await page(new URLSearchParams({ q }))).filter(({ label }) => label.includes('used'))
      assert.deepEqual(
        used.map(({ label }) => label),
        n === 0 ? [] : [`${n} used machine`],
        q,
      )
    }
    const instead = await page('q=backhoe+under+20+lakh')
    assert.match(instead, /<h2 id="answer-used">[\s\S]*aria-current="true">6 used machines<[\s\S]*class="ways"/)
    const rotavator = await page('q=rotavator')
    assert.equal(foundIn(rotavator), 0)
    assert.doesNotMatch(rotavator, /class="empty"|used machines</)
    assert.ok(namesIn(rotavator).length > 0)
    assert.match(await page('q=nothing-like-this-zz'), /class="empty"/)
  })

  await t.test('names on its search field where suggestions come from, in words of the page', async () => {
    const [form] = /<form [^>]*id="ask"[^>]*>/.exec(await (await service.get('/hi/', HTML)).text())!
    const [, address] = / data-suggest="([^"]+)"/.exec(form)!
    assert.match(form, / data-manufacturer="कंपनी" data-class="मशीन का प्रकार"/)
    const { suggestions } = (await (await service.get(`${address}?q=mah`)).json()) as { suggestions: object[] }
    assert.ok(suggestions.length > 0)
  })

  await t.test('offers the comparison of machines with "vs" between them', async () => {
    for (const q of ['mahindra 575 vs swaraj 744', 'mahindra 575 di vs swaraj 744 fe vs sonalika di 35'])
      assert.match(
        await page(new URLSearchParams({ q })),
        /<a class="button" href="\/en\/compare\?slugs=mahindra-575-di,swaraj-744-\w+[^"]*">Compare/,
      )
    assert.doesNotMatch(await page('q=mahindra+575'), /class="button" href="\/en\/compare\?slugs=/)
  })

  await t.test('leads with the prices of a state', async () => {
    for (const query of ['machine_class=tractor&state=pb', 'q=tractor+price+in+punjab']) {
      assert.match(await filters(query), /<option value="PB" selected>/)
    }
    assert.match(await page('machine_class=tractor&state=pb'), /<small>[^<]*20\d\d · Punjab<\/small>/)
  })
})

it('the list of used machines', async (t) => {
  const service = await sampleService()
  const page = async (query: string | URLSearchParams) => {
    const response = await service.get(`/hi/used?${query}`, HTML)
    assert.equal(response.status, 200, String(query))
    return response.text()
  }
  const filters = async (query: string) => (await service.get(`/hi/filters/used?${query}`, HTML)).text()

  await t.test('sends with its form what has no field there, sent or said', async () => {
    const sent =
      'q=tractor+2015-2022+first+owner+under+50000+km&seller=owner&price_min=100000&inspection_mode=declared,photo'
    const text = await page(sent)
    const fields = fieldsOf(await filters(sent), 'filters')
    assert.deepEqual(Object.fromEntries(fields), {
      ...{ q: 'tractor', year_min: '2015', year_max: '2022', owners_max: '1', km_max: '50000' },
      ...{ seller: 'owner', price_min: '100000', inspection_mode: 'declared,photo' },
    })
    const again = await page(fields)
    assert.ok(foundIn(text) > 0)
    assert.equal(foundIn(again), foundIn(text))
    assert.deepEqual(namesIn(again), namesIn(text))
  })

  await t.test('leads from a listing to all of its dealer, and names the dealer there', async () => {
    const listing = await (await service.get('/hi/used/3', HTML)).text()
    const [, address] = /डीलर: <a href="\/hi\/used\?([^"]+)">Malwa Tractor House</.exec(listing)!
    const text = await page(address!)
    assert.match(text, /<h1>[^<]*Malwa Tractor House<\/h1>/)
    const sellers = [...text.matchAll(/<dd>डीलर: ([^<]+)/g)].map(([, name]) => name)
    assert.equal(sellers.length, foundIn(text))
    assert.deepEqual([...new Set(sellers)], ['Malwa Tractor House'])
    assert.match(await (await service.get('/en/used/1', HTML)).text(), /<dt>Seller<\/dt><dd>Owner/)
  })

  await t.test('says how the text was read and which words were left out', async () => {
    const text = await page('q=mahindra+ac+cabin+punjab&sort=hours_asc')
    assert.match(text, /<p class="tag"><span class="unseen">[^<]*<\/span>महिंद्रा<\/p>/)
    assert.match(text, /<p class="quiet">[^<]*ac, cabin/)
    assert.match(text, /class="chip"[^>]*><span class="unseen">पंजाब हटाएँ/)
    const sort = await page('q=cheapest+mahindra&sort=year_desc')
    assert.match(sort, /<p class="quiet">[^<]*cheapest/, 'a wish that another sort overrules')
    assert.doesNotMatch(await page('q=mahindra'), /<p class="tag"/)
  })

  await t.test('counts on each button what stands behind it', async () => {
    const followed = new Set<string>()
    const starts = ['', 'state=PB', 'state=PB&district=Ludhiana', 'q=mahindra+tractor+2012-2022&state=MH&owners_max=2']
    starts.push('near=141001&within_km=400&sort=distance_asc', 'seller=dealer,owner&price_max=900000&sort=price_asc')
    for (const start of starts) {
      const text = await filters(start)
      const fields = fieldsOf(text, 'filters')
      for (const [whole, name] of text.matchAll(/<select name="([^"]+)">.*?<\/select>/gs)) {
        const counted = [...whole.matchAll(/<option value="([^"]*)"[^>]*>[^<]*\(([\d,]+)\)<\/option>/g)]
        for (const [, value, n] of [counted.at(0), counted.at(1), counted.at(-1)].filter(
          (item) => item !== undefined,
        )) {
          const requested = new URLSearchParams(fields)
          requested.set(name!, value!)
          assert.equal(foundIn(await page(requested)), Number(n), `${start}: ${name} ${value}`)
          followed.add(name!)
        }
      }
    }
    const named = ['district', 'inspection_mode', 'machine_class', 'maker', 'seller', 'state']
    assert.deepEqual([...followed].sort(), named)
    for (const path of ['classes/tractor', 'makers/mahindra', 'machines?q=swaraj+744']) {
      const text = await (await service.get(`/en/${path}`, HTML)).text()
      const link = /href="\/en\/(used[^"]*)"[^>]*>([\d,]+) used machines?</.exec(text)
      const [, address, n] = link ?? assert.fail(`/en/${path} counts none`)
      const behind = await (await service.get(`/en/${address!.replaceAll('&amp;', '&')}`, HTML)).text()
      assert.equal(foundIn(behind), Number(n!.replaceAll(',', '')), `/en/${path}: ${address}`)
    }
  })

  await t.test('leaves what belongs to a place when the place is taken away, and nothing else', async () => {
    const all = foundIn(await page(''))
    assert.equal(foundIn(await page('near=&within_km=100&sort=distance_asc')), all)
    const sorted = await page('near=ludhiana&sort=price_asc&within_km=100')
    assert.match(sorted, /<option value="price_asc" selected>/)
    const near = await page('near=141001&within_km=400&sort=price_asc')
    assert.match(near, /href="\/hi\/used\?sort=price_asc"/)
  })

  await t.test('names the condition that nothing meets, and what comes nearest to it', async () => {
    const text = await page('state=PB&price_max=50000')
    assert.equal(foundIn(text), 0)
    const ways = [...text.matchAll(/<a class="chip" href="([^"]+)" rel="nofollow">[^<]+<small>([^<]+)/g)]
    assert.deepEqual(
      ways.map(([, address]) => address),
      ['/hi/used?price_max=50000', '/hi/used?state=PB'],
    )
    for (const [, address, n] of ways)
      assert.equal(foundIn(await page(address!.split('?')[1]!)), Number.parseInt(n!, 10))
    const nearest = [...text.matchAll(/<li class="card">.*?<strong>([^<]+).*?class="lacks">([^<]+)/gs)]
    assert.equal(nearest.length, 3)
    assert.match(nearest[0]![2]!, /पंजाब/)
    assert.match(nearest[1]![2]!, /₹50,000/)
    // Of those that cost more, the cheapest.
    const cheapest = await page('state=PB&sort=price_asc')
    assert.ok(cheapest.indexOf(nearest[1]![1]!) > 0)
    assert.equal(/<li class="card">.*?<strong>([^<]+)/s.exec(cheapest)![1], nearest[1]![1])
  })

  await t.test('takes a PIN or a district with a distance as a place, and other areas as words', async () => {
    const near = await page('near=141001&sort=distance_asc')
    assert.match(near, /लुधियाना, पंजाब · 0 किमी दूर/)
    assert.match(await page('near=ludhiana&sort=distance_asc'), /<h1>[^<]*लुधियाना<\/h1>/)
    const within = await page('near=ludhiana&within_km=100')
    assert.equal(foundIn(within), foundIn(await page('near=Ludhiana,PB&within_km=100')))
    assert.notEqual(foundIn(within), foundIn(await page('near=Ludhiana,PB&within_km=400')))
    assert.equal(fieldsOf(await filters('near=ludhiana&within_km=100'), 'filters').get('within_km'), '100')
  })

  await t.test('says that a place is not known, and searches without it', async () => {
    for (const near of ['199999', 'nowhere', 'nowhere,PB']) {
      const text = await page(new URLSearchParams({ near, within_km: '100', seller: 'dealer' }))
      assert.match(text, new RegExp(`role="status">“${near}” नाम की जगह नहीं मिली`))
      assert.match(text, new RegExp(`name="near" value="${near}"`))
      assert.equal(foundIn(text), foundIn(await page('seller=dealer')))
    }
    assert.match(await page('q=qqqq&seller=dealer'), /“qqqq” हटाकर देखें/)
  })

  await t.test('names a district as it is written, or in the script of the page where that name is known', async () => {
    assert.match(await page('q=ludhiana'), /<h1>[^<]*लुधियाना<\/h1>/)
    assert.match(await (await service.get('/en/used?q=ludhiana', HTML)).text(), /<h1>[^<]*Ludhiana<\/h1>/)
  })
})
