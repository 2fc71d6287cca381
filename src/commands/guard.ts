import { guardText, type Reason, why } from '../guard/guard.ts'
import { word } from '../operator/inputs.ts'
import { command } from './command.ts'

export const guardCommand = command({
  about:
    'Shows a text as the contact guard leaves it, and why: every stretch that might be a contact, what it would be, and what decided. Nothing is stored.',
  words: { text: word('one text, in quotes') },
  async run({ words: { text } }) {
    const guarded = guardText(text)
    const reasons = why(text)
    return { json: { guarded, reasons }, text: `${guarded}\n${reasons.map(line).join('')}` }
  },
})

function line({ stretch, what, removed, because, score }: Reason): string {
  const figure = score === undefined ? '' : ` (${score})`
  return `  ${removed ? 'removed' : 'kept   '}  ${JSON.stringify(stretch)}  ${what}: ${because}${figure}\n`
}
