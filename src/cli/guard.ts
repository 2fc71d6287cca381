import { word } from '../admin/inputs.ts'
import { doubtOfListing, guardListing, why } from '../redaction/redaction.ts'
import { type Commands, command } from './command.ts'

const guard = command({
  about:
    'Shows a listing description after the contact guard, each possible contact with the reason it is removed or kept, and whether the listing would wait in review. Nothing is stored.',
  words: { text: word('a text in quotes') },
  async run({ words: { text } }) {
    const listing = guardListing({ description: text })
    const reasons = why(text)
    const review = doubtOfListing(listing) ?? null
    const lines = reasons.map(({ stretch, what, removed, because, score }) => {
      const points = score === undefined ? '' : ` (${score})`
      return `  ${removed ? 'removed' : 'kept   '}  ${JSON.stringify(stretch)}  ${what}: ${because}${points}\n`
    })
    if (review !== null) lines.push(`  review   a listing with this text waits in review: ${review}\n`)
    return {
      json: { guarded: listing.description, reasons, review },
      text: `${listing.description}\n${lines.join('')}`,
    }
  },
})

export const commands: Commands = { guard }
