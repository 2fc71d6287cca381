import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { InputError } from './input-error.ts'
import { pump } from './pump.ts'

/** Bounds what one compressed chunk can unfold to in memory. */
const READ_BYTES = 64 * 1024
const GZIP_PIECE_BYTES = 8 * 1024

/** Says why a file cannot be read, before any is. */
export async function whyUnreadable(path: string): Promise<string | undefined> {
  try {
    const file = await open(path)
    try {
      const status = await file.stat()
      return status.isDirectory() ? 'is a directory' : undefined
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return 'there is no such file'
    return code === 'EACCES' ? 'may not be read' : message
  }
}

/** The bytes of a file, or of standard input for `-`, unpacked when they are gzipped. */
export async function* openInput(path: string, stdin: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stream = path === '-' ? stdin : createReadStream(path, { highWaterMark: READ_BYTES })
  const stop = () => stream.destroy(new InputError('was interrupted'))
  if (signal.aborted) return
  signal.addEventListener('abort', stop, { once: true })
  try {
    yield* unpack(readFailuresAsInput(stream))
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
}

async function* readFailuresAsInput(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string)
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`cannot be read on: ${(error as Error).message}`)
  }
}

async function* unpack(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= 3) break
  }
  const all = prepend(head, chunks)
  if (head[0] !== 0x1f || head[1] !== 0x8b) yield* all
  else yield* gunzip(all)
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  yield* rest
}

async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const made of pump<Buffer>(inPieces(chunks), createGunzip({ chunkSize: READ_BYTES }))) {
      yield made.length === 1 ? made[0]! : Buffer.concat(made)
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    const ended = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
    throw new InputError(ended ? 'the gzip data end before they are complete' : 'the gzip data are damaged')
  }
}

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += GZIP_PIECE_BYTES) yield chunk.subarray(at, at + GZIP_PIECE_BYTES)
  }
}
