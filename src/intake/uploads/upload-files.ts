import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024
export const UPLOAD_KEPT_MS = 3_600_000
const PREFIX = 'yantra-upload-'

/** Where the bytes of an upload are, readable only by this process's owner. */
export function uploadPath(id: string): string {
  return join(tmpdir(), PREFIX + id)
}

export interface UploadFile {
  id: string
  /** Bytes received; bytes above the limit are counted but not kept. */
  readonly size: number
  write(bytes: Buffer): Promise<void>
  close(): Promise<void>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

export async function createUploadFile(): Promise<UploadFile> {
  const id = randomBytes(16).toString('hex')
  const path = uploadPath(id)
  const handle: FileHandle = await open(path, 'wx', 0o600)
  let size = 0
  return {
    id,
    get size() {
      return size
    },
    async write(bytes) {
      size += bytes.length
      if (size > MAX_UPLOAD_BYTES) return
      for (let from = 0; from < bytes.length; ) from += (await handle.write(bytes, from)).bytesWritten
    },
    close: () => handle.close(),
    async drop() {
      await handle.close().catch(() => {})
      await dropUpload(id)
    },
  }
}

export async function dropUpload(id: string): Promise<void> {
  await rm(uploadPath(id), { force: true })
}

/** Removes files older than an hour, also those of killed processes. */
export async function sweepUploads(now: number): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const path = join(tmpdir(), name)
    const file = await stat(path).catch(() => undefined)
    if (file && file.uid === process.getuid?.() && now - file.mtimeMs > UPLOAD_KEPT_MS) await rm(path, { force: true })
  }
}
