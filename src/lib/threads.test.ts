import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createThread, OutOfMemoryError } from './threads.ts'

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads'
    import { serveRequests } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
    serveRequests((question, tell) => {
      if (question === 'fail') throw new RangeError('no answer')
      if (question === 'end') process.exit(0)
      if (question === 'hang') return new Promise(() => {})
      if (question === 'break') setImmediate(() => { throw new Error('broken') })
      if (question === 'break') return new Promise(() => {})
      tell('working on ' + question)
      return workerData + question
    })
  `)}`,
)
type Asking = [string, string, string]
const start = () => createThread<Asking[0], Asking[1], Asking[2]>(script, { workerData: 'given ', youngMb: 4 })

it('answers questions, tells news before an answer, and fails one question alone', async (t) => {
  const thread = start()
  t.after(() => thread.end())
  const news: string[] = []
  const answers = await Promise.allSettled([
    thread.ask('a', (reported) => news.push(reported)),
    thread.ask('fail'),
    thread.ask('b'),
  ])
  assert.deepEqual(answers[0], { status: 'fulfilled', value: 'given a' })
  assert.ok(answers[1].status === 'rejected' && answers[1].reason instanceof RangeError)
  assert.deepEqual(answers[2], { status: 'fulfilled', value: 'given b' })
  assert.deepEqual(news, ['working on a'])
})

it('fails open questions when the thread ends, and starts another for the next', async (t) => {
  const thread = start()
  t.after(() => thread.end())
  const [hung, ended] = await Promise.allSettled([thread.ask('hang'), thread.ask('end')])
  assert.deepEqual([hung.status, ended.status], ['rejected', 'rejected'])
  assert.equal(await thread.ask('again'), 'given again')
  await assert.rejects(thread.ask('break'), { message: 'broken' })
  assert.equal(await thread.ask('again'), 'given again')
})

it('ends at once, and its open questions fail', async () => {
  const thread = start()
  const hung = assert.rejects(thread.ask('hang'))
  await thread.end()
  await hung
  await start().end()
})

it('is waited for when it is ended, whatever it still answers', () => {
  const program = `
    import { createThread } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
    for (let time = 0; time < 20; time++) {
      const thread = createThread(new URL(${JSON.stringify(script.href)}))
      const [first, second] = [thread.ask('a'), thread.ask('b')]
      second.catch(() => {})
      await first
      await thread.end()
    }
    console.log('ended')`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.deepEqual([stdout, stderr], ['ended\n', ''])
})

it('is a process where it is given memory, which fails its question when it needs more and ends with the asker', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'yantra-threads-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'asked.mjs')
  writeFileSync(
    file,
    `import { serveRequests } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
    const held = []
    serveRequests((question, tell) => {
      if (question === 'fail') throw new RangeError('no answer')
      if (question === 'grow') for (;;) held.push(Array.from({ length: 100_000 }, () => ({ a: Math.random() })))
      tell('news of ' + question)
      return Buffer.from(question + process.pid)
    })`,
  )
  const apart = createThread<string, Buffer, string>(pathToFileURL(file), { env: process.env, processMb: 40 })
  t.after(() => apart.end())
  const news: string[] = []
  const answer = await apart.ask('a', (reported) => news.push(reported))
  const pid = Number(Buffer.from(answer).toString().slice(1))
  assert.deepEqual(news, ['news of a'])
  assert.notEqual(pid, process.pid)
  await assert.rejects(apart.ask('fail'), RangeError)
  await assert.rejects(apart.ask('grow'), OutOfMemoryError)
  assert.throws(() => process.kill(pid, 0))
})
