import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBackups } from '../../src/cli/scheduled-backups.ts'
import { toConfig } from '../../src/config.ts'
import { newFolder, putSample } from '../backends.ts'

it('serve writes a backup at once if the last one is too old, and then none', async (t) => {
  const folder = newFolder(t)
  const env = {
    DATABASE_URL: `file:${join(folder, 'yantra.db')}`,
    SECRET_KEY: 'k'.repeat(32),
    BACKUP_DIR: join(folder, 'backups'),
  }
  await putSample(env.DATABASE_URL)
  const config = toConfig(env)
  assert.deepEqual(config.backup, { folder: env.BACKUP_DIR, everyMs: 86_400_000, keep: 7 })
  const written = Promise.withResolvers<{ file: string }>()
  const log = {
    info: (fields: object) => written.resolve(fields as { file: string }),
    error: (fields: object) => written.reject(new Error(JSON.stringify(fields))),
    warn() {},
  }
  // The timer of the backups does not keep the process alive.
  const alive = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(alive))
  const stop = startBackups(config, log as never, 1)
  const { file } = await written.promise
  await stop()
  assert.equal(file, join(env.BACKUP_DIR, readdirSync(env.BACKUP_DIR).find((name) => name.endsWith('.db'))!))
  const again = startBackups(config, { ...log, info: () => assert.fail('a second backup') } as never, 1)
  await sleep(20)
  await again()
})

it('a backup folder is refused on PostgreSQL, and times too short', () => {
  const env = { DATABASE_URL: 'postgres://yantra@db.example/yantra', BACKUP_DIR: '/backups' }
  assert.throws(() => toConfig(env), /BACKUP_DIR is for SQLite; back up PostgreSQL with pg_dump/)
  assert.throws(() => toConfig({ BACKUP_DIR: '/backups', BACKUP_EVERY: '5s' }), /BACKUP_EVERY must be at least 1m/)
  assert.throws(() => toConfig({ BACKUP_EVERY: 'daily' }), /BACKUP_EVERY takes a duration/)
  assert.equal(toConfig({}).backup, undefined)
})
