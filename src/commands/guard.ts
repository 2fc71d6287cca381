import { guardText, type Reason, why } from '../guard/guard.ts'
import { command } from './command.ts'
import { UsageError } from './io.ts'

const HELP = `Usage: yantra guard [--json] "text"

Shows a text as the contact guard leaves it, and why: every stretch that might be a contact, what it would be, and what
decided. Nothing is stored.
`

export const guardCommand = command({
  help: HELP,
  takesWords: true,
  run: async ({ values, words, io }) => {
    const [text] = words
    if (text === undefined || words.length > 1) throw new UsageError('give one text, in quotes')
    const guarded = guardText(text)
    const reasons = why(text)
    const lines = `${guarded}\n${reasons.map(line).join('')}`
    io.stdout.write(values.json ? `${JSON.stringify({ guarded, reasons })}\n` : lines)
    return 0
  },
})

function line({ stretch, what, removed, because, score }: Reason): string {
  const figure = score === undefined ? '' : ` (${score})`
  return `  ${removed ? 'removed' : 'kept   '}  ${JSON.stringify(stretch)}  ${what}: ${because}${figure}\n`
}
