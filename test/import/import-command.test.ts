import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { newFolder, sqlite } from '../backends.ts'
import { yantra, yantraReading } from '../service.ts'
import { implement, listing, machine, manufacturer } from './take.ts'

const lines = (...rows: (object | string)[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')
const COUNTS = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0, to_review: 0 }
const NO_REASONS = {
  ...COUNTS,
  removed: {},
  emptied: {},
  left_out: {},
  warnings: [],
  not_rows: 0,
  unpublished: 0,
}
const NONE = { ...NO_REASONS, reasons: [] }
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
      const [spoken = '', totals = ''] = result.stderr
        .replace(/^Database: .*\n/, '')
        .replaceAll(`${folder}/`, '')
        .split(/\n(?=Understood|Rejected, by reason|Taken with)/)
      const summary = result.stdout === '' ? undefined : JSON.parse(result.stdout.trim().split('\n').at(-1)!)
      return { code: result.code, said: spoken, totals, summary }
    },
  }
}

it('ends with the summary, in words or as JSON', async (t) => {
  const { env, path, take } = await bench(t)
  const { code, said: spoken, summary } = await take('a.ndjson', lines(manufacturer, machine, implement, listing))
  assert.deepEqual([code, spoken], [0, ''])
  assert.deepEqual(summary, { ...NONE, read: 4, created: 4 })
  const again = await yantra(env, 'import', path('a.ndjson'))
  assert.equal(again.stdout, 'read 4, created 0, changed 0, unchanged 4, rejected 0, repeated 0\n')
})

it('keeps the good rows and says what is wrong with the bad ones', async (t) => {
  const { take } = await bench(t)
  const text = lines(
    manufacturer,
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
  const { code, said: spoken, summary } = await take('bad.ndjson', text)
  assert.equal(code, 1)
  const { reasons, warnings, ...counts } = summary
  const { warnings: _, ...expected } = NO_REASONS
  assert.deepEqual(counts, { ...expected, read: 9, created: 2, changed: 1, rejected: 6, repeated: 1 })
  assert.deepEqual(
    warnings.map(({ field, reason, rows }: Record<string, unknown>) => [field, reason, rows]),
    [['slug', 'replaces an earlier row of this input', 1]],
  )
  assert.deepEqual(reasons.length, 7)
  const reported = spoken.trimEnd().split('\n')
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
      'bad.ndjson:10: warning',
    ],
  )
  assert.match(reported[0]!, /is not JSON/)
  assert.equal(
    reported[1],
    'bad.ndjson:3: wheel_drive: must be one of 2wd, 4wd, crawler; found "3wd"; did you mean 2wd?',
  )
  assert.equal(
    reported[2],
    'bad.ndjson:3: wheel_drve: is not a field of a machine; found "2wd"; did you mean wheel_drive?',
  )
  assert.equal(
    reported[7],
    'bad.ndjson:10: warning: slug: replaces an earlier row of this input; found mahindra-575-di at bad.ndjson:9',
  )
})

it('says which kind of its class was probably meant', async (t) => {
  const { take } = await bench(t)
  const { said: spoken } = await take('kind.ndjson', lines(manufacturer, { ...machine, kind: 'utilty' }))
  assert.match(
    spoken,
    /^kind\.ndjson:2: kind: must be one of [^:]*: the kinds of tractor; found utilty; did you mean utility\?$/m,
  )
})

it('reads gzip by its content, of one member or several, and standard input', async (t) => {
  const { env, take } = await bench(t)
  const members = Buffer.concat([gzipSync(lines(named('a'))), gzipSync(lines(named('b')))])
  assert.equal((await take('no-ending', members)).summary.created, 2)
  const piped = await yantraReading(lines(named('a'), named('c')), env, 'import', '-', '--json')
  assert.deepEqual(JSON.parse(piped.stdout), { ...NONE, read: 2, created: 1, unchanged: 1 })
  const bad = await yantraReading('x', env, 'import', '-')
  assert.match(bad.stderr, /^-:1: row: is not JSON/m)
})

it('keeps what a truncated or damaged gzip held, and says so', async (t) => {
  const { take } = await bench(t)
  const many = Array.from({ length: 3_000 }, (_, i) =>
    named(
      `maker-${i}-${Math.sin(i + 1)
        .toString(36)
        .slice(3)}`,
    ),
  )
  const whole = gzipSync(lines(...many))
  const half = Math.floor(whole.length / 2)
  const cut = await take('cut.ndjson.gz', whole.subarray(0, half))
  assert.equal(cut.code, 1)
  assert.match(cut.said, /^cut\.ndjson\.gz:\d+: row: the file is truncated\n$/)
  assert.ok(cut.summary.created > 1_000, String(cut.summary.created))
  assert.equal(cut.summary.rejected, 1)
  const damaged = Buffer.from(whole)
  damaged.fill(0, half, half + 64)
  const broken = await take('damaged.ndjson.gz', damaged)
  assert.match(broken.said, /row: the gzip data are damaged\n$/)
  assert.equal(broken.code, 1)
  assert.equal((await take('cut.ndjson.gz', whole)).code, 0)
})

