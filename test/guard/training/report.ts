import { FEATURES } from '../../../src/guard/phones/features.ts'
import { score, WEIGHTS } from '../../../src/guard/phones/trees.ts'
import { isContact } from '../corpus.ts'
import { SETTINGS } from './boost.ts'
import { allExamples, crossValidate, readAll } from './folds.ts'

// `npm run guard:report`: how the guard does on texts whose authors the trees have not seen. `-- --misses` names them,
// `-- --ablation` takes what it tells from each figure in turn.

const FOLDS = 4
const entries = readAll()
const examples = allExamples(entries)

const judged = crossValidate(entries, FOLDS, SETTINGS, undefined, examples)
const contacts = judged.filter(({ entry }) => isContact(entry))
const clean = judged.filter(({ entry }) => !isContact(entry))
const missed = contacts.filter(({ isWrong }) => isWrong)
const touched = clean.filter(({ isWrong }) => isWrong)
const waiting = clean.filter(({ isDoubted }) => isDoubted)
const percent = (part: object[], whole: object[]): string => ((100 * part.length) / whole.length).toFixed(2)
console.log(`texts with a contact: ${contacts.length}, clean: ${clean.length}`)
console.log(`recall ${(100 - Number(percent(missed, contacts))).toFixed(2)} % (${missed.length} missed)`)
console.log(`false positives ${percent(touched, clean)} % (${touched.length})`)
console.log(
  `left in doubt: ${missed.filter(({ isDoubted }) => isDoubted).length} of the missed, ${percent(waiting, clean)} % of the clean (${waiting.length})`,
)
if (process.argv.includes('--misses'))
  for (const { entry } of [...missed, ...touched]) console.log(JSON.stringify(entry))

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
