import { readFileSync } from 'node:fs'
import type { Mapping, StoredMapping } from '../import/mapping/mapping.ts'
import { mappingText, readMapping } from '../import/mapping/mapping-file.ts'
import { removeMapping, saveMapping } from '../import/mapping/mapping-store.ts'
import { faultText } from '../import/rejects.ts'
import { InputError } from '../import/report.ts'
import { iso } from '../lib/calendar.ts'
import { actOf, type Column, type Noun, noted } from './actions.ts'
import { InvalidInput, required, value, word } from './inputs.ts'

const FACTS: readonly Column<StoredMapping>[] = [
  { name: 'Type', of: ({ mapping }) => mapping.type },
  { name: 'Columns', is: 'number', of: ({ mapping }) => Object.keys(mapping.columns).length },
  { name: 'Identity', of: ({ mapping }) => [mapping.identity].flat().join(' + ') },
  { name: 'Absent', of: ({ mapping }) => mapping.absent },
  { name: 'Saved', of: ({ at }) => ({ at }) },
  { name: 'By', of: ({ who }) => who || 'not named' },
]

const act = actOf<StoredMapping, 'sender'>()

/** Reads a mapping file; an error names everything that is wrong with it. */
export function readMappingFile(path: string): Mapping {
  try {
    return readMapping(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof InputError ? error.faults.map(faultText).join('; ') : (error as Error).message
    throw new InvalidInput(`${path}: ${why}`)
  }
}

/** How the sheets of senders are read. */
export const mappings: Noun<StoredMapping> = {
  name: 'mappings',
  one: 'mapping',
  names: { sender: word('the sender of a mapping; `yantra mappings list` shows them') },
  nameOf: ({ sender }) => ({ sender }),
  json: ({ sender, mapping, at, who }) => ({ sender, at: iso(at), who, mapping }),
  columns: [
    {
      name: 'Sender',
      of: ({ sender }) => ({ text: sender, look: 'strong', to: `mappings/${encodeURIComponent(sender)}` }),
    },
    ...FACTS,
  ],
  sheet: FACTS,
  words: ({ mapping }) => mappingText(mapping),
  acts: {
    save: act({
      does: 'store a mapping from a file, in place of the one of this sender',
      inputs: { from: required(value('FILE', 'the mapping, as YAML or JSON', readMappingFile)) },
      async run(desk, { sender }, { from }) {
        const stored = { mapping: { ...from, sender }, at: desk.now, who: desk.actor.who }
        await noted(desk, 'mappings.save', sender, (trx) => saveMapping(trx, stored).then(() => true))
        return { json: { sender }, text: `Stored the mapping of ${sender}.` }
      },
    }),
    remove: act({
      does: 'remove a mapping; the next sheet of that sender is proposed again',
      button: 'Remove',
      warning: () => 'The next sheet of this sender is proposed again. Its listings keep their identities.',
      async run(desk, { sender }) {
        const isRemoved = await noted(desk, 'mappings.remove', sender, (trx) => removeMapping(trx, sender))
        return isRemoved ? { json: { sender }, text: `Removed the mapping of ${sender}.`, isOver: true } : undefined
      },
    }),
  },
}
