import { Problem } from '../../errors.ts'

/** A part begins, or some of its bytes. */
type FormEvent = { name: string; file: string | undefined } | Buffer

const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARTS = 20
const MAX_FIELD_CHARACTERS = 1_000
const END = Buffer.from('\r\n\r\n')

/** Reads `multipart/form-data` from chunks of any size. */
export async function* readMultipart(chunks: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<FormEvent> {
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(contentType)
  if (!boundary) throw new Problem('unsupported-media-type', 'Send the file as multipart/form-data.')
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`)
  // The first boundary may come without a line break before it.
  let rest: Buffer = Buffer.from('\r\n')
  let state: 'before' | 'mark' | 'headers' | 'part' | 'after' = 'before'
  let parts = 0

  for await (const chunk of chunks) {
    if (state === 'after') continue
    rest = Buffer.concat([rest, chunk])
    for (let isDone = false; !isDone; ) {
      if (state === 'before' || state === 'part') {
        const at = rest.indexOf(mark)
        // The possible start of a boundary waits for the next chunk.
        const known: number = at === -1 ? Math.max(0, rest.length - mark.length + 1) : at
        if (state === 'part' && known > 0) yield rest.subarray(0, known)
        rest = rest.subarray(at === -1 ? known : at + mark.length)
        if (at === -1) isDone = true
        else state = 'mark'
      } else if (state === 'mark') {
        if (rest.length < 2) isDone = true
        else if (rest.toString('latin1', 0, 2) === '--') {
          state = 'after'
          isDone = true
        } else if (rest.toString('latin1', 0, 2) === '\r\n') state = 'headers'
        else throw damaged()
      } else {
        const at = rest.indexOf(END)
        if (at === -1 && rest.length > MAX_HEADER_BYTES) throw damaged()
        if (at === -1) isDone = true
        else {
          if (++parts > MAX_PARTS) throw damaged()
          yield partOf(rest.toString('utf8', 0, at))
          rest = rest.subarray(at + END.length)
          state = 'part'
        }
      }
    }
  }
  if (state !== 'after') throw damaged()
}

/** A form with one file: its fields, and the name of the file, whose bytes are taken as they come. */
export async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  take: (bytes: Buffer) => Promise<void> | void,
): Promise<{ fields: URLSearchParams; file: string | undefined }> {
  const fields = new URLSearchParams()
  let file: string | undefined
  let field: string | undefined
  for await (const event of readMultipart(body, contentType)) {
    if (!Buffer.isBuffer(event)) {
      field = event.file === undefined ? event.name : undefined
      file = event.file ?? file
      if (field !== undefined) fields.set(field, '')
    } else if (field === undefined) await take(event)
    else {
      const value = `${fields.get(field)}${event}`
      if (value.length > MAX_FIELD_CHARACTERS) throw new Problem('bad-input', 'A field of the form is too long.')
      fields.set(field, value)
    }
  }
  return { fields, file }
}

function partOf(headers: string): { name: string; file: string | undefined } {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(headers)?.[1] ?? ''
  const named = (what: string) => new RegExp(`;\\s*${what}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition)?.[1]
  return { name: named('name') ?? '', file: named('filename')?.replaceAll('%22', '"') }
}

function damaged(): Problem {
  return new Problem('bad-input', 'The form did not arrive whole. Nothing was kept: send it again.')
}
