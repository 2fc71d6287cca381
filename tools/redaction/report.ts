import { FEATURES } from '../../src/redaction/phones/features.ts'
import { score, WEIGHTS } from '../../src/redaction/phones/trees.ts'
import { isContact } from '../../test/redaction/corpus.ts'
import { allExamples, crossValidate, type Judged, readAll } from './folds.ts'

// `npm run guard:report`: how the guard does on texts whose authors the trees have not seen. `-- --misses` names them,
// `-- --ablation` takes what it tells from each figure in turn.

const FOLDS = 4
/** Their authors told numbers mostly in riddles, which no machine reads. */
const RIDDLES = [69, 72]
const entries = readAll()
const examples = allExamples(entries)

const judged = crossValidate(entries, FOLDS, examples)
const percent = (part: object[], whole: object[]): string => ((100 * part.length) / whole.length).toFixed(2)
const missed = judged.filter(({ entry, isWrong }) => isWrong && isContact(entry))
const touched = judged.filter(({ entry, isWrong }) => isWrong && !isContact(entry))

function print(name: string, some: Judged[]): void {
  const contacts = some.filter(({ entry }) => isContact(entry))
  const clean = some.filter(({ entry }) => !isContact(entry))
  const leaked = contacts.filter(({ isWrong }) => isWrong)
  const waiting = clean.filter(({ isDoubted }) => isDoubted)
  console.log(`${name}: ${contacts.length} texts with a contact, ${clean.length} clean`)
  console.log(`  recall ${(100 - Number(percent(leaked, contacts))).toFixed(2)} % (${leaked.length} missed)`)
  const damaged = clean.filter(({ isWrong }) => isWrong)
  console.log(`  false positives ${percent(damaged, clean)} % (${damaged.length})`)
  console.log(
    `  left in doubt: ${leaked.filter(({ isDoubted }) => isDoubted).length} of the missed, ${percent(waiting, clean)} % of the clean (${waiting.length})`,
  )
}
print('all sets', judged)
print(
  `without sets ${RIDDLES.join(' and ')}, whose authors wanted to get round the guard`,
  judged.filter(({ entry }) => !RIDDLES.includes(entry.set ?? 0)),
)
if (process.argv.includes('--misses'))
  for (const { entry } of [...missed, ...touched]) console.log(JSON.stringify(entry))

/** For each figure, how many windows more are judged wrongly when it tells nothing; the trees stay as they are. */
if (process.argv.includes('--ablation')) {
  const self = examples.filter(({ weight }) => weight === 1)
  const wrong = (banned: number, usual: number): number =>
    self.filter(({ row, truth }) => {
      const figure = (feature: number): number => (feature === banned ? usual : (row[feature] ?? 0))
      return score(WEIGHTS, figure) > 0 !== truth
    }).length
  const whole = wrong(-1, 0)
  const losses = FEATURES.map((name, feature) => {
    const sorted = Float64Array.from(self, ({ row }) => row[feature] ?? 0).sort()
    return { name, loss: wrong(feature, sorted[sorted.length >> 1] ?? 0) - whole }
  })
  console.log(`${self.length} windows, ${whole} judged wrongly; without a figure so many more:`)
  for (const { name, loss } of losses.toSorted((a, b) => b.loss - a.loss))
    console.log(`${String(loss).padStart(6)} ${name}`)
}
