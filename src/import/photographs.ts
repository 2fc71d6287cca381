import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { findRecords } from '../database/records.ts'
import { type Db, deleteRows, readPages, readRevision, upsertRows, writeTransaction } from '../database/schema.ts'
import type { PhotographRow } from '../database/tables/history.ts'
import { DAY_MS } from '../lib/calendar.ts'
import type { Log } from '../lib/log.ts'
import { schedule } from '../lib/timers.ts'

// Photos are decoded and re-encoded, so that no metadata of the upload is served: no location, file name, thumbnail or
// appended file.

export const MAX_PHOTOGRAPH_BYTES = 8 * 1024 * 1024
const MAX_PIXELS = 50_000_000
/** By the end of the name: as large as any, for cards and pages, and for phones. Each is made of the one before. */
const WIDTHS = { '': 2560, '-middle': 1280, '-small': 480 } as const
const LAST = '-small.webp'
/** Records of releases before 1.6 may name a PNG. */
const NAME = /^([a-p]{32})(-small|-middle)?\.(jpg|webp|png)$/
const UNNAMED_MS = 7 * DAY_MS
const FIRST_AFTER_MS = 10_000
const BEGINNINGS = ['ffd8ff', '89504e470d0a1a0a', '52494646']

export interface Photograph {
  /** From its pixels, in letters alone: digits in a row would look like a telephone number. */
  name: string
  width: number
  height: number
  files: { name: string; bytes: Buffer }[]
}

/** Reads a stored photo with its content type; undefined if it was not re-encoded here. */
export async function readPhotograph(
  folder: string,
  requested: string,
): Promise<{ type: string; body: Buffer } | undefined> {
  const [, name, width = '', ending] = NAME.exec(requested) ?? []
  if (name === undefined || !(await isMade(folder, name))) return undefined
  const [type, remaining] = ending === 'webp' ? ['image/webp', 'webp'] : ['image/jpeg', 'jpg']
  const body = await readFile(join(folder, `${name}${width}.${remaining}`)).catch(() => undefined)
  return body && { type, body }
}

const isMade = (folder: string, name: string): Promise<boolean> =>
  access(join(folder, name + LAST)).then(
    () => true,
    () => false,
  )

export function namesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\/photos\/([a-p]{32})\b/g), ([, name]) => name!))]
}

let last: Promise<unknown> = Promise.resolve()

/**
 * What is made of a sent file, or why it is refused. Its bytes tell what it is, whatever its name says. One at a time: each
 * takes memory by its pixels.
 */
export function makePhotograph(sent: Buffer): Promise<Photograph | { refused: string }> {
  const created = last.then(() => makeOne(sent))
  last = created.catch(() => undefined)
  return created
}

async function makeOne(sent: Buffer): Promise<Photograph | { refused: string }> {
  if (sent.length > MAX_PHOTOGRAPH_BYTES) return { refused: 'a photograph may have up to 8 MB' }
  const exists = BEGINNINGS.some((beginning) => sent.toString('hex', 0, 8).startsWith(beginning))
  if (!exists) return { refused: 'the file is no JPEG, PNG or WebP picture' }
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // A picture may tell any size: it is looked at before anything is decoded.
  const open = () => sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  try {
    const { format, width, height } = await open().metadata()
    if (!['jpeg', 'png', 'webp'].includes(format ?? '')) return { refused: 'the file is no JPEG, PNG or WebP picture' }
    if (width * height > MAX_PIXELS)
      return { refused: `the picture is ${width} × ${height}: 50 million pixels at most` }
    const clause = WIDTHS['']
    const fitted = open().autoOrient().flatten({ background: '#fff' }).resize(clause, clause, FIT).toColourspace('srgb')
    const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true })
    const name = lettersOf(createHash('sha256').update(`${info.width} ${info.height} `).update(data).digest('hex'))
    const files: Photograph['files'] = []
    let [picture, raw] = [data, info]
    for (const [end, max] of Object.entries(WIDTHS)) {
      if (Math.max(raw.width, raw.height) > max) {
        const smaller = sharp(picture, { raw }).resize(max, max, FIT).raw()
        ;({ data: picture, info: raw } = await smaller.toBuffer({ resolveWithObject: true }))
      }
      // Plain Huffman tables and little effort: a tenth of the processor time for a tenth more bytes.
      files.push({ name: `${name}${end}.jpg`, bytes: await sharp(picture, { raw }).jpeg({ quality: 80 }).toBuffer() })
      const webp = sharp(picture, { raw }).webp({ quality: 80, effort: 1 })
      files.push({ name: `${name}${end}.webp`, bytes: await webp.toBuffer() })
    }
    return { name, width: info.width, height: info.height, files }
  } catch (error) {
    const isLarge = /pixel limit/i.test(error instanceof Error ? error.message : '')
    return { refused: isLarge ? 'a picture may have 50 million pixels' : 'the picture is damaged or not complete' }
  }
}

const FIT = { fit: 'inside', withoutEnlargement: true } as const

function lettersOf(hex: string): string {
  return hex.slice(0, 32).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
}

export async function keepPhotograph(trx: Db, folder: string, photograph: Photograph, type: string, key: string) {
  await writeFiles(folder, photograph)
  const row = { name: photograph.name, record_type: type, record_key: key, unnamed_since: null }
  await upsertRows(trx, 'photographs', PHOTOGRAPH_KEY, [row])
}

async function writeFiles(folder: string, { files }: Pick<Photograph, 'files'>) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const file of files) {
    const draft = join(folder, `${file.name}.${process.pid}.part`)
    await writeFile(draft, file.bytes, { mode: 0o600 })
    await rename(draft, join(folder, file.name))
  }
}

