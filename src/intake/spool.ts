import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CheckedRow } from './check-row.ts'

/** Batches in an unnamed file that only its owner can read. */
export interface Spool {
  readonly rows: number
  batches(): AsyncGenerator<CheckedRow[]>
  close(): Promise<void>
}

/** Reads and checks a whole input first, however long that takes. */
export async function spoolBatches(
  batches: AsyncIterable<readonly CheckedRow[]>,
  onRead: (rows: number) => void | Promise<void>,
): Promise<Spool> {
  const path = join(tmpdir(), `yantra-${process.pid}-${randomBytes(8).toString('hex')}.rows`)
  const file = await open(path, 'wx+', 0o600)
  // The content stays while the file is open; a killed process leaves nothing behind.
  await rm(path)
  const lengths: number[] = []
  let rows = 0
  try {
    for await (const batch of batches) {
      const bytes = serialize(batch)
      await writeWhole(file, bytes)
      lengths.push(bytes.length)
      rows += batch.length
      await onRead(rows)
    }
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    rows,
    async *batches() {
      let position = 0
      for (const length of lengths) {
        yield deserialize(await readWhole(file, position, length)) as CheckedRow[]
        position += length
      }
    },
    close: () => file.close(),
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten
}

async function readWhole(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let from = 0; from < length; ) {
    const { bytesRead } = await file.read(bytes, from, length - from, position + from)
    if (bytesRead === 0) throw new Error('the rows that were set aside are gone')
    from += bytesRead
  }
  return bytes
}
