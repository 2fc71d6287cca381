import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { InvalidInput } from '../admin/inputs.ts'
import { readRecipeFile } from '../admin/mappings.ts'
import type { Db } from '../database/schema.ts'
import { commandActor } from '../history/audit.ts'
import { ASKED, answered, LEFT_OUT, type Question, type Recipe, toldDay } from '../import/mapping/mapping.ts'
import { recipeText } from '../import/mapping/mapping-file.ts'
import { findRecipe, saveRecipe } from '../import/mapping/mapping-store.ts'
import type { KnownNames } from '../import/mapping/names.ts'
import { openInput } from '../import/open-input.ts'
import { proposeFor } from '../import/read-table.ts'
import { faultText } from '../import/rejects.ts'
import { InputError } from '../import/report.ts'
import type { RecordType } from '../import/row-shapes.ts'
import { kolkataDate } from '../lib/calendar.ts'
import type { Io } from './io.ts'

// The recipe that an import reads tables by: found, or made and asked for.

interface Wanted {
  tables: readonly string[]
  type: RecordType | undefined
  sheet: string | undefined
  /** A file, or the name of a stored one. */
  named: string | undefined
  /** `1=engine_hp; 2=left out`, by the numbers or ids of questions. */
  answers: string | undefined
  dryRun: boolean
}

export interface Found {
  recipe: Recipe | undefined
  questions: readonly Question[]
}

const isFile = (name: string) => /\.(?:ya?ml|json)$/i.test(name)

/** The recipe for these tables. What it lacks is proposed, asked in a terminal, and kept under its name. */
export async function recipeFor(db: Db, names: KnownNames, wanted: Wanted, io: Io): Promise<Found> {
  const { tables, named, dryRun, type } = wanted
  let stored = named === undefined ? undefined : await openRecipe(db, named)
  if (stored && type !== undefined && stored.type !== type) {
    if (!dryRun) throw new InvalidInput(`the recipe ${named} is of ${stored.type}s: a dry run makes it anew`)
    warn([`the recipe ${named} was of ${stored.type}s: it is made anew`], io)
    stored = undefined
  }
  // Of which type its rows are is only supposed where somebody looks.
  if (!stored && !dryRun && type === undefined && named === undefined) return { recipe: undefined, questions: [] }
  const isOpen = stored !== undefined && JSON.stringify(stored).includes(`"${ASKED}"`)
  // What was said once for a sender holds: only a dry run looks whether there is anything new to say.
  if (stored && !isOpen && !dryRun && wanted.answers === undefined) {
    warn(toldDay(stored), io)
    return { recipe: stored, questions: [] }
  }
  let found: Found = { recipe: stored, questions: [] }
  for (const path of tables.filter((one) => one !== '-')) {
    found = await proposed(path, found.recipe, names, wanted, io)
    if (!found.recipe) return found
  }
  const { recipe, questions } = found
  const isChanged = JSON.stringify(recipe) !== JSON.stringify(stored)
  const isSaid = !stored || isOpen || wanted.answers !== undefined || questions.length === 0
  if (named !== undefined && recipe && isChanged && isSaid) {
    await keepRecipe(db, named, found, io)
    io.stderr.write(`The recipe is kept as ${named}.\n`)
  }
  if (questions.length > 0) io.stderr.write(questionsText(questions, wanted))
  return found
}

function warn(warnings: readonly string[], io: Io): void {
  for (const warning of warnings) io.stderr.write(`warning: ${warning}\n`)
}

async function openRecipe(db: Db, named: string): Promise<Recipe | undefined> {
  if (!isFile(named)) return (await findRecipe(db, named))?.recipe
  return existsSync(named) ? readRecipeFile(named) : undefined
}

async function keepRecipe(db: Db, named: string, { recipe, questions }: Found, io: Io): Promise<void> {
  if (isFile(named)) await writeFile(named, recipeText(recipe!, questions), { mode: 0o600 })
  else await saveRecipe(db, { name: named, recipe: recipe!, at: Date.now(), who: commandActor(io.env).who })
}

