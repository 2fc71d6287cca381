import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openDatabase, refuseOldSqlite } from './open.ts'

it('refuses a SQLite older than 3.51.3 and takes any other', () => {
  for (const good of ['3.51.3', '3.51.10', '3.52.0', '3.100.1', '4.0.0', process.versions.sqlite!])
    refuseOldSqlite(good)
  for (const bad of ['3.51.2', '3.50.4', '3.9.9', '2.99.99', '3', ''])
    assert.throws(() => refuseOldSqlite(bad), new RegExp(`SQLite ${bad}, .*3\\.51\\.3 or newer`), bad)
})

it('refuses a folder as the database, and leaves it as open as it was', async (t) => {
  const path = mkdtempSync(join(tmpdir(), 'yantra-folder-'))
  t.after(() => rmSync(path, { recursive: true }))
  chmodSync(path, 0o755)
  for (const readOnly of [true, false])
    await assert.rejects(openDatabase({ kind: 'sqlite', path }, { readOnly }), /is not a file: DATABASE_URL must name/)
  assert.equal(statSync(path).mode & 0o777, 0o755)
})
