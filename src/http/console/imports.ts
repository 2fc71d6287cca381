import { setTimeout as sleep } from 'node:timers/promises'
import { importPage, importsPage } from '../../console/pages/imports.ts'
import { uploadPage } from '../../console/pages/upload.ts'
import type { Db } from '../../database/schema.ts'
import { countImports, findImport, listImports } from '../../intake/import-store.ts'
import { RECORD_TYPES } from '../../intake/row-shapes.ts'
import { findUpload, type UploadView } from '../../intake/uploads/upload-store.ts'
import type { Uploads } from '../../operator/uploads.ts'
import { type ConsoleRoutes, ROWS, readPage } from './console-routes.ts'
import { receiveUpload } from './receive-upload.ts'

/** The page of a running import waits this long for its end. */
const WAIT_MS = 5_000
const LOOK_MS = 150

export function addImportPages(routes: ConsoleRoutes, { reads, uploads }: { reads: Db; uploads: Uploads }): void {
  routes.page('/imports', async (request) => {
    const page = readPage(request.query)
    const rows = await listImports(reads, { limit: ROWS, offset: (page - 1) * ROWS, now: request.now })
    return importsPage(request, { rows, page, hasMore: page * ROWS < (await countImports(reads)) })
  })

  routes.page('/imports/:id', async (request) => {
    const found = await findImport(reads, request.params.id!, request.now)
    return found && importPage(request, found)
  })

  routes.action(
    '/imports',
    async ({ upload, type, to }) => {
      const received = await receiveUpload(upload, type)
      if ('refused' in received) return { to: to('imports'), text: received.refused, isBad: true }
      const { id, file, size, fields } = received
      const given = RECORD_TYPES.find((one) => one === fields.get('type')) ?? ''
      const format = /\.[ct]sv(\.gz)?$/i.test(file) ? 'csv' : 'ndjson'
      await uploads.take({ id, file, size, type: given, format })
      return { to: to(`imports/uploads/${id}`), text: 'Nothing is kept until you press Apply.' }
    },
    { takesUpload: true },
  )

  routes.page('/imports/uploads/:id', async (request) => {
    const found = await waitFor(reads, request.params.id!)
    return found && uploadPage(request, { ...found, isHere: uploads.isHere(found.id) })
  })

  routes.action('/imports/uploads/:id/apply', async ({ params, to }) => {
    const id = params.id!
    const there = to(`imports/uploads/${id}`)
    if (!/^[0-9a-f]{32}$/.test(id)) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    const found = await findUpload(reads, id)
    if (found?.state === 'checked' && !uploads.isHere(id)) {
      return { to: there, text: 'The file is no longer here. Send it again.', isBad: true }
    }
    if (await uploads.apply(id)) return { to: there, text: 'It is being applied.' }
    if (!found) return { to: to('imports'), text: 'There is no such upload.', isBad: true }
    return { to: there, text: `Nothing was done: ${WHY_NOT[found.state]}`, isBad: true }
  })
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
