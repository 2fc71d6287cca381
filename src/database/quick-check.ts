import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'

const BUSY_TIMEOUT_MS = 5_000
const MAX_DAMAGES = 3

/** Reads without changing anything. Without a log nobody has the file open, and SQLite can read it without making one. */
export function openReadOnly(path: string): DatabaseSync {
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true })
  const address = pathToFileURL(path)
  address.search = '?mode=ro&immutable=1'
  return new DatabaseSync(address)
}

/** What is wrong with the pages of a SQLite file, the first of it; empty when it is whole. */
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

/** The same in a process of its own, which alone can be ended in time; undefined when it was. */
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
