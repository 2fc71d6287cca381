import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { RowInputError } from './issue.ts'

/** Limits how much one compressed chunk can expand in memory. */
const READ_BYTES = 64 * 1024
const GZIP_PIECE_BYTES = 8 * 1024
const MAX_UNFOLDING = 200
const UNFOLDS_FREELY_BYTES = 64 * 1024 * 1024

export async function whyUnreadable(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path)
    return (await file.stat()).isDirectory() ? 'is a directory' : undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return 'there is no such file'
    return code === 'EACCES' ? 'may not be read' : message
  }
}

export interface InputOptions {
  stdin: Readable
  signal?: AbortSignal
  onBytes?: (count: number) => void
  isTable?: boolean
}

export async function* openInput(
  path: string,
  { stdin, signal, onBytes = () => {}, isTable = false }: InputOptions,
): AsyncGenerator<Buffer> {
  if (signal?.aborted) return
  const stream = path === '-' ? stdin : createReadStream(path, { highWaterMark: READ_BYTES })
  const stop = () => stream.destroy(new RowInputError('was interrupted'))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const { head, all } = await peek(readChunks(stream, onBytes), HEAD_BYTES)
    const isGzip = head[0] === 0x1f && head[1] === 0x8b
    const bytes = isGzip ? await peek(gunzip(all), HEAD_BYTES) : { head, all }
    const reason = whyNotRows(bytes.head, isTable)
    if (reason !== undefined) throw new RowInputError(reason, 1)
    yield* bytes.all
  } finally {
    signal?.removeEventListener('abort', stop)
    stream.destroy()
  }
}

async function* readChunks(stream: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string)
      onBytes(bytes.length)
      yield bytes
    }
  } catch (error) {
    throw error instanceof RowInputError ? error : new RowInputError(`reading stopped: ${(error as Error).message}`)
  }
}

const HEAD_BYTES = 4
const UTF16 = 'is UTF-16: write it as UTF-8, or say --format csv if it is a table'
const OTHER_FORMATS: readonly { start: string; reason: string; isTable?: true }[] = [
  {
    start: '504b0304',
    reason: 'is a workbook (.xlsx, .ods) or another zip archive: if it is a table, say --format csv',
    isTable: true,
  },
  { start: 'fffe', reason: UTF16, isTable: true },
  { start: 'feff', reason: UTF16, isTable: true },
  {
    start: 'd0cf11e0',
    reason: 'is an old Excel workbook (.xls) or an encrypted one: save it as .xlsx without password',
  },
  { start: '25504446', reason: 'is a PDF' },
]

function whyNotRows(head: Buffer, isTable: boolean): string | undefined {
  const start = head.toString('hex')
  return OTHER_FORMATS.find((other) => start.startsWith(other.start) && !(isTable && other.isTable))?.reason
}

export async function peek(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const rest = chunks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await rest.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* all() {
    if (head.length > 0) yield head
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { head, all: all() }
}

async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [packed, unfolded] = [0, 0]
  async function* inPieces() {
    for await (const chunk of chunks)
      for (let i = 0; i < chunk.length; i += GZIP_PIECE_BYTES) {
        const piece = chunk.subarray(i, i + GZIP_PIECE_BYTES)
        packed += piece.length
        yield piece
      }
  }
  try {
    // One piece may expand a thousandfold, so it is passed on in small parts.
    for await (const parts of transformed<Buffer>(inPieces(), createGunzip({ chunkSize: READ_BYTES })))
      for (const part of parts) {
        unfolded += part.length
        if (unfolded > Math.max(UNFOLDS_FREELY_BYTES, MAX_UNFOLDING * packed))
          throw new RowInputError(`the gzip unfolds to more than ${MAX_UNFOLDING} times its size: the rest is not read`)
        yield part
      }
  } catch (error) {
    if (error instanceof RowInputError) throw error
    const isCut = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
    throw new RowInputError(isCut ? 'the file is truncated' : 'the gzip data are damaged')
  }
}

/**
 * Feeds a transform chunk by chunk and yields all that it makes of each. Iterating over the transform itself would lose
 * what it made just before it failed.
 */
export async function* transformed<T>(chunks: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<T[]> {
  let output: T[] = []
  const take = () => {
    const items = output
    output = []
    return items
  }
  transform.on('data', (item: T) => output.push(item))
  const ended = finished(transform).catch(() => {})
  /** A transform that fails may never call back. */
  const write = (chunk: Buffer) =>
    new Promise<void>((resolve) => {
      const done = () => resolve(void transform.off('error', done))
      transform.once('error', done)
      transform.write(chunk, done)
    })
  try {
    for await (const chunk of chunks) {
      await write(chunk)
      if (output.length > 0) yield take()
      if (transform.errored) throw transform.errored
    }
    transform.end()
    await ended
    if (output.length > 0) yield take()
    if (transform.errored) throw transform.errored
  } finally {
    transform.destroy()
  }
}
