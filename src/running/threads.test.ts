import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { askThread } from './threads.ts'

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads'
    import { answerQuestions } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
    answerQuestions((question, tell) => {
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
const start = () => askThread<Asking[0], Asking[1], Asking[2]>(script, { workerData: 'given ', youngMb: 4 })

it('answers questions, tells news before an answer, and fails one question alone', async (t) => {
  const thread = start()
  t.after(() => thread.end())
  const news: string[] = []
  const answers = await Promise.allSettled([
    thread.ask('a', (told) => news.push(told)),
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
    import { askThread } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
    for (let time = 0; time < 20; time++) {
      const thread = askThread(new URL(${JSON.stringify(script.href)}))
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
