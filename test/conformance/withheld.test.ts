import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { openDatabase } from '../../src/database/open.ts'
import { vacuum } from '../../src/database/vacuum.ts'
import { unpack } from '../../src/history/entries.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { keepPhotograph, makePhotograph } from '../../src/import/photographs.ts'
import { newFolder, sqlite, target } from '../backends.ts'
import { MIN_LISTING } from '../listings/least-listing.ts'
import { importRows, startService, yantra } from '../service.ts'
import { minMachine } from './least-machine.ts'

/** Words that stand nowhere else. */
const MISTAKE = 'Zweihander Quixotic'
const SELLER = 'Kestrelbrook'
const PICTURE = { width: 40, height: 30, channels: 3, background: 'green' } as const

it('a retracted state returns 410 for as_of, is not exported, and the history verifies', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const service = await startService(t, env)
  const machine = minMachine('retracted-one')
  await importRows(t, env, [{ ...machine, engine: MISTAKE }])
  const published = new Date().toISOString()
  const sheet = `/v1/tractors/retracted-one`
  assert.equal((await service.get(`${sheet}?as_of=${published}`)).status, 200)
  await importRows(t, env, [{ ...machine, engine: 'Right' }])
  // Asked after the change, so that no later change clears a cache.
  while (JSON.parse(await (await service.get(sheet)).text()).engine !== 'Right') await sleep(50)
  const then = await service.get(`${sheet}?as_of=${published}`)
  assert.deepEqual([then.status, then.headers.get('cache-control')], [200, 'no-cache'])
  assert.equal(JSON.parse(await then.text()).engine, MISTAKE)
  const refused = await yantra(env, 'retract', 'machine', 'none-such', '--reason', 'mistake')
  assert.equal(refused.code, 1, refused.stderr)
  const held = await blocksWith(env.DATABASE_URL, MISTAKE)
  const done = await yantra(env, 'retract', 'machine', 'retracted-one', '--reason', 'typed wrongly')
  assert.equal(done.code, 0, done.stderr)
  for (const spelling of [published, encodeURIComponent(published.replace('Z', '+00:00'))]) {
    const removed = await service.get(`${sheet}?as_of=${spelling}`)
    assert.deepEqual([removed.status, JSON.parse(await removed.text()).code], [410, 'retracted'], spelling)
  }
  assert.equal(JSON.parse(await (await service.get(sheet)).text()).engine, 'Right')
  const exported = await yantra(env, 'export', '--as-of', published)
  assert.ok(!exported.stdout.includes(MISTAKE))
  const visible = await yantra(env, 'history', 'show', 'machine', 'retracted-one', '--json')
  assert.ok(visible.stdout.includes('typed wrongly') && !visible.stdout.includes(MISTAKE))
  assert.match((await yantra(env, 'history', 'verify')).stdout, /Everything agrees/)
  await assertNowhere(env.DATABASE_URL, MISTAKE, held, done.stdout + done.stderr)
})

