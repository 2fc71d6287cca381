import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createResolver, createTargetGuard, readHosts, readTarget, TargetNotAllowedError } from './ssrf-guard.ts'

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

it('refuses other schemes, ports, user-info, long ones and what is no absolute URL', () => {
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

it('refuses every spelling of this machine, and no name that only begins or ends like it', () => {
  for (const host of ['localhost', 'localhost.', 'localhost..', 'a.localhost', 'a.b.localhost.'])
    assert.match(problem(`https://${host}/`) ?? '', /public/, host)
  for (const host of ['localhost.example', 'alocalhost']) assert.equal(problem(`https://${host}/`), undefined, host)
})

it('takes no scheme before another, and a named port 443', () => {
  assert.match(problem('mailto:https://a.example') ?? '', /^must be an absolute URL/)
  assert.equal(problem('http://a.example:443/', lenient), undefined)
})

it('asks for addresses where a name needs it, and never for a name that cannot exist', async () => {
  const requested: string[] = []
  const result: Record<string, string[]> = { 'a.example': ['8.8.8.8'], 'invalid.example': ['8.8.4.4'], 'b.example': [] }
  const resolve = async (host: string) => {
    requested.push(host)
    return (result[host] ?? ['9.9.9.9']).map((address) => ({ address, family: 4 }))
  }
  const guard = createTargetGuard({ allowPrivate: false, resolve })
  const nowhere = 'names a host that does not resolve'
  for (const [url, reported] of [
    ['https://a.example/', undefined],
    ['https://invalid.example/', undefined],
    ['https://b.example/', nowhere],
    ['https://8.8.8.8/', undefined],
    ['https://invalid/', nowhere],
    ['https://a.invalid/', nowhere],
    ['https://a.invalid./', nowhere],
    ['ftp://a.example/', 'must be https'],
  ] as const)
    assert.equal(await guard.problemOf(url), reported, url)
  assert.deepEqual(requested, ['a.example', 'invalid.example', 'b.example'])
  assert.throws(() => guard.admit('ftp://a.example/'), TargetNotAllowedError)
  const lookup = (host: string) =>
    new Promise((resolve) => guard.lookup(host, { all: true }, (error, addresses) => resolve(error ?? addresses)))
  assert.deepEqual(await lookup('a.example'), [{ address: '8.8.8.8', family: 4 }])
  assert.match(String(await lookup('b.example')), /b\.example has no address/)
  assert.match(String(await lookup('a.invalid')), /a\.invalid has no address/)
  assert.equal(await createTargetGuard({ allowPrivate: true, resolve }).problemOf('http://127.0.0.1:8080/'), undefined)
})

it('reads names of a hosts file in any case, without what is said beside them', async () => {
  const hosts =
    '# ours\n\t10.0.0.1\tAB.example   cd.example # ef.example\n10.0.0.2 gh.example#\nno-address gh.example\n'
  const of = (name: string) => readHosts(hosts, name).map(({ address }) => address)
  const names = ['ab.example', 'cd.example', 'ef.example', 'gh.example', '10.0.0.1']
  assert.deepEqual(names.map(of), [['10.0.0.1'], ['10.0.0.1'], [], ['10.0.0.2'], []])
  // What the file names is not asked for: nobody listens there.
  const result = await createResolver(['127.0.0.1:1'])('LocalHost.')
  assert.ok(result.some(({ address }) => address === '127.0.0.1'))
  assert.doesNotThrow(() => createResolver())
})