it('refuses the rest of a small gzip that unfolds without end', async (t) => {
  const { take } = await bench(t)
  const bomb = gzipSync(Buffer.concat([Buffer.from(lines(named('a'))), Buffer.alloc(80_000_000, 0x20)]))
  assert.ok(bomb.length < 100_000)
  const { code, said: spoken, summary } = await take('bomb.ndjson.gz', bomb)
  const reason = 'the gzip unfolds to more than 200 times its size: the rest is not read'
  assert.deepEqual([code, spoken], [1, `bomb.ndjson.gz:2: row: ${reason}\n`])
  assert.deepEqual([summary.created, summary.rejected], [1, 1])
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
  assert.deepEqual(
    [wide.code, wide.said],
    [1, 'wide.ndjson:1: row: is UTF-16: write it as UTF-8, or say --format csv if it is a table\n'],
  )
})

it('skips a line longer than 4 MB', async (t) => {
  const { take } = await bench(t)
  const long = `{"type":"manufacturer","slug":"b","name":"${'x'.repeat(6_000_000)}"}`
  for (const content of [lines(named('a'), long, named('c')), gzipSync(lines(named('a'), long, named('c')))]) {
    const { code, said: spoken, summary } = await take('long', content)
    assert.deepEqual([code, spoken], [1, 'long:2: row: is longer than 4 MB\n'])
    assert.deepEqual([summary.read, summary.rejected], [3, 1])
  }
})

it('writes the bad rows with their reasons, to be corrected and imported', async (t) => {
  const { path, take } = await bench(t)
  const rejects = path('rejects.ndjson')
  const bad = { ...machine, wheel_drive: '3wd', operating_weight_kg: 1860 }
  await take('a.ndjson', lines(manufacturer, bad, 'oops', listing), '--rejects', rejects)
  const written = readFileSync(rejects, 'utf8')
  const rows = written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(rows[0], {
    ...bad,
    _errors: ['wheel_drive: must be one of 2wd, 4wd, crawler; found "3wd"; did you mean 2wd?'],
    _from: `${path('a.ndjson')}:2`,
  })
  assert.equal(rows[1]._row, 'oops')
  const corrected = await take('b.ndjson', written.replace('"3wd"', '"2wd"').split('\n')[0]!)
  assert.deepEqual([corrected.code, corrected.summary.created], [0, 1])
  const still = await take('c.ndjson', written, '--rejects', rejects)
  assert.equal(still.summary.rejected, 2)
  assert.equal(JSON.parse(readFileSync(rejects, 'utf8').split('\n')[0]!)._errors.length, 1)
})

it('reads CSV: cells by the type of their field, empty ones absent, file lines in messages', async (t) => {
  const { env, take } = await bench(t)
  await take('m.ndjson', lines(manufacturer))
  const csv = [
    'slug,name,manufacturer,machine_class,lifecycle,kind,engine_hp,is_sample,linkage,brakes,published_at',
    `a-1,"A, ""one""",mahindra,tractor, Current ,,45.5,true,"[""cat-2""]",,2024-01-01`,
    `a-2,Two,"{""slug"":""new"",""name"":""New""}",tractor,current,utility,,,,"two`,
    `lines",`,
    '',
    'a-3,Three,mahindra,tractor,current,,many,,,,',
    'a-4,Four,mahindra,tractor,current,,,,[broken,,',
  ].join('\r\n')
  const { code, said: spoken, summary } = await take('machines.csv', `\ufeff${csv}\r\n`, '--type', 'machine')
  assert.equal(code, 1)
  assert.deepEqual(spoken.split('\n'), [
    'machines.csv:6: warning: engine_hp: is left out: must be a number; found "many"',
    'machines.csv:7: warning: linkage: is left out: the cell holds broken JSON; found [broken',
    '',
  ])
  assert.deepEqual([summary.read, summary.created, summary.rejected], [4, 4, 0])
  assert.deepEqual(summary.left_out, { engine_hp: 1, linkage: 1 })
  const { stdout } = await yantra(env, 'export')
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const item = rows.find((row) => row.slug === 'a-1')
  assert.deepEqual([item.name, item.engine_hp, item.is_sample, item.linkage], ['A, "one"', 45.5, true, ['cat-2']])
  const two = rows.find((row) => row.slug === 'a-2')
  assert.deepEqual([two.brakes, two.manufacturer], ['two\nlines', 'new'])
})

