import type { JsonObject } from './check-object.ts'
import { type CheckedRow, isNeeded } from './check-row.ts'
import { type KnownNames, lettersOf, lookUp } from './known-names.ts'
import { madeSlug, newRow, type TableRow } from './made-row.ts'
import { readPairs, refuseOptions, strangeName } from './meanings.ts'
import { faultText, placeText } from './rejects.ts'
import type { Fault } from './report.ts'
import { RECORD_TYPES, type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { CLEAR, rowFrom } from './table-cells.ts'
import { ASIDE, columnOf } from './table-columns.ts'
import { tableColumns, writeTable } from './table-export.ts'
import { refuseWideHeader, type TableLine } from './table-source.ts'
import type { TableSettings } from './table-values.ts'
import { foldWords } from './table-words.ts'
import { fieldsOf } from './written-pairs.ts'

// What was understood of a table, as a table that people correct and import: it is taken as it stands.

/** Where a row came from, and what is to be said of it; an import passes over both. */
const [LINE, NOTES] = ['_line', '_notes'] as const
/** The headings above it. */
const SECTION = '_section'
/** What people look for first. */
const FIRST = [LINE, NOTES, 'type', 'manufacturer', 'name', 'machine_class', 'kind', 'lifecycle']
/** Parts of a machine's price by their columns, which for an implement are fields. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{ price: 'price_inr', 'price.price_inr': 'price_inr', 'price.high_inr': 'price_high_inr' },
  ...{ 'price.kind': 'price_kind', 'price.city': 'price_city', 'price.state_code': 'price_state' },
  ...{ 'price.observed_at': 'price_date', price_as_of: 'price_date', 'price.source_kind': 'price_source' },
}
const ORDER = new Set<string>([
  ...[LINE, NOTES, SECTION],
  ...FIRST,
  ...RECORD_TYPES.flatMap((type) => tableColumns(type, true)).filter((name) => COLUMNS[name] === undefined),
  ...Object.values(COLUMNS),
])
/** What every table is full of, what its cells show by themselves, and what the operator said. */
const PLAIN =
  /^is (?:read as (?:(?:a |years|forward|the (?:fi|fr|day))(?!.*like)|--means|lines of)|written in other|the column of another|a part of the|taken from --with|given the name|in a state that|not known, says)/

const FROM_ABOVE = /^is taken from the lines? above/

type Row = Record<string, unknown>

const columnsFor = (path: string) => fieldsOf(path).map((field) => COLUMNS[field] ?? field)

/** Gathers rows when they were tried, the rejected ones too, and writes them. */
export function createUnderstood(names: KnownNames, isOneFile = true) {
  const rows: Row[] = []
  // What a heading says for many rows is said of the first.
  let said = new Set<string>()
  return {
    add(tried: readonly CheckedRow[]): void {
      for (const one of tried) {
        // What cannot be read as a table has no text.
        if (one.origin.raw === undefined) continue
        const above = new Set((one.readings ?? []).filter(({ reason }) => FROM_ABOVE.test(reason)).map(faultText))
        const readings = one.readings?.filter((reading) => !said.has(faultText(reading)))
        said = above
        rows.push({
          [LINE]: isOneFile ? one.origin.line : placeText(one),
          ...rowOf({ ...one, ...(readings && { readings }) }, names),
        })
      }
    },
    isEmpty: () => rows.length === 0,
    async write(path: string, put: (content: string | Uint8Array) => Promise<void>): Promise<void> {
      const used = new Set([...FIRST, ...rows.flatMap((row) => Object.keys(row))])
      // Whoever fills in prices finds all their columns.
      if (used.has(COLUMNS.price!)) for (const name of Object.values(COLUMNS)) used.add(name)
      const order = [...ORDER].flatMap((name) => [name, ASIDE + name])
      const columns = [...new Set([...order, ...used])].filter((name) => used.has(name))
      const table = await writeTable(path, columns, put)
      await table.write(rows)
      await table.end()
    },
  }
}

function rowOf(
  { origin, fields, faults, left, warnings = [], readings = [], unread = {} }: CheckedRow,
  names: KnownNames,
): Row {
  const given: JsonObject = origin.raw === undefined ? {} : JSON.parse(origin.raw)
  const type = RECORD_TYPES.find((one) => one === given.type)
  // The guard takes out what it takes out when the table comes back.
  const values = type === 'listing' ? given : { ...given, ...fields }
  const refusals = [...faults, ...(left?.faults ?? [])]
  const refused = new Set(refusals.flatMap(({ path }) => fieldsOf(path.replace(/\[\d+\]/g, ''))))
  const isTwo = refusals.some(({ path, reason }) => path === 'manufacturer' && reason.startsWith('is ambiguous'))
  const row: Row = { [NOTES]: notesOf(faults, [...warnings, ...readings]), type }
  // A cell that was refused has its column, to be filled in, and what it holds stands beside.
  for (const name of [...refused].flatMap(columnsFor)) if (ORDER.has(name)) row[name] = ''
  const [price = {}, ...prices] = [(values.price ?? []) as JsonObject | JsonObject[]].flat()
  const parts = Object.entries(price).map(([part, value]) => [`price.${part}`, value, 'price'] as const)
  for (const [name, value, field = name] of [...Object.entries(values), ...parts]) {
    const [column = ''] = columnsFor(name)
    if (name === 'price' || !ORDER.has(column)) continue
    // What a row needs is refused again as it stands; a maker of two names would be made.
    const isNeededHere =
      type && ROW_SHAPES[type].names.has(name) && isNeeded(type, name) && !(isTwo && name === 'manufacturer')
    if (fields[field] !== undefined || !refused.has(name) || isNeededHere) row[column] = value === null ? CLEAR : value
    else row[ASIDE + column] = value
  }
  for (const [name, cell] of Object.entries(unread)) row[ASIDE + name] = cell
  for (const { kind, price_inr, high_inr } of prices) {
    row[`price_${kind}_inr`] = [price_inr, high_inr].filter((one) => one !== undefined).join(' - ')
  }
  const pair = values.manufacturer as { slug?: string; name?: string } | string | undefined
  const maker = typeof pair === 'object' ? pair.slug : pair
  const called = typeof pair === 'object' ? pair.name : names.makerNames.get(maker ?? '')
  if (called && maker !== undefined && [[maker].join(), ''].includes(lookUp(names.makers, foldWords(called)).join()))
    row.manufacturer = called
  if (type === 'machine' || type === 'implement') {
    const slug = values.slug as string | undefined
    row.name ??= names.machines.get(lettersOf(slug ?? ''))?.find((one) => one.slug === slug)?.name
    // It is made again of what the maker and the name are corrected to.
    if (madeSlug(type, maker, row.name, names) === slug) row.slug = ''
  }
  return row
}

/** What was refused, left out or guessed, in words. */
function notesOf(faults: readonly Fault[], others: readonly Fault[]): string {
  const inWords = (fault: Fault) => faultText({ ...fault, path: columnsFor(fault.path)[0]! })
  const isTold = ({ path, reason }: Fault) => path !== 'slug' && !PLAIN.test(reason)
  const rejected = faults.map((fault) => `rejected: ${inWords(fault)}`)
  return [...new Set([...rejected, ...others.filter(isTold).map(inWords)])].join(' | ')
}

/** Whether a header is that of such a table. */
export const isUnderstood = ({ cells }: TableLine) => [LINE, NOTES].every((name) => cells.includes(name))

/** Reads such a table: every line is a row, and a cell is what it says. */
export async function* readUnderstood(
  batches: AsyncIterable<TableLine[]>,
  settings: TableSettings,
): AsyncGenerator<TableRow[]> {
  if (settings.means) refuseOptions([{ path: '--means', reason: 'correct the cells of a table that was understood' }])
  const constants = readPairs('--with', settings.with)
  let header: string[] | undefined
  const columnsOf = (type: RecordType) =>
    [...header!, ...constants.map(([name]) => name)].map((name) => columnOf(type, name))

  function toRow(line: TableLine): TableRow {
    const { number, cells } = line
    const own = cells[header!.indexOf('type')]?.trim().toLowerCase() || settings.defaultType
    const type = RECORD_TYPES.find((one) => one === own)
    if (!type) return { ...newRow(number, own ?? ''), isCorrected: true }
    const [columns, width] = [columnsOf(type), header!.length]
    const strange = columns.slice(width).filter(({ target }) => target === undefined)
    refuseOptions(strange.map(({ name }) => strangeName('--with', name, type)))
    const row = rowFrom(type, line, { columns, constants, width, said: [] }, { ...settings, isUnderstood: true })
    for (const [at, { name, target }] of columns.slice(0, width).entries()) {
      if (name.startsWith(ASIDE)) continue
      const [cell = '', reason] = [cells[at]?.trim(), `is left out: ${ROW_SHAPES[type].what} has no such field`]
      if (target === undefined && cell !== '')
        row.readings.push({ path: name || `column ${at + 1}`, reason, found: cell })
    }
    return { ...row, isCorrected: true }
  }

  for await (const lines of batches) {
    if (!header) {
      refuseWideHeader(lines[0]!)
      header = lines.shift()!.cells.map((name) => name.trim())
    }
    const isFilled = (cell: string, at: number) => cell.trim() !== '' && !header![at]?.startsWith(ASIDE)
    yield lines.filter(({ cells }) => cells.some(isFilled)).map(toRow)
  }
}
