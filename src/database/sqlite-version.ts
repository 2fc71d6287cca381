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
