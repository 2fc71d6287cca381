import { recordPage, wholeNumber } from '../../console/pages/record.ts'
import { notFound } from '../../errors.ts'
import { MAX_PHOTOGRAPH_BYTES } from '../../intake/photograph.ts'
import { readRecordForm } from '../../intake/record-form.ts'
import { addPhotograph } from '../../operator/photographs.ts'
import { saveRecord, typeFrom } from '../../operator/records.ts'
import { type DeskOf, saidOf, whyNot } from './acts.ts'
import type { ConsoleParts, ConsoleRoutes } from './console-routes.ts'
import { readForm } from './multipart.ts'

export function addRecordActions(routes: ConsoleRoutes, parts: ConsoleParts, deskOf: DeskOf): void {
  routes.action('/records/:type/:key', async (request) => {
    const { params, form, to } = request
    const type = typeFrom(params.type!)
    const mine = type && readRecordForm(type, form)
    const saved = mine && (await saveRecord(deskOf(request), type, params.key!, mine, wholeNumber(form.get('version'))))
    if (!saved) throw notFound('such record')
    if (saved.outcome === 'saved') return { to: to(`records/${type}/${params.key}`), text: saved.text }
    return recordPage(request, parts, saved.record, saved)
  })

  routes.action(
    '/records/:type/:key/photographs',
    async (request) => {
      const { params, upload, type: sent, to } = request
      const { type, key } = params as { type: string; key: string }
      const there = to(`records/${type}/${key}`)
      const pieces: Buffer[] = []
      let size = 0
      const { fields } = await readForm(upload, sent, (bytes) => {
        // The rest of one that is too large is not held.
        if (size <= MAX_PHOTOGRAPH_BYTES) size += pieces[pieces.push(Buffer.from(bytes)) - 1]!.length
      })
      const given = { type, key, bytes: Buffer.concat(pieces), caption: (fields.get('caption') ?? '').trim() }
      try {
        const done = await addPhotograph(deskOf(request), given, parts.config.mediaFolder)
        if (!done) throw notFound('such record')
        return { to: there, text: saidOf(done) }
      } catch (error) {
        return { to: there, text: `No photograph was added: ${whyNot(error)}.`, isBad: true }
      }
    },
    { takesUpload: true },
  )
}
