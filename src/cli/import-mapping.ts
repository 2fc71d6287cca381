import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { InvalidInput } from '../admin/inputs.ts'
import { readMappingFile } from '../admin/mappings.ts'
import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { RowInputError } from '../import/issue.ts'
import {
  isOpen,
  type Mapping,
  type MappingQuestion,
  type Proposal,
  type StoredMapping,
} from '../import/mapping/mapping.ts'
import { mappingText } from '../import/mapping/mapping-file.ts'
import { findMapping, listMappings } from '../import/mapping/mapping-store.ts'
import type { CatalogNames } from '../import/mapping/names.ts'
import { EMPTY_PLAN, type ImportPlan, planListings, whyNotWithdrawn } from '../import/mapping/plan.ts'
import { TypeUncertain } from '../import/mapping/record-type.ts'
import { openInput } from '../import/open-input.ts'
import { fittingMappings, proposeFor, readTable } from '../import/read-table.ts'
import type { RecordType } from '../import/row-shapes.ts'
import { kolkataDate } from '../lib/calendar.ts'
import type { Io } from './io.ts'

export interface TableRequest {
  tables: readonly string[]
  type?: RecordType | undefined
  sheet?: string | undefined
  mapping?: string | undefined
  sender?: string | undefined
  date?: string | undefined
  yes: boolean
  withdraw?: number | undefined
  dryRun: boolean
}

export interface TableDecision {
  mapping: Mapping | undefined
  plan: ImportPlan
  isPreview: boolean
  questions: readonly MappingQuestion[]
  next: string
}

const NO_MAPPING: TableDecision = { mapping: undefined, plan: EMPTY_PLAN, isPreview: false, questions: [], next: '' }
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

export async function decideMapping(
  db: Db,
  names: CatalogNames,
  request: TableRequest,
  io: Io,
): Promise<TableDecision> {
  const [path] = request.tables
  if (path === undefined || path === '-') return NO_MAPPING
  const file = `${path.replace(/\.(?:csv|tsv|xlsx|ods)(?:\.gz)?$/i, '')}.mapping.yaml`
  const { base, isConfirmed, isFromFile } = await baseMapping(db, path, file, request, io)
  const dated =
    base && request.date !== undefined
      ? { ...base, constants: { ...base.constants, 'price.observed_at': request.date } }
      : base
  let proposal: Proposal | undefined
  for (const table of request.tables) {
    proposal = await proposalFor(table, proposal?.mapping ?? dated, names, request)
    if (!proposal) return NO_MAPPING
    for (const warning of proposal.warnings) io.notes.write(`warning: ${warning}\n`)
  }
  const { mapping } = proposal!
  // Values that a completed mapping lacks are left out with a warning: only they may turn up under its answers.
  const isComplete = request.mapping !== undefined && !isOpen(base!)
  const questions = proposal!.questions.filter((question) => !isComplete || !/\/values\//.test(question.path))
  const command = `yantra import ${request.tables.map(quoted).join(' ')}`
  if (questions.length > 0) {
    const target = isFromFile ? (request.mapping ?? file) : await writeProposal(file, proposal!, io)
    const next = `${questionsText(questions, target)}\nNext: answer them in ${target}, then: ${command} --mapping ${quoted(target)}\n`
    return { mapping, plan: EMPTY_PLAN, isPreview: true, questions, next }
  }
  const stored = await findMapping(db, mapping.sender)
  const plan = mapping.type === 'listing' ? await planFor(db, mapping, stored, names, request) : EMPTY_PLAN
  const refusal = whyNotWithdrawn(plan, mapping, request.withdraw)
  reportAbsent(plan, mapping, io)
  const done = { mapping: withoutOpenValues(mapping), plan, questions }
  if (request.dryRun) return { ...done, isPreview: true, next: '' }
  if (refusal !== undefined) return { ...done, isPreview: true, next: `${refusal}\n` }
  const needsYes = request.mapping === undefined || plan.unmatched.length > 0
  if (!needsYes || isConfirmed || request.yes) {
    if (request.mapping === undefined && request.sender === undefined && !isConfirmed)
      return { ...done, isPreview: true, next: `Next: ${command} --sender ${quoted(mapping.sender)} --yes\n` }
    return { ...done, isPreview: false, next: '' }
  }
  if (base === undefined) {
    const target = await writeProposal(file, proposal!, io)
    return { ...done, isPreview: true, next: `Next: ${command} --mapping ${quoted(target)}\n` }
  }
  const how = isFromFile
    ? `--mapping ${quoted(request.mapping ?? file)}${request.mapping ? ' --yes' : ''}`
    : `--sender ${quoted(mapping.sender)} --yes`
  return { ...done, isPreview: true, next: `Next: ${command} ${how}\n` }
}

async function baseMapping(db: Db, path: string, file: string, request: TableRequest, io: Io) {
  if (request.mapping !== undefined) {
    if (!existsSync(request.mapping))
      throw new InvalidInput(`--mapping: there is no file ${request.mapping}; without it, one is proposed`)
    return { base: readMappingFile(request.mapping), isConfirmed: false, isFromFile: true }
  }
  if (request.sender !== undefined) {
    const stored = await findMapping(db, request.sender)
    if (stored) return { base: stored.mapping, isConfirmed: false, isFromFile: false }
  }
  if (existsSync(file)) return { base: readMappingFile(file), isConfirmed: false, isFromFile: true }
  if (request.sender !== undefined) return { base: undefined, isConfirmed: false, isFromFile: false }
  const fitting = await fittingMappings(openTableFile(path, io), await listMappings(db), request.sheet).catch(
    (error: Error) => {
      if (error instanceof RowInputError) return []
      throw error
    },
  )
  if (fitting.length === 0) return { base: undefined, isConfirmed: false, isFromFile: false }
  const senders = fitting.map(({ sender }) => sender)
  const chosen = await askSender(fitting, io)
  if (chosen) return { base: chosen.mapping, isConfirmed: true, isFromFile: false }
  io.notes.write(`The columns fit the mapping of ${senders.join(', ')}. Headers alone do not decide the sender.\n`)
  if (senders.length === 1) return { base: fitting[0]!.mapping, isConfirmed: false, isFromFile: false }
  throw new CommandError(`whose sheet is it? Say --sender ${senders.join(' or --sender ')}`, 3)
}

async function askSender(fitting: readonly StoredMapping[], { stdin, stderr }: Io): Promise<StoredMapping | undefined> {
  if (!(stderr.isTTY && (stdin as { isTTY?: boolean }).isTTY)) return undefined
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    for (const stored of fitting)
      if (/^y(?:es)?$/i.test(await terminal.question(`Import as the next sheet of ${stored.sender}? (y/N) `)))
        return stored
  } finally {
    terminal.close()
  }
  return undefined
}

