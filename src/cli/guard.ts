import { word } from '../admin/inputs.ts'
import { doubtOfListing, guardListing, type Reason, why } from '../redaction/redaction.ts'
import { type Commands, command } from './command.ts'

const guardCommand = command({
  about:
    'Shows a listing description after the contact guard, each possible contact with the reason it is removed or kept, and whether the listing would wait in review. Nothing is stored.',
  words: { text: word('a text in quotes') },
  async run({ words: { text } }) {
    const listing = guardListing({ description: text })
    const reasons = why(text)
    const review = doubtOfListing(listing)
    const waiting = review === undefined ? '' : `  review   a listing with this text waits in review: ${review}\n`
    return {
      json: { guarded: listing.description, reasons, review: review ?? null },
      text: `${listing.description}\n${reasons.map(line).join('')}${waiting}`,
    }
  },
})

export const commands: Commands = { guard: guardCommand }

function line({ stretch, what, removed, because, score }: Reason): string {
  const figure = score === undefined ? '' : ` (${score})`
  return `  ${removed ? 'removed' : 'kept   '}  ${JSON.stringify(stretch)}  ${what}: ${because}${figure}\n`
}
