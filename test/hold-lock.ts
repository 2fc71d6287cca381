import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PROGRAM_ENV } from './processes.ts'

const HOLDER = fileURLToPath(new URL('./lock-holder.ts', import.meta.url))

/** Another process that holds the writer lock until it is told to let go. */
export async function holdLock(t: TestContext, url: string): Promise<() => Promise<unknown>> {
  const child = fork(HOLDER, { env: { ...PROGRAM_ENV, DATABASE_URL: url } })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return () => {
    const ended = once(child, 'exit')
    child.send('let go')
    return ended
  }
}
