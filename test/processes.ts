import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** What a program started by a test has beside its own settings: it compiles no source that another one compiled. */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_NO_WARNINGS: '1',
}

const PROGRAM = fileURLToPath(new URL('access-app.ts', import.meta.url))

/** Starts the service of access-app.ts as a separate process and returns its address. */
export async function startProcess(t: Pick<TestContext, 'after'>, env: Record<string, string>): Promise<string> {
  // A machine that is busy with other tests is not an overload.
  const child = fork(PROGRAM, { env: { ...PROGRAM_ENV, MAX_EVENT_LOOP_DELAY_MS: '0', ...env } })
  t.after(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return url
}
