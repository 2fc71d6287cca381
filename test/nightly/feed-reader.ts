import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../../src/schema/api/changes.ts'

/**
 * Keeps a copy by the feed, each change with its cursor in one transaction and in pages of random sizes, until it is
 * killed or a message asks it to read to the end. Notes each label that is wrong for its copy.
 */
const { SERVICE_URL, COPY = '' } = process.env
const copy = new DatabaseSync(COPY)
copy.exec(`create table if not exists machines (id integer primary key, summary text);
  create table if not exists place (one integer primary key, cursor text);
  create table if not exists wrong (text text)`)
const has = copy.prepare('select 1 from machines where id = ?')
const put = copy.prepare('replace into machines values (?, ?)')
const drop = copy.prepare('delete from machines where id = ?')
const keep = copy.prepare('replace into place values (1, ?)')

let isLast = false
process.on('message', () => {
  isLast = true
})

function apply({ change, id, slug, machine, cursor }: Changes['changes'][number]): void {
  copy.exec('begin')
  const expected = has.get(id) ? (machine ? 'updated' : 'withdrawn') : machine ? 'published' : 'nothing'
  if (change !== expected) copy.prepare('insert into wrong values (?)').run(`${change}, not ${expected}: ${slug}`)
  if (machine) put.run(id, JSON.stringify(machine))
  else drop.run(id)
  keep.run(cursor)
  copy.exec('commit')
}

for (;;) {
  const mayEnd = isLast
  const since = copy.prepare('select cursor from place').get()?.cursor ?? ''
  const limit = 1 + Math.floor(Math.random() * (Math.random() < 0.8 ? 5 : 1_000))
  const response = await fetch(`${SERVICE_URL}/v1/changes?limit=${limit}&since=${since}`)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { changes, next, more } = (await response.json()) as Changes
  for (const change of changes) {
    apply(change)
    await nextTurn()
  }
  keep.run(next)
  process.send?.(changes.length)
  if (mayEnd && !more) break
  if (!more) await sleep(10)
}
process.exit()
