import { spawnSync } from 'node:child_process'
import type { Fault } from './fault.ts'
import { newFile } from './serve.ts'

/** Before anything else is loaded, the runtime says that it has an older SQLite. */
const PRETEND = `Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.51.2' } })`

export const oldSqlite: Fault = {
  number: 37,
  what: 'a runtime with SQLite 3.51.2',
  bar: 'refused with a message',
  async run() {
    const preload = `data:text/javascript,${encodeURIComponent(PRETEND)}`
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, 'src/cli.ts', 'migrate'], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, DATABASE_URL: `file:${newFile()}` },
      encoding: 'utf8',
    })
    const line = stderr.trim().split('\n').at(-1) ?? ''
    return {
      passed: status !== 0 && /SQLite 3\.51\.2/.test(line) && !stderr.includes('    at '),
      figure: `ends with ${status}: ${line}`,
    }
  },
}
