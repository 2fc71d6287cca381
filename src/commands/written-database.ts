import { type DatabaseTarget, describeDatabase } from '../database/target.ts'

/** The line in which a command that wrote says where to, so that a wrong folder is noticed. */
export function wroteTo(database: DatabaseTarget): string {
  return `Database: ${describeDatabase(database)}\n`
}

/** Says that another process is writing, so that whoever waits knows what for. */
export function tellOfWait({ stderr }: { stderr: { write(text: string): unknown } }): () => void {
  return () => void stderr.write('Another process is writing to the database; waiting for it to end.\n')
}
