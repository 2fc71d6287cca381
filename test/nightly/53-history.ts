import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRandom, generateMachines, generateMakers } from '../../bench/generate.ts'
import { startImport } from '../../bench/import-process.ts'
import { ask, end, type Server, startService } from '../../bench/servers.ts'
import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type Db, readRevision } from '../../src/database/schema.ts'
import { formOn, signIn } from '../console.ts'
import { ROOT } from '../guides/shell.ts'
import { yantra } from '../service.ts'
import type { Fault } from './fault.ts'
import { newFile } from './serve.ts'

const random = createRandom(31)
const folder = dirname(newFile())

/** The generated catalogue; every machine changes with the round, some are hidden, one maker is renamed. */
async function writeCatalogue(name: string, count: number, round: number): Promise<string> {
  const file = join(folder, name)
  await pipeline(Readable.from(pieces()), createWriteStream(file))
  return file

  function* pieces() {
    for (const [at, maker] of generateMakers().entries()) {
      yield `${JSON.stringify({ ...maker, name: at === round ? `${maker.name} ${round}` : maker.name })}\n`
    }
    for (const machine of generateMachines(count)) {
      const published_at = round > 0 && (machine.id + round) % 7 === 0 ? null : machine.published_at
      yield `${JSON.stringify({ ...machine, published_at, gears_fwd: 8 + round })}\n`
    }
  }
}

async function imported(url: string, file: string): Promise<void> {
  const { code, stderr } = await startImport(url, file).ended
  // The guard takes some generated slugs for telephone numbers.
  if (code !== 0 && code !== 1) throw new Error(`the import ended with ${code}: ${stderr}`)
}

async function textOf(port: number, target: string): Promise<string> {
  return Buffer.from((await ask(port, target)).body, 'base64').toString()
}

/** Waits until the service serves what is committed. */
async function current({ port }: Server, db: Db): Promise<void> {
  const newest = await readRevision(db)
  while (JSON.parse(await textOf(port, '/readyz')).revision < newest) await sleep(20)
}

/** Sheets as of a moment against what was served then, while imports are killed. */
async function readAsOf(kills: number, changes: number, asked: number) {
  const machines = Math.ceil(changes / kills)
  const slugs = [...generateMachines(machines)].map(({ slug }) => slug)
  const url = `file:${join(folder, 'as-of.db')}`
  await imported(url, await writeCatalogue('as-of.ndjson', machines, 0))
  const db = await openDatabase(toDatabase(url))
  const service = await startService(url)
  const served: [slug: string, moment: number, sheet: string | undefined][] = []
  const look = async () => {
    await current(service, db)
    // Entries have milliseconds.
    await sleep(2)
    for (let at = 0; at < asked / kills / 2; at++) {
      const slug = slugs[Math.floor(random() * machines)]!
      const sheet = JSON.parse(await textOf(service.port, `/v1/tractors/${slug}`))
      served.push([slug, Date.now(), sheet.slug && JSON.stringify({ ...sheet, similar: [] })])
    }
    await sleep(2)
  }
  let killed = 0
  for (let round = 1; round <= kills; round++) {
    const file = await writeCatalogue('as-of.ndjson', machines, round)
    const first = startImport(url, file)
    const goal = (await readRevision(db)) + random() * machines
    while (first.child.exitCode === null && (await readRevision(db)) < goal) await sleep(2)
    first.child.kill('SIGKILL')
    if ((await first.ended).code === null) killed++
    await look()
    await imported(url, file)
    await look()
  }
  let [equal, hidden] = [0, 0]
  for (const [slug, moment, sheet] of served) {
    const text = await textOf(service.port, `/v1/tractors/${slug}?as_of=${new Date(moment).toISOString()}`)
    const isGone = sheet === undefined && JSON.parse(text).status === 404
    if (isGone) hidden++
    if (isGone || text === sheet) equal++
    else console.error(`${slug} at ${new Date(moment).toISOString()} is another`)
  }
  await end(service)
  await db.destroy()
  const told = `${equal} of ${served.length} sheets as they were served, ${hidden} of them as hidden`
  return {
    passed: equal > 0 && equal === served.length,
    figure: `${told}; ${killed} of ${kills} imports killed`,
  }
}

/** By turns a command that reverts is killed, and a service that has several edits of the console under way. */
async function killEdits(kills: number) {
  const slugs = [...generateMachines(40)].map(({ slug }) => slug)
  const url = `file:${join(folder, 'edits.db')}`
  for (const round of [0, 1]) await imported(url, await writeCatalogue('edits.ndjson', slugs.length, round))
  const env = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) }
  const db = await openDatabase(toDatabase(url))
  const begun = await readRevision(db)
  const one = () => slugs[Math.floor(random() * slugs.length)]!
  let [verified, killed, longest] = [0, 0, 0]
  for (let round = 0; round < kills; round++) {
    if (round % 2 === 0) {
      const entry = await sql<{ revision: number }>`select min(revision) as revision from history`.execute(db)
      const args = ['src/cli.ts', 'revert', 'machine', one(), '--to', String(entry.rows[0]!.revision)]
      const start = performance.now()
      const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' })
      const ended = once(child, 'exit')
      // The first one is let to its end, to know how long it takes.
      if (longest > 0) await Promise.race([sleep(longest * (0.5 + random() * 0.5)), ended])
      if (longest > 0) child.kill('SIGKILL')
      if ((await ended)[1] === 'SIGKILL') killed++
      longest ||= performance.now() - start
    } else {
      const service = await startService(url)
      const desk = await signIn({ url: `http://127.0.0.1:${service.port}`, env })
      const edits = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const path = `records/machine/${one()}`
          const form = formOn(await (await desk.get(path)).text())
          return [path, { ...form, gears_fwd: String(4 + Math.floor(random() * 20)) }] as const
        }),
      )
      const sent = edits.map(([path, form]) => desk.post(path, form).catch(() => undefined))
      await sleep(random() * 150)
      service.child.kill('SIGKILL')
      await Promise.all(sent)
      killed++
    }
    const { code, stdout, stderr } = await yantra(env, 'history', 'verify')
    if (code === 0) verified++
    else console.error(stdout, stderr)
  }
  const changes = (await readRevision(db)) - begun
  await db.destroy()
  return {
    passed: verified > 0 && verified === kills,
    figure: `${verified} of ${kills} times the history verifies; ${killed} kills, ${changes} changes`,
  }
}

export const trueHistory: Fault = {
  number: 53,
  what: '`kill -9` during imports, reverts and edits, 40 times (quick: 12); of a copy by the feed it is fault 60',
  bar: "the history's chain verifies; as-of answers are what was served",
  async run(form) {
    const asOf = await (form === 'full' ? readAsOf(20, 4_000, 1_000) : readAsOf(6, 600, 120))
    const edits = await killEdits(form === 'full' ? 20 : 6)
    return { passed: asOf.passed && edits.passed, figure: `${asOf.figure}; ${edits.figure}` }
  },
}
