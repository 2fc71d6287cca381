import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ALONE = 0o600

/**
 * Makes the database file readable only by its owner, also one that an older version left open: it has sellers'
 * contacts. SQLite gives its log and index the mode of the file.
 */
export function prepareFile(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    makeEmpty(path)
    return
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, OWNER_ALONE)
    } catch {
      // It does not exist, or belongs to another user, who decides.
    }
  }
}

/** Only for new files: closing a file that SQLite has open here would end this process's locks. */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch (error) {
    // Another process made it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
