import { foldWord } from '../text/fold.ts'
import { readTsv } from './tsv.ts'

// Words that matter in one place only, and are unknown to the guard anywhere else.

type List =
  | 'caller'
  | 'call-spelling'
  | 'compound'
  | 'name-part'
  | 'no-acronym'
  | 'no-code'
  | 'no-handle'
  | 'no-label'
  | 'payment-handle'
  | 'sentence-end'

const lists = new Map<string, Set<string>>()
for (const [word = '', names = ''] of readTsv('lists')) {
  for (const name of names.split(' ')) {
    const list = lists.get(name) ?? new Set()
    lists.set(name, list.add(foldWord(word)))
  }
}

export function listOf(name: List): ReadonlySet<string> {
  return lists.get(name) ?? new Set()
}
