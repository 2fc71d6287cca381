import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { lastBackup } from '../database/backup.ts'
import type { Log } from '../lib/log.ts'
import { schedule } from '../lib/timers.ts'

const FIRST_AFTER_MS = 5_000
const RETRY_MS = 600_000
const CLI = fileURLToPath(new URL('main.ts', import.meta.url))

export function startBackups(
  { backup, database, secretKey }: Config,
  log: Log,
  firstAfterMs = FIRST_AFTER_MS,
): () => Promise<void> {
  if (!backup || database.kind !== 'sqlite') return async () => {}
  const { folder, everyMs, keep } = backup
  const env = { ...process.env, DATABASE_URL: `file:${database.path}`, ...(secretKey && { SECRET_KEY: secretKey }) }
  const args = [CLI, 'backup', folder, '--keep', String(keep), '--verify', '--json']
  async function run(signal: AbortSignal): Promise<number> {
    const age = Date.now() - (lastBackup(database)?.writtenAt ?? 0)
    if (age < everyMs) return everyMs - age
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, signal })
    log.info({ file: (JSON.parse(stdout) as { file: string }).file }, 'backup written')
    return everyMs
  }
  const runOrRetry = (signal: AbortSignal) =>
    run(signal).catch((error: Error & { stderr?: string; stdout?: string }) => {
      if (!signal.aborted) log.error({ reason: error.stdout || error.stderr || error.message }, 'backup failed')
      return Math.min(everyMs, RETRY_MS)
    })
  return schedule(firstAfterMs, runOrRetry).stop
}
