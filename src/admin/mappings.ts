import { readFileSync } from 'node:fs'
import { issueText, RowInputError } from '../import/issue.ts'
import type { Mapping, StoredMapping } from '../import/mapping/mapping.ts'
import { mappingText, readMapping } from '../import/mapping/mapping-file.ts'
import { findMapping, listMappings, removeMapping, saveMapping } from '../import/mapping/mapping-store.ts'
import { iso } from '../lib/calendar.ts'
import { actionOf, listOf, QUERY, type Resource, searchItems } from './actions.ts'
import { InvalidInput, required, text, word } from './inputs.ts'

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

export const mappings: Resource<StoredMapping> = {
  name: 'mappings',
  singular: 'mapping',
  about: 'Column mappings: how the tables of each sender are read.',
  id: { sender: word('the sender of a mapping; `yantra mappings list` shows them') },
  path: ({ sender }) => `mappings/${encodeURIComponent(sender)}`,
  json: ({ sender, mapping, at: timestamp, who }) => ({ sender, at: iso(timestamp), who, mapping }),
  columns: ['sender', 'type', 'columns', 'identity', 'absent', 'at', 'who'],
  texts: {
    type: ({ mapping }) => mapping.type,
    columns: ({ mapping }) => String(Object.keys(mapping.columns).length),
    identity: ({ mapping }) => [mapping.identity].flat().join(' + '),
    absent: ({ mapping }) => mapping.absent,
  },
  list: listOf<StoredMapping>()({
    description: 'list column mappings by sender',
    filters: QUERY,
    run: async (db, { query }, rows) => searchItems(await listMappings(db), query, rows, mappings.json),
  }),
  find: findMapping,
  file: ({ mapping }) => mappingText(mapping),
  actions: {
    save: action({
      description: 'store a mapping from a file, in place of the one of this sender',
      args: { from: required(text('FILE', 'the mapping, as YAML or JSON')) },
      effect: (trx, { sender }, { from }, { actor, now }) =>
        saveMapping(trx, { mapping: { ...readMappingFile(from), sender }, at: now, who: actor.who }).then(() => true),
      report: (_, { sender }) => ({ json: { sender }, text: `Stored the mapping of ${sender}.` }),
    }),
    remove: action({
      description: 'remove a mapping; the next sheet of that sender is proposed again',
      button: 'Remove',
      warning: 'The next sheet of this sender is proposed again. Its listings keep their identities.',
      effect: (trx, { sender }) => removeMapping(trx, sender),
      report: (_, { sender }) => ({ json: { sender }, text: `Removed the mapping of ${sender}.`, isRemoved: true }),
    }),
  },
}
