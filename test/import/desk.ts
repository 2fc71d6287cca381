import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'

/** A database and a folder for files to import, with manufacturers and machines if `rows` has them. */
export async function openDesk(t: TestContext, rows: readonly object[]) {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const folder = newFolder(t)
  const pathOf = (name: string) => join(folder, name)
  const put = (name: string, content: string | Uint8Array) => writeFileSync(pathOf(name), content)
  /** Imports a file of the folder, and leaves the folder out of what was printed. */
  const run = async (name: string, ...options: string[]) => {
    const { code, stdout, stderr } = await yantra(env, 'import', pathOf(name), '--json', ...options)
    return { code, said: stderr.replaceAll(`${folder}/`, ''), summary: stdout === '' ? undefined : JSON.parse(stdout) }
  }
  const records = async (type: string) => {
    const { stdout } = await yantra(env, 'export', '--private')
    const lines = stdout.trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line)).filter((row) => row.type === type)
  }
  put('rows.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await run('rows.ndjson')
  return { env, at: pathOf, put, run, records }
}
