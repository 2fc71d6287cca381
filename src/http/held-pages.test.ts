import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Catalogue } from '../read-model/catalogue.ts'
import { createHeldPages, createPagePath, pageAnswer } from './held-pages.ts'

const URL = '/en/used'
const answer = () => pageAnswer(URL, `<p>${'used '.repeat(10)}</p>`, 'en', { 'x-page': 'yes' })

/** A catalogue that has nothing but its place in time. */
function held() {
  const listeners: (() => void)[] = []
  const catalogue = { revision: 1, generation: 1, onChange: (listener: () => void) => listeners.push(listener) }
  const pages = createHeldPages(catalogue as unknown as Catalogue)
  const change = () => {
    catalogue.generation++
    for (const listener of listeners) listener()
  }
  return { pages, catalogue, change }
}

describe('held pages', () => {
  it('keep a page apart from the part of it that changes with filters', () => {
    const { pages } = held()
    pages.making(URL, {})(answer())
    assert.ok(pages.get(URL, {}))
    assert.equal(pages.get(URL, { 'yantra-part': 'results' }), undefined)
  })

  it('give nothing that was made before a listing or a machine changed', () => {
    const { pages, catalogue, change } = held()
    const begun = pages.making(URL, {})
    catalogue.revision = 2
    begun(answer())
    assert.equal(pages.get(URL, {}), undefined, 'made from what was there before the change')
    pages.making(URL, {})(answer())
    assert.ok(pages.get(URL, {}))
    change()
    assert.equal(pages.get(URL, {}), undefined)
  })

  it('are given past the app but to whoever just chose a language, or asks too often', () => {
    const { pages } = held()
    pages.making(URL, {})(answer())
    let allowed = true
    const written: { status: number; fields: string[] }[] = []
    const path = createPagePath({
      pages,
      limit: () => ({ allowed, remaining: 1, resetMs: 1 }),
      nextRequestId: () => 'id',
      observe: () => {},
    })
    const response = { writeHead: (status: number, fields: string[]) => written.push({ status, fields }), end() {} }
    const ask = (headers: object, method = 'GET') => path({ method, url: URL, headers } as never, response as never)
    assert.equal(ask({}), true)
    assert.equal(written[0]?.status, 200)
    for (const field of ['x-page', 'content-language', 'etag', 'vary']) assert.ok(written[0]?.fields.includes(field))
    assert.equal(ask({}, 'POST'), false)
    const chosen = { host: 'a.example', referer: 'https://a.example/hi/', 'sec-fetch-site': 'same-origin' }
    assert.equal(ask(chosen), false)
    allowed = false
    assert.equal(ask({}), false)
    assert.equal(written.length, 1)
  })
})
