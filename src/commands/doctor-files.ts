import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config, Environment } from '../config.ts'
import type { Finding } from '../operator/findings.ts'

const OTHERS = 0o077

/** Whether anybody but the owner can read or write the files with contacts, keys or passwords. */
export function examineFiles({ database }: Pick<Config, 'database'>, env: Environment): Finding[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const check = 'files'
  const own = database.kind === 'sqlite' ? ['', '-wal', '-shm', '.key'].map((end) => database.path + end) : []
  const open = [...own, resolve(env.YANTRA_ENV_FILE || '.env')].filter((path) => ((modeOf(path) ?? 0) & OTHERS) !== 0)
  if (open.length === 0) return database.kind === 'sqlite' ? [{ check, ok: true, detail: 'for their owner alone' }] : []
  return open.map((path) => ({ check, ok: false, detail: `${path} is open to others; \`chmod 600\` closes it` }))
}

function modeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.mode : undefined
}
