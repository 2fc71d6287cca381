import { parseArgs } from 'node:util'
import { recovery } from './08-recovery.ts'
import { diskFull } from './17-disk-full.ts'
import { flappingEngine } from './30-flapping-engine.ts'
import { rolling } from './31-rolling.ts'
import { overload } from './32-overload.ts'
import { slowClients } from './33-slow-clients.ts'
import { generated } from './34-generated.ts'
import { hostileParameters } from './35-hostile-parameters.ts'
import { oldSqlite } from './37-old-sqlite.ts'
import { longReader } from './38-long-reader.ts'
import { largestListing } from './40-largest-listing.ts'
import { descriptors } from './42-descriptors.ts'
import { unread } from './43-unread.ts'
import { pipelining } from './44-pipelining.ts'
import { overloadOnNewConnections } from './45-overload-new-connections.ts'
import { searchesFromOneAddress } from './51-searches-from-one-address.ts'
import { trueHistory } from './53-history.ts'
import { rollingUnderPressure } from './56-rolling-under-pressure.ts'
import type { Fault, Form, Outcome } from './fault.ts'
import { PROVEN } from './proven.ts'
import { type Proven, runProven } from './tests.ts'

/**
 * What is done to the service and what counts as passed: `npm run faults`, with `--quick` for less of the same, with
 * numbers for some of them; `--list` names each with its proof. Prints a line for each; ends with 1 when one has not
 * passed.
 */
const MEASURED: readonly Fault[] = [
  recovery,
  diskFull,
  flappingEngine,
  rolling,
  overload,
  slowClients,
  generated,
  hostileParameters,
  oldSqlite,
  longReader,
  largestListing,
  descriptors,
  unread,
  pipelining,
  overloadOnNewConnections,
  searchesFromOneAddress,
  trueHistory,
  rollingUnderPressure,
]

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' }, list: { type: 'boolean' } },
  allowPositionals: true,
})
const form: Form = values.quick ? 'quick' : 'full'
const numbers = positionals.map(Number)
if (!numbers.every(Number.isInteger)) throw new Error('which faults? Their numbers, such as 31 45, or none for all')
const isWanted = ({ number }: { number: number }) => numbers.length === 0 || numbers.includes(number)

if (values.list) {
  const proofOf = (fault: Fault | Proven) =>
    'proofs' in fault
      ? fault.proofs.map(([file, title]) => `${file}: ${title}`).join('; ')
      : `npm run faults -- ${fault.number}`
  for (const fault of [...PROVEN, ...MEASURED].filter(isWanted).sort((a, b) => a.number - b.number))
    console.log(`${fault.number} ${fault.what}: ${fault.bar}\n    ${proofOf(fault)}`)
  process.exit()
}

const rows: [number: number, what: string, bar: string, outcome: Outcome][] = []
const proven = PROVEN.filter(isWanted)
if (proven.length > 0) {
  const outcomes = await runProven(proven, form)
  for (const { number, what, bar } of proven) rows.push([number, what, bar, outcomes.get(number)!])
}
for (const fault of MEASURED.filter(isWanted)) {
  console.error(`${fault.number}: ${fault.what}`)
  const outcome = await fault.run(form).catch((error) => ({ passed: false, figure: `failed: ${error}` }))
  rows.push([fault.number, fault.what, fault.bar, outcome])
}

rows.sort(([a], [b]) => a - b)
console.log('| number | what | bar | figure | passed |\n|---|---|---|---|---|')
for (const [number, what, bar, { passed, figure }] of rows) {
  console.log(
    `| ${number} | ${what} | ${bar} | ${figure} | ${passed === undefined ? 'not run' : passed ? 'yes' : 'NO'} |`,
  )
}
const count = (wanted: boolean | undefined) => rows.filter(([, , , { passed }]) => passed === wanted).length
console.log(`\n${count(true)} passed, ${count(false)} failed, ${count(undefined)} not run (${form} form)`)
process.exitCode = count(false) > 0 ? 1 : 0
