import { parseArgs } from 'node:util'
import { guardText, type Reason, why } from '../guard/guard.ts'
import { type Io, UsageError } from './io.ts'

const HELP = `Usage: yantra guard [--json] "text"

Shows a text as the contact guard leaves it, and why: every stretch that might be a contact, what it would be, and what
decided. Nothing is stored.
`

export async function guardCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  if (positionals.length !== 1) throw new UsageError('give one text, in quotes')
  const [text = ''] = positionals
  const guarded = guardText(text)
  const reasons = why(text)
  io.stdout.write(
    values.json ? `${JSON.stringify({ guarded, reasons })}\n` : `${guarded}\n${reasons.map(line).join('')}`,
  )
  return 0
}

function line({ stretch, what, removed, because, score }: Reason): string {
  const figure = score === undefined ? '' : ` (${score})`
  return `  ${removed ? 'removed' : 'kept   '}  ${JSON.stringify(stretch)}  ${what}: ${because}${figure}\n`
}