it('changes only the columns that a CSV has: an empty cell leaves a field, - clears it', async (t) => {
  const { env, take } = await bench(t)
  const full = { ...machine, brakes: 'Oil-immersed', family: 'Sarpanch' }
  await take('m.ndjson', lines(manufacturer, full))
  const stored = async () => {
    const { stdout } = await yantra(env, 'export')
    return JSON.parse(stdout.split('\n').find((line) => line.includes('"type":"machine"'))!)
  }
  const before = await stored()
  const csv = 'slug,engine_hp,brakes,family\nmahindra-575-di,46,,-\n'
  const { code, said: spoken, summary } = await take('a.csv', csv, '--type', 'machine')
  assert.deepEqual([code, spoken, summary], [0, '', { ...NONE, read: 1, changed: 1 }])
  const { family, ...rest } = before
  assert.equal(family, 'Sarpanch')
  assert.deepEqual(await stored(), { ...rest, engine_hp: 46 })
  await take('b.csv', 'slug,published_at\nmahindra-575-di,-\n', '--type', 'machine')
  assert.equal('published_at' in (await stored()), false)
  const fresh = await take('c.csv', 'slug,name\nmahindra-575-di,-\nm-2,Two\n', '--type', 'machine')
  assert.deepEqual(
    fresh.said.trimEnd().split('\n'),
    ['manufacturer', 'machine_class', 'lifecycle'].map((name) => `c.csv:3: ${name}: is missing`),
  )
  // What a record needs cannot be cleared: the sign then says that nothing is known.
  assert.equal((await stored()).name, before.name)
  const lost = await take('d.ndjson', lines({ ...machine, kind: undefined }), '--dry-run')
  assert.deepEqual(lost.summary.emptied, { kind: 1, brakes: 1 })
  assert.match(lost.said, /^d\.ndjson:1: warning: kind: is left out by the row, which empties it; found "utility"\n/)
})

it('says what is wrong with a table as a whole', async (t) => {
  const { take } = await bench(t)
  assert.match((await take('a.csv', 'slug,name\na,A\n')).said, /a\.csv may hold records of several types: say --type/)
  assert.match(
    (await take('b.csv', 'slug,slug\na,A\n', '--type', 'manufacturer')).said,
    /^b\.csv:1: row: the header names slug twice/,
  )
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
  writeFileSync(path('1.ndjson'), lines(manufacturer))
  writeFileSync(path('2.ndjson'), lines(machine))
  const right = await yantra(env, 'import', path('1.ndjson'), path('2.ndjson'), '--json')
  assert.equal(JSON.parse(right.stdout).created, 2)
})

it('could not run: no file, a missing one, a folder, an unknown option, rejects over the input', async (t) => {
  const { env, path } = await bench(t)
  writeFileSync(path('a.ndjson'), lines(manufacturer))
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
  assert.equal(readFileSync(path('a.ndjson'), 'utf8'), lines(manufacturer))
})

it('prints the first 20 of equal reasons, counts all, and says which values it found', async (t) => {
  const { take } = await bench(t)
  const bad = Array.from({ length: 50 }, (_, i) => ({ ...machine, slug: `m-${i}`, wheel_drive: `${i}wheels` }))
  const {
    said: spoken,
    totals,
    summary,
  } = await take('a.ndjson', lines(manufacturer, ...bad, { type: 'manufacturer', slug: 'b' }))
  const reported = spoken.trimEnd().split('\n')
  assert.equal(reported.length, 21)
  assert.match(reported[19]!, /^a\.ndjson:21: wheel_drive: .*; found "19wheels"$/)
  assert.match(reported[20]!, /^a\.ndjson:52: name: is missing$/)
  assert.deepEqual(summary.reasons, [
    { field: 'wheel_drive', reason: 'must be one of 2wd, 4wd, crawler', rows: 50 },
    { field: 'name', reason: 'is missing', rows: 1 },
  ])
  assert.match(totals, /50 rows {2}wheel_drive: must be one of 2wd, 4wd, crawler\n +1 row {3}name: is missing\n$/)
})

