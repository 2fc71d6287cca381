import { DatabaseSync } from 'node:sqlite'
import type { Changes } from '../../src/contract/changes.ts'

/**
 * Keeps a copy by the feed, each change with its cursor in one transaction and in parts of random sizes, until it is
 * killed or told to read to the end. Notes each label that is not right for its copy.
 */
const { SERVICE_URL, COPY = '' } = process.env
const copy = new DatabaseSync(COPY)
copy.exec(`create table if not exists machines (id integer primary key, summary text);
  create table if not exists place (one integer primary key, cursor text);
  create table if not exists wrong (told text)`)
const has = copy.prepare('select 1 from machines where id = ?')
const put = copy.prepare('replace into machines values (?, ?)')
const drop = copy.prepare('delete from machines where id = ?')
const keep = copy.prepare('replace into place values (1, ?)')
const complain = copy.prepare('insert into wrong values (?)')

let isLast = false
process.on('message', () => {
  isLast = true
})

function takeOver({ change, id, slug, machine, cursor }: Changes['changes'][number]): void {
  copy.exec('begin')
  const right = has.get(id) ? (machine ? 'updated' : 'withdrawn') : machine ? 'published' : 'nothing'
  if (change !== right) complain.run(`${change} instead of ${right}: ${slug}`)
  if (machine) put.run(id, JSON.stringify(machine))
  else drop.run(id)
  keep.run(cursor)
  copy.exec('commit')
}

for (;;) {
  const mayEnd = isLast
  const since = copy.prepare('select cursor from place').get()?.cursor ?? ''
  const limit = 1 + Math.floor(Math.random() * (Math.random() < 0.8 ? 5 : 1_000))
  const answer = await fetch(`${SERVICE_URL}/v1/changes?limit=${limit}&since=${since}`)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { changes, next, more } = (await answer.json()) as Changes
  for (const change of changes) {
    takeOver(change)
    await new Promise((resolve) => setImmediate(resolve))
  }
  keep.run(next)
  process.send?.(changes.length)
  if (mayEnd && !more) break
  if (!more) await new Promise((resolve) => setTimeout(resolve, 10))
}
process.exit()
