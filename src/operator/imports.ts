import { iso } from '../calendar.ts'
import type { ImportView } from '../intake/import-store.ts'
import { faultText } from '../intake/rejects.ts'
import { type Column, fromFields, type Noun, type Tone } from './desk.ts'

const TONES: Record<ImportView['state'], Tone> = { running: 'warn', done: 'good', interrupted: 'warn', failed: 'bad' }

const WHEN: Column<ImportView> = { name: 'When', of: ({ at }) => ({ at }) }
const BY: Column<ImportView> = { name: 'By', of: ({ by }) => ({ text: by, tone: 'calm' }) }
const STATE: Column<ImportView> = { name: 'State', of: ({ state }) => ({ text: state, tone: TONES[state] }) }
const COUNTS = (['read', 'created', 'changed', 'unchanged', 'rejected'] as const).map(
  (name): Column<ImportView> => ({
    name: name[0]!.toUpperCase() + name.slice(1),
    is: 'number',
    of: (one) => one[name],
  }),
)

/** What was imported. */
export const imports: Noun<ImportView> = {
  name: 'imports',
  one: 'import',
  idOf: ({ id }) => id,
  json: ({ id, file, at, by, read, created, changed, unchanged, rejected }) => ({
    ...{ id, file, at: iso(at), by, read, created, changed, unchanged, rejected },
  }),
  columns: [
    { name: 'Id', on: 'terminal', of: ({ id }) => id },
    WHEN,
    { name: 'File', on: 'page', is: 'wide', of: ({ id, file }) => ({ text: file, to: `imports/${id}` }) },
    BY,
    STATE,
    ...COUNTS,
    { name: 'File', on: 'terminal', of: ({ file }) => file },
  ],
  sheet: [
    { name: 'Import', of: ({ id }) => ({ text: id, look: 'code' }) },
    { name: 'File', on: 'terminal', of: ({ file }) => file },
    WHEN,
    BY,
    STATE,
    ...COUNTS,
    { name: 'Repeated', of: ({ repeated }) => repeated },
    { name: 'Contacts and links removed', of: ({ removed }) => fromFields(removed) || undefined },
  ],
  words: ({ reasons }) =>
    reasons.length === 0
      ? ''
      : [
          'Rejected, by reason:',
          ...reasons.flatMap(({ field, reason, rows, examples }) => [
            `  ${rows} ${rows === 1 ? 'row' : 'rows'}  ${faultText({ path: field, reason })}`,
            ...examples.map(({ at, found }) => `      ${at}${found ? `: ${found}` : ''}`),
          ]),
        ].join('\n'),
  acts: {},
}
