import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

interface Replacement {
  stream: Writable
  /** Puts the finished file in its place, safely on disk. */
  complete(): Promise<void>
  discard(): Promise<void>
}

/** A file that replaces the one of that name only when it is complete. Only its owner may read it. */
export async function openReplacement(path: string): Promise<Replacement> {
  const draft = `${path}.${process.pid}.part`
  const file = createWriteStream(draft, { mode: 0o600, flush: true })
  await once(file, 'open')
  const stream = path.endsWith('.gz') ? createGzip() : file
  if (stream !== file) {
    stream.pipe(file)
    file.once('error', (error) => stream.destroy(error))
  }
  // A full disk shows here; without a listener it would end the process.
  const failed = new Promise<never>((_, reject) => {
    for (const one of new Set<Writable>([stream, file])) one.once('error', reject)
  })
  failed.catch(() => {})
  return {
    stream,
    async complete() {
      stream.end()
      await Promise.race([finished(file), failed])
      await rename(draft, path)
    },
    async discard() {
      file.destroy()
      await rm(draft, { force: true })
    },
  }
}
