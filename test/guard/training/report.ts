import { FEATURES } from '../../../src/guard/phones/features.ts'
import { score, WEIGHTS } from '../../../src/guard/phones/trees.ts'
import { type Entry, isContact } from '../corpus.ts'
import { SETTINGS } from './boost.ts'
import { allExamples, crossValidate, readAll } from './folds.ts'

// `npm run guard:report`: how the guard does on texts whose authors the trees have not seen. `-- --misses` names them,
// `-- --ablation` takes what it tells from each figure in turn.

const FOLDS = 4
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

/** For each figure, how many windows more are judged wrongly when it tells nothing; the trees stay as they are. */
if (process.argv.includes('--ablation')) {
  const own = examples.filter(({ weight }) => weight === 1)
  const wrong = (banned: number, usual: number): number =>
    own.filter(({ row, truth }) => {
      const figure = (feature: number): number => (feature === banned ? usual : (row[feature] ?? 0))
      return score(WEIGHTS, figure) > 0 !== truth
    }).length
  const whole = wrong(-1, 0)
  const losses = FEATURES.map((name, feature) => {
    const sorted = Float64Array.from(own, ({ row }) => row[feature] ?? 0).sort()
    return { name, loss: wrong(feature, sorted[sorted.length >> 1] ?? 0) - whole }
  })
  console.log(`${own.length} windows, ${whole} judged wrongly; without a figure so many more:`)
  for (const { name, loss } of losses.toSorted((a, b) => b.loss - a.loss))
    console.log(`${String(loss).padStart(6)} ${name}`)
}
