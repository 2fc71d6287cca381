import { FEATURES } from '../../../src/guard/phones/features.ts'
import { type Entry, isContact } from '../corpus.ts'
import { SETTINGS } from './boost.ts'
import { allExamples, crossValidate, readAll } from './folds.ts'

// `npm run guard:report`: how the guard does on texts whose authors the trees have not seen. `-- --misses` names them,
// `-- --ablation` leaves out each group of features in turn.

const FOLDS = 4
/** Groups are compared with fewer trees, which tells them apart as well. */
const QUICK = { ...SETTINGS, trees: 40, rate: 0.3 }
const entries = readAll()
const examples = allExamples(entries)

function print(name: string, missed: Entry[]): void {
  const contacts = entries.filter(isContact).length
  const leaked = missed.filter(isContact).length
  const touched = missed.length - leaked
  const recall = (100 - (100 * leaked) / contacts).toFixed(2)
  const rate = ((100 * touched) / (entries.length - contacts)).toFixed(2)
  console.log(`${name.padEnd(22)} recall ${recall} % (${leaked} missed), false positives ${rate} % (${touched})`)
}

const whole = crossValidate(entries, FOLDS, SETTINGS, undefined, examples)
print('all features', whole)
if (process.argv.includes('--misses')) for (const entry of whole) console.log(JSON.stringify(entry))

const groups = ['shape', 'gaps', 'before', 'before.words', 'after', 'after.words', 'text', 'label']
if (process.argv.includes('--ablation')) {
  print('fewer trees', crossValidate(entries, FOLDS, QUICK, undefined, examples))
  for (const group of groups) {
    const banned = new Set(
      FEATURES.flatMap((name, index) => (name.slice(0, name.lastIndexOf('.')) === group ? [index] : [])),
    )
    print(`without ${group}`, crossValidate(entries, FOLDS, QUICK, banned, examples))
  }
}
