import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Problem } from '../../errors.ts'

const LIMITS = { files: 1, parts: 20, fieldSize: 4_000, headerSize: 16 * 1024 }

/** Reads a form with one file: its fields, and the name of the file, whose bytes are taken as they come. */
export async function readForm(
  body: Readable,
  contentType: string,
  take: (bytes: Buffer) => Promise<void> | void,
): Promise<{ fields: URLSearchParams; file: string | undefined }> {
  const fields = new URLSearchParams()
  let file: string | undefined
  let taken: Promise<void> | undefined
  let refused: unknown
  const parser = parserOf(contentType)
  const refuse = (error: unknown) => {
    refused ??= error
    parser.destroy(error as Error)
  }
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) refuse(new Problem('bad-input', 'A field of the form is too long.'))
    fields.set(name, value)
  })
  parser.on('file', (_field, bytes, name) => {
    file = name?.replaceAll('%22', '"')
    taken = takeAll(bytes)
  })
  parser.on('partsLimit', () => refuse(damaged()))
  try {
    await pipeline(body, parser)
    await taken
  } catch (error) {
    throw refused ?? damaged(error)
  }
  return { fields, file }

  async function takeAll(bytes: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const some of bytes) {
        await Promise.try(take, some).catch((error) => {
          refuse(error)
          throw error
        })
      }
    } catch (error) {
      parser.destroy(error as Error)
    }
  }
}

function parserOf(contentType: string): BusboyInstance {
  try {
    if (/^multipart\/form-data\b/i.test(contentType))
      return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS })
  } catch {}
  throw new Problem('unsupported-media-type', 'Send the file as multipart/form-data.')
}

function damaged(cause?: unknown): Problem {
  return new Problem('bad-input', 'The form did not arrive whole. Nothing was kept: send it again.', { cause })
}
