import type { AuditEntry } from '../audit/audit.ts'
import type { Column } from './desk.ts'

/** Every change, by commands and in the console. */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'When', of: ({ at }) => ({ at: Date.parse(at) }) },
  { name: 'By', of: ({ by }) => ({ text: by, tone: 'calm' }) },
  { name: 'Who', of: ({ who }) => who },
  { name: 'Action', of: ({ action }) => ({ text: action, look: 'strong' }) },
  { name: 'Target', of: ({ target }) => target && { text: target, look: 'code' } },
  {
    name: 'Detail',
    is: 'wide',
    of: ({ detail }) =>
      Object.entries(detail)
        .map(
          ([name, value]) =>
            `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(', '),
  },
]
