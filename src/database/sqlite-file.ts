import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ALONE = 0o600

/**
 * Makes the file of a database for its owner alone, and one that others may read, as older programs made it, likewise:
 * it holds sellers' contacts. SQLite gives its log and its index the mode of the file.
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
      // It is not there, or it is another user's, who decides.
    }
  }
}

/** Only ever a new file: to close one that SQLite has open here too would end the locks of this process. */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch (error) {
    // Another process made it in the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
