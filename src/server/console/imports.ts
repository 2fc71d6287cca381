import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAudit } from '../../admin/actions.ts'
import type { Uploads } from '../../admin/uploads.ts'
import { uploadPage } from '../../console/pages/imports.ts'
import type { Db } from '../../database/schema.ts'
import { Problem } from '../../errors.ts'
import { answered } from '../../import/mapping/mapping.ts'
import { findRecipe, saveRecipe } from '../../import/mapping/mapping-store.ts'
import { unpublishedOf } from '../../import/publish-import.ts'
import { formatOf } from '../../import/read-batches.ts'
import { RECORD_TYPES } from '../../import/row-shapes.ts'
import { findUpload, MAX_UPLOAD_BYTES, type UploadFile, type UploadView } from '../../import/uploads.ts'
import type { RouteParts } from '../parts.ts'
import type { ConsoleRoutes } from './console-routes.ts'
import { readForm } from './multipart.ts'

/** The page of a running import waits this long for its end. */
const WAIT_MS = 5_000
const LOOK_MS = 150
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function addImportPages(routes: ConsoleRoutes, { db, reads }: RouteParts, uploads: Uploads): void {
  routes.action(
    '/imports',
    async ({ upload, type, to }) => {
      const received = await uploads.receive(
        (file) => receive(upload, type, file),
        (received) => !('refused' in received),
      )
      if ('refused' in received) return { to: to('imports'), text: received.refused, isBad: true }
      const { id, file, size, fields } = received
      const given = RECORD_TYPES.find((one) => one === fields.get('type')) ?? ''
      const chosen = await findRecipe(reads, fields.get('recipe') ?? '')
      const options = {
        sheet: fields.get('sheet') || undefined,
        asIs: fields.get('as-is') === 'true',
        ...(chosen && { recipe: chosen.recipe, sender: chosen.name }),
      }
      await uploads.take({
        id,
        file,
        size,
        type: given,
        format: formatOf(file),
        options: JSON.stringify(options),
      })
      return { to: to(`imports/uploads/${id}`), text: 'Nothing is kept until you press Apply.' }
    },
    { takesUpload: true },
  )

  routes.page('/imports/uploads/:id', async (request) => {
    const found = await waitFor(reads, request.params.id!)
    if (!found) return undefined
    const brought = found.state === 'applied' ? await unpublishedOf(reads, found.import_id) : []
    return uploadPage(request, { ...found, isKept: await uploads.isKept(found.id), unpublished: brought.length })
  })

  routes.page('/imports/uploads/:id/understood.xlsx', async ({ params, isViewer }) => {
    const table = isViewer ? undefined : await uploads.understood(params.id!)
    return table && { file: 'understood.xlsx', type: WORKBOOK, body: Readable.from([Buffer.from(table)]) }
  })

  routes.action('/imports/uploads/:id/again', async ({ params, form, to, now, session }) => {
    const found = await findUpload(reads, params.id!)
    if (!found) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    const there = to(`imports/uploads/${found.id}`)
    const recipe = found.outcome?.proposal && answered(found.outcome.proposal.recipe, answersIn(form))
    const name = form.get('keep')?.trim().slice(0, 60)
    const kept = recipe && name && { name, recipe, at: now, who: session.who }
    const actor = { by: 'console', who: session.who } as const
    if (kept) await withAudit({ db, actor }, 'recipes.save', name, (trx) => saveRecipe(trx, kept).then(() => true))
    const sender = name ? { sender: name } : {}
    const options = JSON.stringify({ ...JSON.parse(found.options || '{}'), recipe, ...sender })
    if (await uploads.again(found.id, options)) return { to: there, text: 'Nothing is kept until you press Apply.' }
    return { to: there, text: `Nothing was done: ${WHY_NOT[found.state]}`, isBad: true }
  })

  routes.action('/imports/uploads/:id/apply', async ({ params, form, to, session }) => {
    const id = params.id!
    const there = to(`imports/uploads/${id}`)
    if (!/^[0-9a-f]{32}$/.test(id)) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    const found = await findUpload(reads, id)
    if (found?.state === 'checked' && !(await uploads.isKept(id))) {
      return { to: there, text: 'The file is no longer here. Send it again.', isBad: true }
    }
    if ((found?.outcome?.proposal?.questions.length ?? 0) > 0) {
      return { to: there, text: 'Nothing was done: answer the questions first.', isBad: true }
    }
    if (Object.keys(found?.outcome?.emptied ?? {}).length > 0 && form.get('emptied') !== 'true') {
      return { to: there, text: 'Nothing was done: tick that the fields listed below may be emptied.', isBad: true }
    }
    if (await uploads.apply(id, session.who)) return { to: there, text: 'It is being applied.' }
    if (!found) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    return { to: there, text: `Nothing was done: ${WHY_NOT[found.state]}`, isBad: true }
  })
}

/** The answers of a form, by the ids of the questions; what is typed counts before what is chosen. */
function answersIn(form: URLSearchParams): Record<string, string> {
  const given = [...form].filter(([name, value]) => /^(?:choice|answer):/.test(name) && value.trim() !== '')
  return Object.fromEntries(given.map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]))
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
    const found = await findUpload(db, id)
    const isUnderWay = found?.state === 'checking' || found?.state === 'applying'
    if (!isUnderWay || performance.now() > end) return found
    await sleep(LOOK_MS)
  }
}

/** A complete file, or why it is refused. */
type Received = { id: string; file: string; size: number; fields: URLSearchParams } | { refused: string }

/** A file that is too large is read up to here, so that the sender sees the reason. */
const MAX_READ_BYTES = 1024 * 1024 * 1024
const MB = 1024 * 1024

async function receive(body: Readable, contentType: string, kept: UploadFile): Promise<Received> {
  const { fields, file } = await readForm(body, contentType, async (bytes) => {
    await kept.write(bytes)
    if (kept.size > MAX_READ_BYTES) throw new Problem('body-too-large', tooLarge(kept.size))
  })
  if (!file) return { refused: 'Choose a file first.' }
  if (kept.size === 0) return { refused: 'The file is empty.' }
  if (kept.size > MAX_UPLOAD_BYTES) return { refused: tooLarge(kept.size) }
  return { id: kept.id, file: file.replace(/\p{Cc}/gu, '').slice(0, 200) || 'upload', size: kept.size, fields }
}

function tooLarge(size: number): string {
  const most = MAX_UPLOAD_BYTES / MB
  const sizes = `The file has ${Math.ceil(size / MB)} MB; up to ${most} MB are taken here.`
  return `${sizes} Nothing was kept: use yantra import.`
}