it('an erased listing leaves only its ID and hashes, and its ID cannot be imported again', async (t) => {
  const MEDIA_DIR = `${newFolder(t)}/media`
  const env = { DATABASE_URL: await sqlite.newUrl(t), MEDIA_DIR, LOG_LEVEL: 'trace', SAMPLE: 'false' }
  const service = await startService(t, env)
  const created = await makePhotograph(await sharp({ create: PICTURE }).png().toBuffer())
  assert.ok(!('refused' in created))
  const photo = `/photos/${created.name}.jpg`
  const row = {
    ...MIN_LISTING,
    ...{ type: 'listing', id: 7001, contact: { name: SELLER }, description: `Of ${SELLER}`, photos: [photo] },
  }
  await importRows(t, env, [row])
  {
    await using db = await openDatabase(target(env.DATABASE_URL))
    await keepPhotograph(db, MEDIA_DIR, created, 'listing', '7001')
  }
  assert.equal((await service.get(photo)).status, 200)
  await importRows(t, env, [{ ...row, description: `Still of ${SELLER}` }])
  assert.match(await (await service.get('/v1/market/listings/7001')).text(), new RegExp(SELLER))
  // Another reader stops within its first read.
  await importRows(t, env, [{ ...MIN_LISTING, id: 7002 }])
  const copy = async (since: string, limit: number) => {
    const answer = await service.get(`/v1/market/changes?since=${since}&limit=${limit}`)
    assert.equal(answer.status, 200)
    return (await answer.json()) as { changes: { change: string; id: number }[]; next: string; more: boolean }
  }
  const all = await copy('', 1_000)
  const part = await copy('', all.changes.length - 1)
  assert.deepEqual([part.changes.at(-1)!.id, part.more], [7001, true])
  const held = await blocksWith(env.DATABASE_URL, SELLER)
  const listed = ['/v1/market/listings', '/en/used', '/en/used/7001', '/v1/market/changes', photo]
  const namesIt = async (path: string) => {
    const answer = await service.get(path)
    return answer.status === 200 && (path === photo || /7001/.test(await answer.text()))
  }
  for (const path of listed) while (!(await namesIt(path))) await sleep(50)
  const done = await yantra(env, 'erase', 'listing', '7001', '--reason', 'asked for it')
  assert.equal(done.code, 0, done.stderr)
  // From the moment that the command returns, not some time later.
  for (const path of listed) assert.equal(await namesIt(path), false, path)
  assert.equal((await service.get('/v1/market/listings/7001')).status, 404)
  const { changes } = await copy(part.next, 10)
  assert.deepEqual(
    changes.map(({ change, id }) => [change, id]),
    [
      ['published', 7002],
      ['withdrawn', 7001],
    ],
  )
  const again = await importRows(t, env, [row])
  assert.match(again.stderr, /was erased, and is not taken again/)
  // Once more there is nothing left to erase, and the history still agrees.
  assert.equal((await yantra(env, 'erase', 'listing', '7001', '--reason', 'asked again')).code, 0)
  assert.ok(!(await yantra(env, 'export', '--private')).stdout.includes(SELLER))
  const db = await openDatabase(target(env.DATABASE_URL))
  t.after(() => db.destroy())
  assert.deepEqual((await verifyHistory(db)).findings, [])
  const reported = await db.selectFrom('history').select(['type', 'hash']).where('key', '=', 'listing 7001').execute()
  assert.equal(reported[0]?.type, 'erased')
  await assertNowhere(env.DATABASE_URL, SELLER, held, done.stdout + done.stderr)
  assert.deepEqual(readdirSync(MEDIA_DIR), [], 'no picture of it is on the disk')
  assert.equal((await service.get(photo)).status, 404)
  assert.ok(service.log().includes('"level"') && !service.log().includes(SELLER), 'no line of the log tells of it')
  // Whoever changes what is told of it is found out.
  await db.updateTable('withheld').set({ reason: 'another' }).execute()
  assert.notEqual((await verifyHistory(db)).findings.length, 0)
})

/** The packed blocks of the history that hold these words: the file does not show them as they are written. */
async function blocksWith(url: string, words: string): Promise<Uint8Array[]> {
  await using db = await openDatabase(target(url))
  const blocks = await db.selectFrom('history_blocks').select('bytes').execute()
  return blocks.flatMap(({ bytes }) => (unpack(bytes).join().includes(words) ? [bytes] : []))
}

/** Neither the words nor the blocks that held them are in the SQLite file or in what lies beside it; no block holds them. */
async function assertNowhere(url: string, words: string, blocks: readonly Uint8Array[], spoken: string): Promise<void> {
  assert.ok(blocks.length > 0, 'the history held the words')
  assert.deepEqual(await blocksWith(url, words), [])
  const database = target(url)
  if (database.kind !== 'sqlite') return
  // On a busy machine a reader may keep the log, and the command says so.
  await using db = await openDatabase(database)
  for (let isDone = !spoken.includes('Readers hold'); !isDone; isDone = (await vacuum(db, database)) === '');
  const folder = dirname(database.path)
  for (const file of readdirSync(folder).filter((name) => name.startsWith(basename(database.path)))) {
    const bytes = readFileSync(join(folder, file))
    // A long block is spread over pages: its first bytes tell.
    for (const sought of [words, ...blocks.map((block) => block.subarray(0, 64))])
      assert.ok(!bytes.includes(sought), `${file} holds ${sought === words ? words : 'a block with it'}`)
  }
}
