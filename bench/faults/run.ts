import { descriptors } from './42-descriptors.ts'
import { unread } from './43-unread.ts'
import { pipelining } from './44-pipelining.ts'
import { overloadOnNewConnections } from './45-overload-new-connections.ts'
import type { Fault, Form } from './fault.ts'

const FAULTS: readonly Fault[] = [descriptors, unread, pipelining, overloadOnNewConnections]

const form: Form = process.argv.includes('--quick') ? 'quick' : 'full'
const wanted = process.argv.slice(2).map(Number).filter(Number.isInteger)

for (const fault of FAULTS) {
  if (wanted.length > 0 && !wanted.includes(fault.number)) continue
  const { passed, figure } = await fault.run(form).catch((error) => ({ passed: false, figure: String(error) }))
  console.log(`${fault.number} | ${fault.what} | ${fault.bar} | ${figure} | ${passed}`)
}
