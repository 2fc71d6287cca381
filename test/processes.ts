import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('access-app.ts', import.meta.url))

/** Starts the doors of the service as processes of their own; returns their addresses. */
export function startProcesses(
  t: Pick<TestContext, 'after'>,
  count: number,
  env: Record<string, string>,
): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(PROGRAM, { env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...env } })
      t.after(async () => {
        if (child.exitCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      })
      const [{ url }] = (await once(child, 'message')) as [{ url: string }]
      return url
    }),
  )
}
