import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

export type SpoolPlace = readonly [offset: number, length: number]

export async function openSpool<T>() {
  const path = join(tmpdir(), `yantra-${process.pid}-${randomBytes(8).toString('hex')}.rows`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  let end = 0
  return {
    async add(values: readonly T[]): Promise<SpoolPlace[]> {
      const texts = values.map((value) => serialize(value))
      await file.appendFile(Buffer.concat(texts))
      return texts.map(({ length }) => {
        end += length
        return [end - length, length]
      })
    },
    async read([offset, length]: SpoolPlace): Promise<T> {
      const bytes = Buffer.allocUnsafe(length)
      for (let from = 0; from < length; ) {
        const { bytesRead } = await file.read(bytes, from, length - from, offset + from)
        if (bytesRead === 0) throw new Error('the temporary file of an import is incomplete')
        from += bytesRead
      }
      return deserialize(bytes)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
