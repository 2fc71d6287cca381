import type { Readable } from 'node:stream'
import { Problem } from '../../errors.ts'
import { createUploadFile, MAX_UPLOAD_BYTES, type UploadFile } from '../../intake/uploads/upload-files.ts'
import { readMultipart } from './multipart.ts'

/** A complete file, or why it is refused. */
type Received = { id: string; file: string; size: number; fields: URLSearchParams } | { refused: string }

const MAX_FIELD_BYTES = 1_000
/** A file that is too large is read up to here, so that the sender sees the reason. */
const MOST_READ_BYTES = 1024 * 1024 * 1024
const MB = 1024 * 1024

/** Writes an uploaded file to disk as it arrives. After any failure nothing remains there. */
export async function receiveUpload(body: Readable, contentType: string): Promise<Received> {
  const kept = await createUploadFile()
  try {
    const received = await receive(body, contentType, kept)
    if ('refused' in received) await kept.drop()
    else await kept.close()
    return received
  } catch (error) {
    await kept.drop()
    throw error
  }
}

async function receive(body: Readable, contentType: string, kept: UploadFile): Promise<Received> {
  const fields = new URLSearchParams()
  let file: string | undefined
  let field = ''
  for await (const event of readMultipart(body, contentType)) {
    if (!Buffer.isBuffer(event)) {
      field = event.file === undefined ? event.name : ''
      if (event.file !== undefined) file = event.file
      else fields.set(field, '')
    } else if (field === '') {
      await kept.write(event)
      if (kept.size > MOST_READ_BYTES) throw new Problem('body-too-large', tooLarge(kept.size))
    } else {
      const value = `${fields.get(field)}${event.toString()}`
      if (value.length > MAX_FIELD_BYTES) throw new Problem('bad-input', 'A field of the form is too long.')
      fields.set(field, value)
    }
  }
  if (!file) return { refused: 'Choose a file first.' }
  if (kept.size === 0) return { refused: 'The file is empty.' }
  if (kept.size > MAX_UPLOAD_BYTES) return { refused: tooLarge(kept.size) }
  return { id: kept.id, file: nameOf(file), size: kept.size, fields }
}

function tooLarge(size: number): string {
  const most = MAX_UPLOAD_BYTES / MB
  return `The file has ${Math.ceil(size / MB)} MB; up to ${most} MB are taken here. Nothing was kept: use yantra import.`
}

/** Some browsers send the whole path. */
function nameOf(file: string): string {
  const name = file
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
  return name.slice(0, 200) || 'upload'
}