it('counts a record that comes twice, and rejects it with --strict; a patch after its row is none', async (t) => {
  const { take } = await bench(t)
  const patch = { type: 'machine', slug: machine.slug, patch: true, engine_hp: 46 }
  const text = lines(manufacturer, machine, patch, listing, { ...machine, engine_hp: 47 }, { ...listing, km: 5 })
  const strict = await take('a.ndjson', text, '--strict')
  assert.deepEqual(
    [strict.code, strict.summary.created, strict.summary.rejected, strict.summary.repeated],
    [1, 0, 2, 0],
  )
  assert.match(strict.said, /^a\.ndjson:5: slug: comes twice in this input; found mahindra-575-di at a\.ndjson:2\n/)
  assert.match(strict.said, /\na\.ndjson:6: id: comes twice in this input; found 7 at a\.ndjson:4\n/)
  const { code, said: spoken, summary } = await take('a.ndjson', text)
  assert.deepEqual([code, summary.repeated, summary.rejected], [0, 2, 0])
  assert.match(spoken, /^a\.ndjson:5: warning: slug: replaces an earlier row/)
})

it('says how many contacts and links it removed, by field, and warns of a PIN of another state', async (t) => {
  const { take, env, path } = await bench(t)
  const photos = ['https://wa.me/919876543210', 'https://media.example/1.jpg']
  const row = { ...listing, description: 'Call 98765 43210', photos, pin: '600001' }
  const { said: spoken, summary } = await take('a.ndjson', lines(row))
  assert.deepEqual(summary.removed, { photos: 1, description: 1 })
  assert.equal(spoken, 'a.ndjson:1: warning: pin: is not of the state; found 600001, of TN or PY, and PB\n')
  const again = await yantra(env, 'import', path('a.ndjson'))
  assert.match(again.stdout, /^contacts and links removed: photos 1, description 1\nread 1, /)
})

it('refuses a wrong header once, with what may have been meant', async (t) => {
  const { take } = await bench(t)
  const head = 'slug,name,manufacturer,machine_class,lifecycle,power_hp,hp_band'
  const body = Array.from({ length: 500 }, (_, i) => `a-${i},A,mahindra,tractor,current,45,x\n`).join('')
  const wrong = await take('a.csv', `${head}\n${body}`, '--type', 'machine', '--as-is')
  assert.equal(
    wrong.said,
    'a.csv:1: power_hp: is not a field of a machine; did you mean engine_hp?\n' +
      'a.csv:1: hp_band: is computed and cannot be imported; leave the column out\n',
  )
  assert.deepEqual([wrong.summary.read, wrong.summary.rejected], [1, 1])
  const short = await take('b.csv', 'title,aliases\nA,\n', '--type', 'manufacturer', '--as-is')
  assert.equal(
    short.said,
    'b.csv:1: title: is not a field of a manufacturer\n' + 'b.csv:1: slug: is a column that a manufacturer needs\n',
  )
})

it('knows semicolons and tabs, and trims cells', async (t) => {
  const { take } = await bench(t)
  const semicolons = await take('a.csv', 'slug;name\n a ; Maker, of many \n', '--type', 'manufacturer')
  assert.equal(semicolons.summary.created, 1)
  assert.equal((await take('a.tsv', 'slug\tname\nb\tB\n', '--type', 'manufacturer')).summary.created, 1)
})

it('gives a row that is not UTF-8 that reason alone', async (t) => {
  const { take } = await bench(t)
  const table = Buffer.concat([Buffer.from('slug,name\na,A\n'), Buffer.from('b,Citro\xebn\n', 'latin1')])
  const { said: spoken, summary } = await take('a.csv', table, '--type', 'manufacturer', '--as-is')
  assert.equal(spoken, 'a.csv:3: row: is not valid UTF-8\n')
  assert.deepEqual([summary.created, summary.rejected], [1, 1])
  const read = await take('b.csv', table, '--type', 'manufacturer')
  assert.deepEqual([read.summary.created, read.summary.unchanged], [1, 1])
  assert.match(read.totals, /1 row {3}row: is read as Windows-1252, not UTF-8\n/)
  // The character itself is no fault.
  const odd = await take('c.csv', 'slug,name\nc,A \ufffd\n', '--type', 'manufacturer')
  assert.deepEqual([odd.code, odd.summary.created], [0, 1])
})

it('says what a file is that holds no rows', async (t) => {
  const { take } = await bench(t)
  const workbook = Buffer.from('504b0304140006000800', 'hex')
  assert.match(
    (await take('a.xlsx', workbook, '--type', 'machine')).said,
    /^a\.xlsx:1: row: is no workbook that can be read/,
  )
  assert.match((await take('a.ndjson', workbook)).said, /^a\.ndjson:1: row: is a workbook \(\.xlsx, \.ods\)/)
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  assert.match((await take('a.csv', old, '--type', 'machine')).said, /^a\.csv:1: row: is an old Excel workbook/)
  assert.match((await take('a.json', '[\n{}\n]\n')).said, /^a\.json:1: row: is a JSON array: write one object a line/)
  assert.match(
    (await take('a.txt', 'slug,name\n')).said,
    /^a\.txt:1: row: is not JSON; if this is a table, say --format csv/,
  )
})