async function proposed(
  path: string,
  stored: Recipe | undefined,
  names: KnownNames,
  wanted: Wanted,
  io: Io,
): Promise<Found> {
  const today = kolkataDate(Date.now())
  const told = new Set<string>()
  const look = async (recipe: Recipe | undefined) => {
    const bytes = openInput(path, io.stdin, new AbortController().signal, () => {}, true)
    const { type, sheet } = wanted
    const made = await proposeFor(bytes, { names, today, type: type ?? recipe?.type, recipe, sheet })
    warn(made?.warnings.filter((warning) => !told.has(warning)) ?? [], io)
    for (const warning of made?.warnings ?? []) told.add(warning)
    return made
  }
  // What cannot be read is told when it is read.
  let proposal = await look(stored).catch((error: Error) => {
    if (error instanceof InputError) return undefined
    throw error
  })
  if (!proposal) return { recipe: stored, questions: [] }
  if (wanted.answers !== undefined) {
    if (proposal.questions.length === 0 && /(?:^|;)\s*\d+\s*=/.test(wanted.answers))
      warn(['no question is open: answers by number are not used'], io)
    const answers = readAnswers(wanted.answers, proposal.questions)
    if (Object.keys(answers).length > 0) proposal = (await look(withAnswers(proposal.recipe, answers)))!
  }
  const canAsk = io.stderr.isTTY && (io.stdin as { isTTY?: boolean }).isTTY
  while (canAsk && proposal.questions.length > 0) {
    const answers = await askAll(proposal.questions, io)
    if (Object.keys(answers).length === 0) break
    proposal = (await look(answered(proposal.recipe, answers)))!
  }
  return proposal
}

/** Answers by the numbers of questions, or by places in the recipe; of a file line by line. */
function readAnswers(given: string, questions: readonly Question[]): Record<string, string> {
  const answers = existsSync(given) ? readFileSync(given, 'utf8').split('\n') : given.split(/;\s*|\n/)
  const said = answers.filter((one) => one.trim() !== '' && !one.startsWith('#'))
  return Object.fromEntries(
    said.flatMap((one) => {
      const at = one.lastIndexOf('=')
      const name = one.slice(0, at).trim()
      const isNumber = /^\d+$/.test(name)
      // The same command run again: its questions were answered the first time.
      if (at !== -1 && isNumber && questions.length === 0) return []
      const id = isNumber ? questions.find(({ number }) => String(number) === name)?.id : name
      if (at === -1 || id === undefined) throw new InvalidInput(`--answers: there is no question ${name || one}`)
      return [[id, one.slice(at + 1).trim()]]
    }),
  )
}

/** The recipe with answers; those that no recipe can have are told. */
function withAnswers(recipe: Recipe, answers: Readonly<Record<string, string>>): Recipe {
  try {
    return answered(recipe, answers)
  } catch (error) {
    throw error instanceof InputError ? new InvalidInput(`--answers: ${error.faults.map(faultText).join('; ')}`) : error
  }
}

/** Asks one after another; an empty answer leaves its question open. */
async function askAll(questions: readonly Question[], { stdin, stderr }: Io): Promise<Record<string, string>> {
  const terminal = createInterface({ input: stdin, output: stderr })
  const answers: Record<string, string> = {}
  try {
    for (const question of questions) {
      const said = (await terminal.question(`\n${questionText(question, 'letters')}\n> `)).trim()
      const chosen = /^[a-z]$/.test(said) ? question.choices[said.charCodeAt(0) - 97]?.value : undefined
      if (said !== '') answers[question.id] = chosen ?? said
    }
  } finally {
    terminal.close()
  }
  return answers
}

function questionText({ number, asks, choices, other, examples }: Question, by: 'letters' | 'words'): string {
  const lines = choices.map(({ value, says }, at) => {
    const mark = by === 'letters' && at < 26 ? `${String.fromCharCode(97 + at)}) ` : ''
    return `${mark}${value}${says ? ` (${says})` : ''}`
  })
  const cells = examples.length > 0 ? `\n     such as: ${examples.join(' | ')}` : ''
  return `${String(number).padStart(3)}. ${asks}${cells}\n     ${[...lines, ...(other ? [other] : [])].join(', ')}`
}

/** What takes these tables in. */
export const nextCommand = ({ tables, named }: Pick<Wanted, 'tables' | 'named'>): string =>
  `yantra import ${tables.map((path) => (/^[\w./-]+$/.test(path) ? path : `'${path}'`)).join(' ')} --recipe ${named ?? 'NAME'}`

function questionsText(questions: readonly Question[], wanted: Wanted): string {
  const isWritten = wanted.named !== undefined && isFile(wanted.named)
  const count = questions.length === 1 ? 'One question is' : `${questions.length} questions are`
  const first = questions.map((one) => `${questionText(one, 'words')}\n`).join('')
  const file = isWritten ? `, or put the answers into ${wanted.named}, each in the place of its ${ASKED}` : ''
  const example = questions.slice(0, 2).map(({ number, choices }) => `${number}=${choices[0]?.value ?? LEFT_OUT}`)
  return `\n${count} open:\n${first}\nNext: ${nextCommand(wanted)} --answers "${example.join('; ')}${questions.length > 2 ? '; …' : ''}" (or a file of answers, one a line)${file}\n`
}
