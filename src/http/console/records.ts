import { kolkataDate } from '../../calendar.ts'
import type { ConsoleRequest } from '../../console/page.ts'
import { recordPage, type Unsaved } from '../../console/pages/record.ts'
import type { RecordType } from '../../database/records.ts'
import type { Db } from '../../database/schema.ts'
import { notFound } from '../../errors.ts'
import { recordHistory } from '../../history/states.ts'
import { MAX_PHOTOGRAPH_BYTES } from '../../intake/photograph.ts'
import { formOf, readRecordForm } from '../../intake/record-form.ts'
import { addPhotograph } from '../../operator/photographs.ts'
import { type DeskRecord, publishedAt, readDeskRecord, saveRecord, typeFrom } from '../../operator/records.ts'
import { type DeskOf, saidOf, whyNot } from './acts.ts'
import type { ConsoleParts, ConsoleRoutes } from './console-routes.ts'
import { readForm } from './multipart.ts'

const CHANGES = 20
const MAX_LISTED = 1_000

export function addRecordPages(routes: ConsoleRoutes, { reads, config }: ConsoleParts, deskOf: DeskOf): void {
  const site = config.site ? `${config.prefix}/en` : undefined
  routes.page('/records/:type/:key', async (request) => {
    const { type, key } = request.params as { type: string; key: string }
    const record = await readDeskRecord(reads, type, key)
    return record && pageOf(request, record)
  })

  routes.action('/records/:type/:key', async (request) => {
    const { params, form, to } = request
    const type = typeFrom(params.type!)
    const mine = type && readRecordForm(type, form)
    const saved = mine && (await saveRecord(deskOf(request), type, params.key!, mine, wholeNumber(form.get('version'))))
    if (!saved) throw notFound('such record')
    if (saved.outcome === 'saved') return { to: to(`records/${type}/${params.key}`), text: saved.text }
    return pageOf(request, saved.record, saved)
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
        const done = await addPhotograph(deskOf(request), given, config.mediaFolder)
        if (!done) throw notFound('such record')
        return { to: there, text: saidOf(done) }
      } catch (error) {
        return { to: there, text: `No photograph was added: ${whyNot(error)}.`, isBad: true }
      }
    },
    { takesUpload: true },
  )

  async function pageOf(request: ConsoleRequest, record: DeskRecord, unsaved?: Unsaved) {
    const { type, key } = record
    const below = wholeNumber(request.query.get('below')) || Number.MAX_SAFE_INTEGER
    const entries = await recordHistory(reads, type, key, { limit: CHANGES + 1, below })
    const hasMore = entries.length > CHANGES
    return recordPage(request, {
      ...{ record, unsaved, fields: formOf(type), entries: entries.slice(0, CHANGES) },
      below: hasMore ? entries[CHANGES - 1]!.revision : undefined,
      lists: await listsFor(reads, type),
      live: site === undefined ? undefined : livePage(record, site, request.now),
    })
  }
}

/** 0 for anything else. */
function wholeNumber(text: string | null): number {
  return Number.isSafeInteger(Number(text)) ? Math.max(0, Number(text)) : 0
}

/** Slugs of makers and keys of classes, for types that name them. */
async function listsFor(db: Db, type: RecordType): Promise<Record<string, string[]>> {
  if (type !== 'machine' && type !== 'implement') return {}
  const makers = await db.selectFrom('manufacturers').select('slug').orderBy('slug').limit(MAX_LISTED).execute()
  const classes = await db.selectFrom('classes').select('key').orderBy('key').execute()
  return { makers: makers.map(({ slug }) => slug), classes: classes.map(({ key }) => key) }
}

/** Where buyers see it; undefined while they do not. */
function livePage(record: DeskRecord, site: string, now: number): string | undefined {
  const { type, key, row } = record
  const published = publishedAt(record)
  if (published !== undefined && !(published !== null && published <= kolkataDate(now))) return undefined
  if (type === 'listing') return row.status === 'live' || row.status === 'sold' ? `${site}/used/${key}` : undefined
  return `${site}/${PLACES[type]}/${key}`
}

const PLACES = { machine: 'machines', implement: 'implements', manufacturer: 'makers', class: 'classes' } as const