export async function isNamed(db: Db, name: string): Promise<boolean> {
  let existing = await db.selectFrom('photographs').selectAll().where('name', '=', name).execute()
  // Not swept yet, as after an import of exported records.
  if (existing.length === 0) existing = await findNamings(db, name)
  for (const { record_type: type, record_key: key } of existing) {
    if (type !== 'machine' && type !== 'listing') continue
    const rows = await findRecords(db, type, [key])
    if (rows.some((row) => row.announced === 1 && JSON.stringify(row).includes(name))) return true
  }
  return false
}

async function findNamings(db: Db, name: string): Promise<PhotographRow[]> {
  const like = `%/photos/${name}%`
  const { rows } = await sql<{ type: string; key: string }>`
    select 'listing' as type, cast(id as text) as key from listings where doc like ${like}
    union all select 'machine', slug from machines where detail like ${like}`.execute(db)
  return rows.map(({ type, key }) => ({ name, record_type: type, record_key: key, unnamed_since: null }))
}

type Namings = Map<string, PhotographRow[]>

/** Reads which photographs all records name, or those changed since a revision, a page at a time between other work. */
async function readNamings(db: Db, namings: Namings, since?: number): Promise<void> {
  const by = since === undefined ? 'id' : 'revision'
  const add = (record_type: string, record_key: string, text: string) => {
    const rows = namesIn(text).map((name) => ({ name, record_type, record_key, unnamed_since: null }))
    const record = `${record_type} ${record_key}`
    if (rows.length > 0) namings.set(record, rows)
    else namings.delete(record)
  }
  for await (const page of readPages(db, 'listings', by, since ?? -1)) {
    for (const { id, doc } of page) add('listing', String(id), doc)
    await setImmediate()
  }
  for await (const page of readPages(db, 'machines', by, since ?? -1)) {
    for (const { slug, detail } of page) add('machine', slug, detail)
    await setImmediate()
  }
}

/** Marks photographs of an erased record: the next sweep deletes those that no other record names. */
export async function queueDrop(trx: Db, names: readonly string[]): Promise<void> {
  const rows = names.map((name) => ({ ...NO_RECORD, name, unnamed_since: 0 }))
  await upsertRows(trx, 'photographs', PHOTOGRAPH_KEY, rows)
}

export async function dropUnnamed(db: Db, folder: string, names: readonly string[]): Promise<number> {
  const dropped = new Set<string>()
  for (const name of names) if ((await findNamings(db, name)).length === 0) dropped.add(name)
  await deleteFiles(folder, dropped)
  await deleteRows(db, 'photographs', 'name', [...dropped])
  return dropped.size
}

/** Notes what names each photograph, also by an import, and deletes those that nothing has named for a week. */
export async function sweepPhotographs(db: Db, folder: string, now: number): Promise<number> {
  const files = new Set((await filesIn(folder)).map((file) => file.slice(0, NAME_LETTERS)))
  const revision = await readRevision(db)
  const namings: Namings = new Map()
  await readNamings(db, namings)
  const { fresh, gone: removed, due } = await compare(db, namings, files, now)
  if (fresh.length + removed.length + due.size === 0) return 0
  return writeTransaction(db, async (trx) => {
    await readNamings(trx, namings, revision)
    const { fresh, gone: removed, due } = await compare(trx, namings, files, now)
    for (const { name, record_type, record_key } of removed) {
      const row = trx.deleteFrom('photographs').where('name', '=', name)
      await row.where('record_type', '=', record_type).where('record_key', '=', record_key).execute()
    }
    await upsertRows(trx, 'photographs', PHOTOGRAPH_KEY, fresh)
    // Under the writer lock no photograph of the same content is added meanwhile.
    await deleteFiles(folder, due)
    return due.size
  })
}

async function compare(db: Db, namings: Namings, files: ReadonlySet<string>, now: number) {
  const before = await db.selectFrom('photographs').selectAll().execute()
  const since = new Map(
    before.filter(({ record_key }) => record_key === '').map((row) => [row.name, row.unnamed_since]),
  )
  const rows = [...namings.values()].flat()
  const named = new Set(rows.map(({ name }) => name))
  const due = new Set<string>()
  for (const name of files) {
    if (named.has(name)) continue
    const unnamed_since = since.get(name) ?? now
    if (now - unnamed_since >= UNNAMED_MS) due.add(name)
    else rows.push({ ...NO_RECORD, name, unnamed_since })
  }
  const keyOf = ({ name, record_type, record_key }: PhotographRow) => `${name} ${record_type} ${record_key}`
  const [keys, existing] = [new Set(rows.map(keyOf)), new Set(before.map(keyOf))]
  const fresh = rows.filter((row) => !existing.has(keyOf(row)))
  return { fresh, gone: before.filter((row) => !keys.has(keyOf(row))), due }
}

const NO_RECORD = { record_type: '', record_key: '' }
const PHOTOGRAPH_KEY = ['name', 'record_type', 'record_key'] as const
const NAME_LETTERS = 32
const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function deleteFiles(folder: string, names: ReadonlySet<string>): Promise<void> {
  if (names.size === 0) return
  for (const file of await filesIn(folder)) {
    if (names.has(file.slice(0, NAME_LETTERS))) await rm(join(folder, file), { force: true })
  }
}

export function startSweeping(db: Db, folder: string, log: Log): () => Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'sweeping photographs failed; it is tried again')
  const sweep = async () => {
    const deleted = await sweepPhotographs(db, folder, Date.now())
    if (deleted > 0) log.info({ deleted }, 'photographs that nothing names are deleted')
    return DAY_MS
  }
  return schedule(FIRST_AFTER_MS, sweep, { onError }).stop
}
