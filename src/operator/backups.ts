import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { filesOf, lastBackup, restore } from '../database/backup.ts'
import { openDatabase } from '../database/open.ts'
import { damagesInTime } from '../database/quick-check.ts'
import { verifyHistory } from '../history/verify.ts'
import { inTime, TookTooLong } from '../in-time.ts'
import { backupAge, checkOf, examineKey, type Finding } from './findings.ts'

/** How old the last backup is, whether it opens and whether its history verifies; `ms` is how long that may take. */
export async function examineBackup({ database }: Pick<Config, 'database'>, now: number, ms: number): Promise<Finding> {
  const { check, state, detail: age } = backupAge(database, now)
  const found = checkOf(check)
  const { file } = lastBackup(database) ?? {}
  if (state !== 'ok') return found(state, age)
  if (!file || !existsSync(file)) return found('unknown', `${age}, and not where it was written`)
  const faults = await faultsOf(file, ms).catch((error: Error) => [error.message])
  if (!faults) return found('unknown', `${age}; ${file} was not read whole within ${ms / 1_000} s`)
  const [fault] = faults
  if (fault) return found('fail', `${file} cannot be relied on: ${fault}; make another`)
  return found(state, `${age}, opens, and its history verifies`)
}

async function faultsOf(path: string, ms: number): Promise<string[] | undefined> {
  const damages = await damagesInTime(path, ms)
  if (damages?.length !== 0) return damages
  await using db = await openDatabase({ kind: 'sqlite', path }, { readOnly: true })
  const verified = verifyHistory(db).then(({ findings }) => findings)
  return await inTime(verified, ms).catch((error) => (error instanceof TookTooLong ? undefined : [String(error)]))
}

/** Restores a backup beside it, as one would in need, and tells what is wrong with it. */
export async function tryRestore(file: string, secretKey: string | undefined): Promise<string[]> {
  const folder = mkdtempSync(join(dirname(resolve(file)), '.trial-'))
  try {
    const path = join(folder, 'yantra.db')
    restore(filesOf(file), filesOf(path), { replace: false, now: new Date() })
    await using db = await openDatabase({ kind: 'sqlite', path })
    const key = await examineKey(db, { secretKey, database: { kind: 'sqlite', path } })
    return [...(await verifyHistory(db)).findings, ...(key.state === 'fail' ? [key.detail] : [])]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
