import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { putSample, sqlite } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'

const CLI = join(import.meta.dirname, '../../src/cli/main.ts')

interface Started {
  child: ChildProcess
  out(): string
  /** Resolves when that has been printed. */
  printed(what: RegExp): Promise<void>
}

async function serve(t: TestContext, env: Record<string, string>): Promise<Started> {
  const DATABASE_URL = await sqlite.newUrl(t)
  await putSample(DATABASE_URL)
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...PROGRAM_ENV, PORT: '0', DATABASE_URL, SAMPLE: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  const more = (chunk: Buffer) => {
    text += chunk
    child.emit('printed')
  }
  child.stdout!.on('data', more)
  child.stderr!.on('data', more)
  child.once('close', () => child.emit('printed'))
  const printed = async (what: RegExp) => {
    while (!what.test(text)) {
      assert.equal(child.exitCode, null, text)
      await once(child, 'printed')
    }
  }
  return { child, out: () => text, printed }
}

it('prints its address and stops cleanly when Ctrl-C is pressed twice', async (t) => {
  const { child, out, printed } = await serve(t, { LOG_FORMAT: 'text' })
  await printed(/Database:/)
  assert.match(out(), /listening on http:\/\/127\.0\.0\.1:\d+\/\n/)
  assert.match(out(), /Database: \S+yantra\.db \(bundled sample/)
  assert.doesNotMatch(out(), /^\{/m)
  child.kill('SIGINT')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  assert.match(out(), /Stopping;[\s\S]*Stopped\.\n$/)
})

it('writes only JSON lines if the output is not a terminal', async (t) => {
  const { child, out, printed } = await serve(t, {})
  await printed(/listens on/)
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  const lines = out()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const listening = lines.find(({ url }) => url)
  assert.match(listening.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  // The log has a buffer of its own, so that its lines may come after this one.
  assert.ok(lines.some(({ msg }) => msg === 'stopped'))
})
