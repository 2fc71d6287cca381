import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { RowInputError } from './report.ts'

/** Limits how much one compressed chunk can expand in memory. */
const READ_BYTES = 64 * 1024
const GZIP_PIECE_BYTES = 8 * 1024
/** No file of rows unfolds to more times its size; a small one may. */
const MAX_UNFOLDING = 200
const UNFOLDS_FREELY_BYTES = 64 * 1024 * 1024

/** Why a file cannot be read; asked before any is read. */
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

/** The bytes of a file, or of standard input for `-`, unpacked if gzipped. A table may be a workbook or UTF-16. */
export async function* openInput(
  path: string,
  stdin: Readable,
  signal: AbortSignal,
  onBytes: (count: number) => void = () => {},
  isTable = false,
): AsyncGenerator<Buffer> {
  const stream = path === '-' ? stdin : createReadStream(path, { highWaterMark: READ_BYTES })
  const stop = () => stream.destroy(new RowInputError('was interrupted'))
  if (signal.aborted) return
  signal.addEventListener('abort', stop, { once: true })
  try {
    yield* unpack(readFailuresAsInput(stream, onBytes), isTable)
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
}

async function* readFailuresAsInput(stream: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
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

async function* unpack(chunks: AsyncGenerator<Buffer>, isTable: boolean): AsyncGenerator<Buffer> {
  const { head, all } = await peek(chunks)
  if (head[0] === 0x1f && head[1] === 0x8b) yield* recognised(gunzip(all), isTable)
  else yield* recognised(all, isTable)
}

/** Files that people take for tables or rows, by their first bytes. */
/** The first bytes of workbooks and UTF-16, which tables may be. */
const TABLE_FORMATS = [0x50, 0xff, 0xfe]
const OTHER_FORMATS: readonly [bytes: readonly number[], reason: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'is a workbook (.xlsx, .ods) or another zip archive: if it is a table, say --format csv'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'is an old Excel workbook (.xls): save it as .xlsx'],
  [[0x25, 0x50, 0x44, 0x46], 'is a PDF'],
  [[0xff, 0xfe], 'is UTF-16: write it as UTF-8, or say --format csv if it is a table'],
  [[0xfe, 0xff], 'is UTF-16: write it as UTF-8, or say --format csv if it is a table'],
]

/** Names the format of a file that is neither NDJSON nor CSV. */
async function* recognised(chunks: AsyncGenerator<Buffer>, isTable: boolean): AsyncGenerator<Buffer> {
  const { head, all } = await peek(chunks)
  const isRead = isTable ? TABLE_FORMATS : []
  const other = OTHER_FORMATS.find(
    ([bytes]) => !isRead.includes(bytes[0]!) && bytes.every((byte, i) => head[i] === byte),
  )
  if (other) throw new RowInputError(other[1]).at(1)
  yield* all
}

const PEEKED_BYTES = 4

/** The first bytes, and all of them. */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  bytes = PEEKED_BYTES,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const rest = chunks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await rest.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return { head, all: prepend(head, { [Symbol.asyncIterator]: () => rest }) }
}

async function* prepend(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  yield* rest
}

async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [packed, unfolded] = [0, 0]
  const counted = inPieces(chunks, (bytes) => {
    packed += bytes
  })
  try {
    for await (const created of pump<Buffer>(counted, createGunzip({ chunkSize: READ_BYTES }))) {
      // One chunk may expand a thousandfold, so it is passed on in small parts.
      for (const part of created) {
        unfolded += part.length
        if (unfolded > Math.max(UNFOLDS_FREELY_BYTES, MAX_UNFOLDING * packed)) {
          throw new RowInputError(`the gzip unfolds to more than ${MAX_UNFOLDING} times its size: the rest is not read`)
        }
        yield part
      }
    }
  } catch (error) {
    if (error instanceof RowInputError) throw error
    const ended = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
    throw new RowInputError(ended ? 'the file is truncated' : 'the gzip data are damaged')
  }
}

async function* inPieces(chunks: AsyncIterable<Buffer>, onPiece: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i += GZIP_PIECE_BYTES) {
      const piece = chunk.subarray(i, i + GZIP_PIECE_BYTES)
      onPiece(piece.length)
      yield piece
    }
  }
}

/**
 * Feeds a transform chunk by chunk and yields all that it makes of each. Iterating over the transform itself would lose
 * what it made just before it failed.
 */
export async function* pump<T>(chunks: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<T[]> {
  let created: T[] = []
  let failure: Error | undefined
  let wake = () => {}
  transform.on('data', (item: T) => created.push(item))
  transform.on('error', (error: Error) => {
    failure = error
    wake()
  })

  async function step(act: (done: () => void) => void): Promise<T[]> {
    await new Promise<void>((resolve) => {
      wake = resolve
      if (failure) resolve()
      else act(resolve)
    })
    const out = created
    created = []
    return out
  }

  try {
    for await (const chunk of chunks) {
      const out = await step((done) => transform.write(chunk, () => done()))
      if (out.length > 0) yield out
      if (failure) throw failure
    }
    const out = await step((done) => {
      transform.once('end', done)
      transform.end()
    })
    if (out.length > 0) yield out
    if (failure) throw failure
  } finally {
    transform.destroy()
  }
}
