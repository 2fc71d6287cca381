import { readFileSync } from 'node:fs'
import { issueText, RowInputError } from '../import/issue.ts'
import type { Mapping, StoredMapping } from '../import/mapping/mapping.ts'
import { mappingText, readMapping } from '../import/mapping/mapping-file.ts'
import { removeMapping, saveMapping } from '../import/mapping/mapping-store.ts'
import { iso } from '../lib/calendar.ts'
import { type ActionField, actionOf, type Resource, withAudit } from './actions.ts'
import { InvalidInput, required, text, word } from './inputs.ts'

const FACTS: readonly ActionField<StoredMapping>[] = [
  { name: 'Type', value: ({ mapping }) => mapping.type },
  { name: 'Columns', kind: 'number', value: ({ mapping }) => Object.keys(mapping.columns).length },
  { name: 'Identity', value: ({ mapping }) => [mapping.identity].flat().join(' + ') },
  { name: 'Absent', value: ({ mapping }) => mapping.absent },
  { name: 'Saved', value: ({ at: timestamp }) => ({ timestamp }) },
  { name: 'By', value: ({ who }) => who || 'not named' },
]

const action = actionOf<StoredMapping, 'sender'>()

/** Reads a mapping file; an error names everything that is wrong with it. */
export function readMappingFile(path: string): Mapping {
  try {
    return readMapping(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof RowInputError ? error.issues.map(issueText).join('; ') : (error as Error).message
    throw new InvalidInput(`${path}: ${why}`)
  }
}

/** How the sheets of senders are read. */
export const mappings: Resource<StoredMapping> = {
  name: 'mappings',
  singular: 'mapping',
  id: { sender: word('the sender of a mapping; `yantra mappings list` shows them') },
  idOf: ({ sender }) => ({ sender }),
  json: ({ sender, mapping, at: timestamp, who }) => ({ sender, at: iso(timestamp), who, mapping }),
  columns: [
    {
      name: 'Sender',
      value: ({ sender }) => ({ text: sender, style: 'strong', path: `mappings/${encodeURIComponent(sender)}` }),
    },
    ...FACTS,
  ],
  details: FACTS,
  text: ({ mapping }) => mappingText(mapping),
  actions: {
    save: action({
      description: 'store a mapping from a file, in place of the one of this sender',
      args: { from: required(text('FILE', 'the mapping, as YAML or JSON')) },
      async run(context, { sender }, { from }) {
        const stored = { mapping: { ...readMappingFile(from), sender }, at: context.now, who: context.actor.who }
        await withAudit(context, 'mappings.save', sender, (trx) => saveMapping(trx, stored).then(() => true))
        return { json: { sender }, text: `Stored the mapping of ${sender}.` }
      },
    }),
    remove: action({
      description: 'remove a mapping; the next sheet of that sender is proposed again',
      button: 'Remove',
      warning: () => 'The next sheet of this sender is proposed again. Its listings keep their identities.',
      async run(context, { sender }) {
        const isRemoved = await withAudit(context, 'mappings.remove', sender, (trx) => removeMapping(trx, sender))
        return isRemoved ? { json: { sender }, text: `Removed the mapping of ${sender}.`, isRemoved: true } : undefined
      },
    }),
  },
}
