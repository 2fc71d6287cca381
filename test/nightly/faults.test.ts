import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
import type { Fault } from './fault.ts'

const FAULTS: readonly Fault[] = [
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

describe('faults', { concurrency: false }, () => {
  for (const { number, what, bar, run } of FAULTS)
    it(`${number}: ${what}`, async (t) => {
      const { passed, figure } = await run(process.env.NIGHTLY === '1' ? 'full' : 'quick')
      t.diagnostic(`${bar}: ${figure}`)
      if (passed === undefined) t.skip(figure)
      else assert.ok(passed, `${bar}: ${figure}`)
    })
})
