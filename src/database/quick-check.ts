import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'

const BUSY_TIMEOUT_MS = 5_000
const MAX_DAMAGES = 3

/** Without a log no process has the file open, and SQLite need not create one. */
export function openReadOnly(path: string): DatabaseSync {
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true })
  const address = pathToFileURL(path)
  address.search = '?mode=ro&immutable=1'
  return new DatabaseSync(address)
}

/** Empty for a sound file. */
export function findDamage(path: string): string[] {
  try {
    using handle = openReadOnly(path)
    const rows = handle.prepare(`pragma quick_check(${MAX_DAMAGES})`).all()
    const lines = rows.flatMap((row) => String(row.quick_check).split('\n'))
    return lines.filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    return [(error as Error).message]
  }
}

/** In a process, which can be killed; undefined if it was. */
export function findDamageWithTimeout(path: string, timeoutMs: number): Promise<string[] | undefined> {
  const args = ['--no-warnings', fileURLToPath(import.meta.url), path]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, stdout) => {
      if (!error) resolve(JSON.parse(stdout))
      else if (error.killed) resolve(undefined)
      else reject(error)
    })
  })
}

if (import.meta.main) process.stdout.write(JSON.stringify(findDamage(process.argv[2]!)))
