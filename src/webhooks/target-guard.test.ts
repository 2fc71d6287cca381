import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readTarget } from './target-guard.ts'

const strict = { allowPrivate: false }
const lenient = { allowPrivate: true }

function problem(text: string, rules = strict): string | undefined {
  const target = readTarget(text, rules)
  return 'problem' in target ? target.problem : undefined
}

it('takes https on port 443 and above 1023', () => {
  for (const url of [
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:443/',
    'HTTPS://HOOKS.example.com:8443',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]:1024/',
    'https://xn--r8jz45g.example/',
    'https://hooks.example.com./',
    'https://mylocalhost/',
    'https://localhost.example.com/',
  ]) {
    assert.equal(problem(url), undefined, url)
  }
})

it('refuses other schemes, ports, user-info and what is no absolute URL', () => {
  for (const url of ['http://example.com/', 'ftp://example.com/', 'javascript:alert(1)', 'file:///etc/passwd']) {
    assert.ok(problem(url), url)
  }
  for (const port of [1, 22, 80, 444, 1023]) assert.match(problem(`https://example.com:${port}/`) ?? '', /port/)
  for (const userInfo of ['user@', 'user:pass@', ':pass@', '@', '%40@']) {
    assert.match(problem(`https://${userInfo}example.com/`) ?? '', /user name/, userInfo)
  }
  for (const text of [
    '',
    '/hook',
    'example.com',
    'https:example.com',
    'https:/example.com',
    'https://',
    'https://a b/',
  ]) {
    assert.ok(problem(text), text)
  }
  for (const text of [
    ' https://example.com/',
    'https://exa\tmple.com/',
    'https:\\\\example.com\\',
    'https://a/\u200b',
  ]) {
    assert.match(problem(text) ?? '', /blanks/, JSON.stringify(text))
  }
})

it('takes at most 2,048 characters', () => {
  const base = 'https://example.com/'
  assert.equal(problem(base + 'a'.repeat(2_048 - base.length)), undefined)
  assert.match(problem(base + 'a'.repeat(2_049 - base.length)) ?? '', /2048/)
})

it('in development takes http, port 80 and private addresses, and keeps the other rules', () => {
  for (const url of ['http://localhost:8080/', 'http://127.0.0.1/', 'http://[::1]:80/', 'https://10.0.0.1/']) {
    assert.equal(problem(url, lenient), undefined, url)
  }
  for (const url of ['http://127.0.0.1:81/', 'https://127.0.0.1:80/', 'http://u@127.0.0.1/', 'ftp://127.0.0.1/']) {
    assert.ok(problem(url, lenient), url)
  }
})
