import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What this process holds after a collection: bytes of arrays, and of all other values. */
export function heldMemory(): { arrays: number; heap: number } {
  // The arrays of one collection are freed by the next at the latest.
  collect()
  collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return { arrays: arrayBuffers, heap: heapUsed }
}
