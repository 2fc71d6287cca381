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

/** An older version may lose committed changes when its log restarts while another process reads. */
const OLDEST = [3, 51, 3]

class OldSqlite extends Error {
  readonly code = 'OLD_SQLITE'

  constructor(version: string) {
    super(
      `this runtime has SQLite ${version}, which may lose changes: ${OLDEST.join('.')} or newer is needed, which a newer Node.js brings`,
    )
  }
}

export function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  const at = OLDEST.findIndex((part, place) => parts[place] !== part)
  if (at >= 0 && !(parts[at]! > OLDEST[at]!)) throw new OldSqlite(version)
}