const openTableFile = (path: string, { stdin }: Pick<Io, 'stdin'>) => openInput(path, { stdin, isTable: true })

async function proposalFor(
  path: string,
  mapping: Mapping | undefined,
  names: CatalogNames,
  { type, sheet, sender }: TableRequest,
): Promise<Proposal | undefined> {
  const today = kolkataDate(Date.now())
  const { type: mappedType } = mapping ?? {}
  if (type !== undefined && mappedType !== undefined && type !== mappedType)
    throw new InvalidInput(`the mapping is for rows of type ${mappedType}, not ${type}`)
  try {
    return await proposeFor(openTableFile(path, process), {
      names,
      today,
      type,
      sheet,
      sender,
      mapping,
      title: basename(path),
    })
  } catch (error) {
    if (error instanceof TypeUncertain) throw new CommandError(`${path} ${error.message}; the likeliest comes first`, 3)
    if (error instanceof RowInputError) return undefined
    throw error
  }
}

async function planFor(
  db: Db,
  mapping: Mapping,
  stored: StoredMapping | undefined,
  names: CatalogNames,
  request: TableRequest,
): Promise<ImportPlan> {
  const today = kolkataDate(Date.now())
  async function* rows() {
    for (const path of request.tables)
      yield* readTable(openTableFile(path, process), { names, mapping, sheet: request.sheet, isDryRun: true }, today)
  }
  return planListings(db, mapping, stored, rows())
}

/** Writes a proposal to a file; one that exists is never overwritten. */
async function writeProposal(file: string, { mapping, questions, headers, rows }: Proposal, io: Io): Promise<string> {
  const examples = (header: string) => {
    const i = headers.indexOf(header)
    return [...new Set(rows.map(({ cells }) => cells[i]?.trim() ?? '').filter((cell) => cell !== ''))].slice(0, 3)
  }
  const text = mappingText(mapping, { questions, examples })
  for (let count = 1; ; count++) {
    const target = count === 1 ? file : file.replace(/\.yaml$/, `-${count}.yaml`)
    try {
      await writeFile(target, text, { mode: 0o600, flag: 'wx' })
      io.notes.write(`Wrote ${target}.\n`)
      return target
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function reportAbsent({ absent, unmatched }: ImportPlan, mapping: Mapping, io: Io): void {
  const list = (listings: ImportPlan['absent']) =>
    listings
      .slice(0, 20)
      .map(({ id, name }) => `  ${id} ${name}\n`)
      .join('')
  const what = mapping.absent === 'withdraw' ? 'become withdrawn' : 'stay live (absent: keep)'
  if (absent.length > 0)
    io.notes.write(
      `Listings of ${mapping.sender} that the sheet lacks; they ${what}: ${absent.length}\n${list(absent)}`,
    )
  if (unmatched.length > 0)
    io.notes.write(`Imported before release 2.0 and matched by no row: ${unmatched.length}\n${list(unmatched)}`)
}

function withoutOpenValues(mapping: Mapping): Mapping {
  const columns = Object.entries(mapping.columns).map(([header, { values, ...column }]) => {
    const decided = Object.entries(values ?? {}).filter(([, value]) => value !== '?')
    return [header, { ...column, ...(decided.length > 0 && { values: Object.fromEntries(decided) }) }] as const
  })
  return { ...mapping, columns: Object.fromEntries(columns) }
}

function questionsText(questions: readonly MappingQuestion[], file: string): string {
  const lines = questions.map(({ path, text, choices, examples }) => {
    const such = examples.length > 0 ? `\n     such as: ${examples.join(' | ')}` : ''
    const list = choices.length > 12 ? [...choices.slice(0, 12), '…'] : choices
    return `  ${path.replaceAll('~1', '/').replaceAll('~0', '~')}: ${text}${such}${list.length > 0 ? `\n     ${list.join(', ')}` : ''}\n`
  })
  return `\nOpen in ${file} (${questions.length}):\n${lines.join('')}`
}
