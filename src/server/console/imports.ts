import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Uploads } from '../../admin/uploads.ts'
import { CHOICE } from '../../console/mapping-form.ts'
import { uploadPage } from '../../console/pages/imports.ts'
import type { Db } from '../../database/schema.ts'
import { Problem } from '../../errors.ts'
import { issueText, RowInputError } from '../../import/issue.ts'
import { type Mapping, withChoices } from '../../import/mapping/mapping.ts'
import { findMapping } from '../../import/mapping/mapping-store.ts'
import { unpublishedOf } from '../../import/publish-import.ts'
import { formatOf } from '../../import/read-batches.ts'
import { RECORD_TYPES } from '../../import/row-shapes.ts'
import { findUpload, MAX_UPLOAD_BYTES, type UploadFile, type UploadView } from '../../import/uploads.ts'
import type { ConsoleRoutes } from './console-routes.ts'
import { readForm } from './multipart.ts'

/** The page of a running import waits this long for its end. */
const WAIT_MS = 5_000
const LOOK_MS = 150
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function addImportPages(routes: ConsoleRoutes, { reads }: { reads: Db }, uploads: Uploads): void {
  routes.action(
    '/imports',
    async ({ upload, type, to }) => {
      const received = await uploads.receive(
        (file) => receive(upload, type, file),
        (received) => !('refused' in received),
      )
      if ('refused' in received) return { to: to('imports'), text: received.refused, isBad: true }
      const { id, file, size, fields } = received
      const input = RECORD_TYPES.find((item) => item === fields.get('type')) ?? ''
      const stored = await findMapping(reads, fields.get('sender') ?? '')
      const options = {
        sheet: fields.get('sheet') || undefined,
        asIs: fields.get('as-is') === 'true',
        ...(stored && { mapping: stored.mapping }),
      }
      await uploads.take({
        id,
        file,
        size,
        type: input,
        format: formatOf(file),
        options: JSON.stringify(options),
      })
      return { to: to(`imports/uploads/${id}`), text: 'Nothing is kept until you press Apply.' }
    },
    { takesUpload: true },
  )

  routes.page('/imports/uploads/:id', async (request) => {
    const result = await waitFor(reads, request.params.id!)
    if (!result) return undefined
    const brought = result.state === 'applied' ? await unpublishedOf(reads, result.import_id) : []
    return uploadPage(request, { ...result, isKept: await uploads.isKept(result.id), unpublished: brought.length })
  })

  routes.page('/imports/uploads/:id/preview.xlsx', async ({ params, isViewer }) => {
    const table = isViewer ? undefined : await uploads.preview(params.id!)
    return table && { file: 'preview.xlsx', type: WORKBOOK, body: Readable.from([Buffer.from(table)]) }
  })

  routes.action('/imports/uploads/:id/again', async ({ params, form, to }) => {
    const result = await findUpload(reads, params.id!)
    if (!result) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    const there = to(`imports/uploads/${result.id}`)
    const type = RECORD_TYPES.find((name) => name === form.get('type'))
    let mapping: Mapping | undefined
    try {
      mapping = result.outcome?.proposal && withChoices(result.outcome.proposal.mapping, choicesIn(form))
    } catch (error) {
      if (!(error instanceof RowInputError)) throw error
      return { to: there, text: `Nothing was done: ${error.issues.map(issueText).join('; ')}`, isBad: true }
    }
    const options = { ...JSON.parse(result.options || '{}'), mapping, ...(type && { type }) }
    if (await uploads.again(result.id, JSON.stringify(options)))
      return { to: there, text: 'Nothing is kept until you press Apply.' }
    return { to: there, text: `Nothing was done: ${WHY_NOT[result.state]}`, isBad: true }
  })

  routes.action('/imports/uploads/:id/apply', async ({ params, form, to, session }) => {
    const id = params.id!
    const there = to(`imports/uploads/${id}`)
    if (!/^[0-9a-f]{32}$/.test(id)) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    const result = await findUpload(reads, id)
    if (result?.state === 'checked' && !(await uploads.isKept(id))) {
      return { to: there, text: 'The file is no longer here. Send it again.', isBad: true }
    }
    if ((result?.outcome?.proposal?.questions.length ?? 0) > 0) {
      return { to: there, text: 'Nothing was done: answer the questions first.', isBad: true }
    }
    if (Object.keys(result?.outcome?.emptied ?? {}).length > 0 && form.get('emptied') !== 'true') {
      return { to: there, text: 'Nothing was done: tick that the fields listed below may be emptied.', isBad: true }
    }
    const { plan } = result?.outcome ?? {}
    const withdraw = Number(form.get('withdraw') ?? 0)
    if (plan?.needsNumber && withdraw !== plan.count)
      return { to: there, text: 'Nothing was done: tick how many listings are withdrawn.', isBad: true }
    const options =
      withdraw > 0 ? JSON.stringify({ ...JSON.parse(result?.options || '{}'), withdraw }) : (result?.options ?? '')
    if (await uploads.apply(id, session.who, options)) return { to: there, text: 'It is being applied.' }
    if (!result) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    return { to: there, text: `Nothing was done: ${WHY_NOT[result.state]}`, isBad: true }
  })
}

function choicesIn(form: URLSearchParams): [string, string][] {
  return [...form].flatMap(([name, value]) => (name.startsWith(CHOICE) ? [[name.slice(CHOICE.length), value]] : []))
}

const WHY_NOT: Record<UploadView['state'], string> = {
  checking: 'the dry run has not ended.',
  checked: 'the upload has expired. Send it again.',
  applying: 'it is being applied already.',
  applied: 'it was applied before.',
  failed: 'it failed. Send the file again.',
}

async function waitFor(db: Db, id: string): Promise<UploadView | undefined> {
  for (const end = performance.now() + WAIT_MS; ; ) {
    const result = await findUpload(db, id)
    const isUnderWay = result?.state === 'checking' || result?.state === 'applying'
    if (!isUnderWay || performance.now() > end) return result
    await sleep(LOOK_MS)
  }
}

type Received = { id: string; file: string; size: number; fields: URLSearchParams } | { refused: string }

/** A file that is too large is read up to here, so that the sender sees the reason. */
const MAX_READ_BYTES = 1024 * 1024 * 1024
const MB = 1024 * 1024

async function receive(body: Readable, contentType: string, remaining: UploadFile): Promise<Received> {
  const { fields, file } = await readForm(body, contentType, async (bytes) => {
    await remaining.write(bytes)
    if (remaining.size > MAX_READ_BYTES) throw new Problem('body-too-large', tooLarge(remaining.size))
  })
  if (!file) return { refused: 'Choose a file first.' }
  if (remaining.size === 0) return { refused: 'The file is empty.' }
  if (remaining.size > MAX_UPLOAD_BYTES) return { refused: tooLarge(remaining.size) }
  return {
    id: remaining.id,
    file: file.replace(/\p{Cc}/gu, '').slice(0, 200) || 'upload',
    size: remaining.size,
    fields,
  }
}

function tooLarge(size: number): string {
  const max = MAX_UPLOAD_BYTES / MB
  const sizes = `The file has ${Math.ceil(size / MB)} MB; up to ${max} MB are taken here.`
  return `${sizes} Nothing was kept: use yantra import.`
}
