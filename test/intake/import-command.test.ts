import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { newFolder, sqlite } from '../backends.ts'
import { yantra, yantraReading } from '../service.ts'
import { implement, listing, machine, maker } from './take.ts'

const lines = (...rows: (object | string)[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')
const named = (slug: string) => ({ type: 'manufacturer', slug, name: slug })

async function bench(t: TestContext) {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const folder = newFolder(t)
  const path = (name: string) => join(folder, name)
  return {
    env,
    path,
    /** Writes a file, imports it, and shortens its path in what was said. */
    async take(name: string, content: string | Buffer, ...options: string[]) {
      writeFileSync(path(name), content)
      const result = await yantra(env, 'import', path(name), '--json', ...options)
      const said = result.stderr.replaceAll(`${folder}/`, '')
      const summary = result.stdout === '' ? undefined : JSON.parse(result.stdout.trim().split('\n').at(-1)!)
      return { code: result.code, said, summary }
    },
  }
}

it('ends with the summary, in words or as JSON', async (t) => {
  const { env, path, take } = await bench(t)
  const { code, said, summary } = await take('a.ndjson', lines(maker, machine, implement, listing))
  assert.deepEqual([code, said], [0, ''])
  assert.deepEqual(summary, { read: 4, created: 4, changed: 0, unchanged: 0, rejected: 0 })
  const again = await yantra(env, 'import', path('a.ndjson'))
  assert.equal(again.stdout, 'read 4, created 0, changed 0, unchanged 4, rejected 0\n')
})

it('keeps the good rows and says what is wrong with the bad ones', async (t) => {
  const { take } = await bench(t)
  const text = lines(
    maker,
    'not JSON',
    { ...machine, wheel_drive: '3wd', wheel_drve: '2wd' },
    { ...machine, launched_at: '2026-02-30' },
    '',
    { ...machine, slug: 'a\nb' },
    `{"type":"manufacturer","slug":"big","name":"Big","id":9007199254740993}`,
    '"a string"',
    machine,
    { ...machine, name: 'The same slug again' },
  )
  const { code, said, summary } = await take('bad.ndjson', text)
  assert.equal(code, 1)
  assert.deepEqual(summary, { read: 9, created: 2, changed: 1, unchanged: 0, rejected: 6 })
  const reported = said.trimEnd().split('\n')
  assert.deepEqual(
    reported.map((line) => line.split(': ').slice(0, 2).join(': ')),
    [
      'bad.ndjson:2: row',
      'bad.ndjson:3: wheel_drive',
      'bad.ndjson:3: wheel_drve',
      'bad.ndjson:4: launched_at',
      'bad.ndjson:6: slug',
      'bad.ndjson:7: id',
      'bad.ndjson:8: row',
    ],
  )
  assert.match(reported[0]!, /is not JSON/)
  assert.equal(reported[1], 'bad.ndjson:3: wheel_drive: must be one of 2wd, 4wd, crawler')
  assert.equal(reported[2], 'bad.ndjson:3: wheel_drve: is not a field of a machine; did you mean wheel_drive?')
})

it('reads gzip by its content, of one member or several, and standard input', async (t) => {
  const { env, take } = await bench(t)
  const members = Buffer.concat([gzipSync(lines(named('a'))), gzipSync(lines(named('b')))])
  assert.equal((await take('no-ending', members)).summary.created, 2)
  const piped = await yantraReading(lines(named('a'), named('c')), env, 'import', '-', '--json')
  assert.deepEqual(JSON.parse(piped.stdout), { read: 2, created: 1, changed: 0, unchanged: 1, rejected: 0 })
  const bad = await yantraReading('x', env, 'import', '-')
  assert.match(bad.stderr, /^-:1: row: is not JSON/)
})

it('keeps what a truncated or damaged gzip held, and says so', async (t) => {
  const { take } = await bench(t)
  const many = Array.from({ length: 3_000 }, (_, at) =>
    named(
      `maker-${at}-${Math.sin(at + 1)
        .toString(36)
        .slice(3)}`,
    ),
  )
  const whole = gzipSync(lines(...many))
  const half = Math.floor(whole.length / 2)
  const cut = await take('cut.ndjson.gz', whole.subarray(0, half))
  assert.equal(cut.code, 1)
  assert.match(cut.said, /^cut\.ndjson\.gz:\d+: row: the gzip data end before they are complete\n$/)
  assert.ok(cut.summary.created > 1_000, String(cut.summary.created))
  assert.equal(cut.summary.rejected, 1)
  const damaged = Buffer.from(whole)
  damaged.fill(0, half, half + 64)
  const broken = await take('damaged.ndjson.gz', damaged)
  assert.match(broken.said, /row: the gzip data are damaged\n$/)
  assert.equal(broken.code, 1)
  assert.equal((await take('cut.ndjson.gz', whole)).code, 0)
})

it('reads a byte order mark and CRLF, and names lines in another encoding', async (t) => {
  const { take } = await bench(t)
  const latin = Buffer.concat([
    Buffer.from(`\ufeff${JSON.stringify(named('a'))}\r\n`),
    Buffer.from(`{"type":"manufacturer","slug":"b","name":"Citro\xebn"}\n`, 'latin1'),
    Buffer.from(lines(named('c'))),
  ])
  const result = await take('latin.ndjson', latin)
  assert.equal(result.said, 'latin.ndjson:2: row: is not valid UTF-8\n')
  assert.equal(result.summary.created, 2)
  const wide = await take('wide.ndjson', Buffer.from(`\ufeff${lines(named('d'))}`, 'utf16le'))
  assert.deepEqual([wide.code, wide.said], [1, 'wide.ndjson:1: row: is UTF-16: write it as UTF-8\n'])
})

it('passes over a line of 50 MB', async (t) => {
  const { take } = await bench(t)
  const long = `{"type":"manufacturer","slug":"b","name":"${'x'.repeat(50_000_000)}"}`
  for (const content of [lines(named('a'), long, named('c')), gzipSync(lines(named('a'), long, named('c')))]) {
    const { code, said, summary } = await take('long', content)
    assert.deepEqual([code, said], [1, 'long:2: row: is longer than 4 MB\n'])
    assert.deepEqual([summary.read, summary.rejected], [3, 1])
  }
})

it('writes the bad rows with their reasons, to be corrected and imported', async (t) => {
  const { path, take } = await bench(t)
  const rejects = path('rejects.ndjson')
  const bad = { ...machine, wheel_drive: '3wd', operating_weight_kg: 1860 }
  await take('a.ndjson', lines(maker, bad, 'oops', listing), '--rejects', rejects)
  const written = readFileSync(rejects, 'utf8')
  const rows = written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(rows[0], {
    ...bad,
    _errors: ['wheel_drive: must be one of 2wd, 4wd, crawler'],
    _from: `${path('a.ndjson')}:2`,
  })
  assert.equal(rows[1]._row, 'oops')
  const corrected = await take('b.ndjson', written.replace('3wd', '2wd').split('\n')[0]!)
  assert.deepEqual([corrected.code, corrected.summary.created], [0, 1])
  const still = await take('c.ndjson', written, '--rejects', rejects)
  assert.equal(still.summary.rejected, 2)
  assert.equal(JSON.parse(readFileSync(rejects, 'utf8').split('\n')[0]!)._errors.length, 1)
})

it('reads CSV: cells by the type of their field, empty ones absent, file lines in messages', async (t) => {
  const { env, take } = await bench(t)
  await take('m.ndjson', lines(maker))
  const csv = [
    'slug,name,manufacturer,machine_class,lifecycle,kind,engine_hp,is_sample,linkage,prices,published_at',
    `a-1,"A, ""one""",mahindra,tractor,current,,45.5,true,"[""cat-2""]",,2024-01-01`,
    `a-2,"two`,
    `lines","{""slug"":""new"",""name"":""New""}",tractor,current,utility,,,,,`,
    '',
    'a-3,Three,mahindra,tractor,current,,many,,,,',
    'a-4,Four,mahindra,tractor,current,,,,[broken,,',
  ].join('\r\n')
  const { code, said, summary } = await take('machines.csv', `\ufeff${csv}\r\n`, '--type', 'machine')
  assert.equal(code, 1)
  assert.deepEqual(said.split('\n'), [
    'machines.csv:6: engine_hp: must be a number',
    'machines.csv:7: linkage: the cell holds broken JSON',
    '',
  ])
  assert.deepEqual(summary, { read: 4, created: 2, changed: 0, unchanged: 0, rejected: 2 })
  const { stdout } = await yantra(env, 'export')
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const one = rows.find((row) => row.slug === 'a-1')
  assert.deepEqual([one.name, one.engine_hp, one.is_sample, one.linkage], ['A, "one"', 45.5, true, ['cat-2']])
  const two = rows.find((row) => row.slug === 'a-2')
  assert.deepEqual([two.name, two.manufacturer], ['two\nlines', 'new'])
})

it('says what is wrong with a table as a whole', async (t) => {
  const { take } = await bench(t)
  assert.match((await take('a.csv', 'slug,name\na,A\n')).said, /^a\.csv:1: row: has no column "type"/)
  assert.match((await take('b.csv', 'slug,slug\na,A\n', '--type', 'manufacturer')).said, /names slug twice/)
  const open = await take('c.csv', 'slug,name\na,A\nb,"B\nc,C\n', '--type', 'manufacturer')
  assert.match(open.said, /^c\.csv:3: row: is not CSV: Quote Not Closed/)
  assert.deepEqual([open.summary.created, open.summary.rejected], [1, 1])
})

it('keeps none with --strict and nothing with --dry-run', async (t) => {
  const { env, take } = await bench(t)
  const strict = await take('a.ndjson', lines(named('a'), 'x'), '--strict')
  assert.deepEqual([strict.code, strict.summary.created, strict.summary.rejected], [1, 0, 1])
  const dry = await take('b.ndjson', lines(named('b')), '--dry-run')
  assert.deepEqual([dry.code, dry.summary.created], [0, 1])
  assert.doesNotMatch((await yantra(env, 'export')).stdout, /"manufacturer","id"/)
})

it('reads several files in their order', async (t) => {
  const { env, path } = await bench(t)
  writeFileSync(path('1.ndjson'), lines(maker))
  writeFileSync(path('2.ndjson'), lines(machine))
  const right = await yantra(env, 'import', path('1.ndjson'), path('2.ndjson'), '--json')
  assert.equal(JSON.parse(right.stdout).created, 2)
})

it('could not run: no file, a missing one, a folder, an unknown option, rejects over the input', async (t) => {
  const { env, path } = await bench(t)
  writeFileSync(path('a.ndjson'), lines(maker))
  for (const args of [
    [],
    [path('a.ndjson'), path('missing.ndjson')],
    [path('.')],
    ['--what', path('a.ndjson')],
    ['--type', 'tractor', path('a.ndjson')],
    ['--rejects', path('a.ndjson'), path('a.ndjson')],
    ['--rejects', path('no/such/folder'), path('a.ndjson')],
  ]) {
    const { code, stdout, stderr } = await yantra(env, 'import', ...args)
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.notEqual(stderr, '')
  }
  assert.equal(readFileSync(path('a.ndjson'), 'utf8'), lines(maker))
})
