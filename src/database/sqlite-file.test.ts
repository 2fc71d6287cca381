import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refuseOldSqlite } from './open.ts'

it('refuses a SQLite older than 3.51.3 and takes any other', () => {
  for (const good of ['3.51.3', '3.51.10', '3.52.0', '3.100.1', '4.0.0', process.versions.sqlite!])
    refuseOldSqlite(good)
  for (const bad of ['3.51.2', '3.50.4', '3.9.9', '2.99.99', '3', ''])
    assert.throws(() => refuseOldSqlite(bad), new RegExp(`SQLite ${bad}, .*3\\.51\\.3 or newer`), bad)
})
