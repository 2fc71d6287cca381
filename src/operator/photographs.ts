import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeTransaction } from '../database/schema.ts'
import { Refused } from '../errors.ts'
import type { JsonObject } from '../intake/check-object.ts'
import { type Photograph, readPhotograph } from '../intake/photograph.ts'
import type { Desk, Done } from './desk.ts'
import { changeRecord, type DeskRecord, readDeskRecord } from './records.ts'

/** Keeps a photograph in the folder and puts it last among those of its record; undefined without such a record. */
export async function addPhotograph(
  desk: Desk,
  { type, key, bytes, caption }: { type: string; key: string; bytes: Buffer; caption: string },
  folder: string | undefined,
): Promise<Done | undefined> {
  if (!folder) throw new Refused('set MEDIA_DIR to a folder that all replicas share')
  const photograph = readPhotograph(bytes)
  if ('refused' in photograph) throw new Refused(photograph.refused)
  return writeTransaction(desk.db, async (db) => {
    const record = await readDeskRecord(db, type, key)
    if (!record || !hasPhotographs(record)) return undefined
    await keep(folder, photograph)
    const said = `Added a photograph of ${photograph.width} × ${photograph.height}.`
    return changeRecord({ ...desk, db }, record, fieldsWith(record, photograph, caption), 'records.photograph', said)
  })
}

export function hasPhotographs({ type }: Pick<DeskRecord, 'type'>): boolean {
  return type === 'machine' || type === 'listing'
}

function fieldsWith({ type, row }: DeskRecord, { name, width, height }: Photograph, caption: string): JsonObject {
  const url = `/photos/${name}`
  const list = (field: string) => (Array.isArray(row[field]) ? (row[field] as JsonObject[string][]) : [])
  if (type === 'machine') {
    return { media: [...list('media'), { kind: 'image', url, ...(caption && { alt: caption }), width, height }] }
  }
  // Where there are rows the page shows these alone, so they take in what stood only in the other list.
  const rows = list('photo_rows').length > 0 ? list('photo_rows') : list('photos').map((one) => ({ url: one }))
  return { photos: [...list('photos'), url], photo_rows: [...rows, { url, ...(caption && { caption }) }] }
}

/** A file appears whole or not at all. */
async function keep(folder: string, { name, bytes }: Photograph): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.${process.pid}.part`)
  await writeFile(draft, bytes, { mode: 0o600 })
  await rename(draft, join(folder, name))
}
