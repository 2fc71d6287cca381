import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import { sqlite } from '../backends.ts'

const BIN = new URL('../../bin/yantra.js', import.meta.url).pathname

/** A Node.js that cannot run TypeScript as it stands, so that the one of the packages is started beside it. */
function olderNode(): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    try {
      const version = execFileSync(`${folder}/node`, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
      if (Number(/^v(\d+)/.exec(version)?.[1]) < 26) return `${folder}/node`
    } catch {
      // Not there.
    }
  }
  return undefined
}

async function serve(t: TestContext, node: string, ipc: boolean): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(node, [BIN, 'serve', '--no-deliver', '--json'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: await sqlite.newUrl(t) },
    stdio: ['ignore', 'pipe', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
  })
  t.after(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { child, port: Number(new URL(JSON.parse(line).url).port) }
}

describe('the program started by another', () => {
  it('ends when that one is gone', async (t) => {
    const { child } = await serve(t, process.execPath, true)
    const ended = once(child, 'exit')
    child.disconnect()
    assert.deepEqual(await ended, [0, null])
  })

  const older = olderNode()
  it('leaves nothing serving when an older Node.js that started it is killed', { skip: !older }, async (t) => {
    const { child, port } = await serve(t, older!, false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (;;) {
      const socket = connect(port, '127.0.0.1')
      const [error] = await Promise.race([once(socket, 'connect').then(() => []), once(socket, 'error')]).catch(
        (failure) => [failure],
      )
      socket.destroy()
      if ((error as NodeJS.ErrnoException)?.code === 'ECONNREFUSED') break
    }
  })
})
