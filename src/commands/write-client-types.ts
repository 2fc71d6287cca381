import { writeFileSync } from 'node:fs'
import { clientTypes } from '../contract/client-types.ts'

writeFileSync(new URL('../../client/src/contract.ts', import.meta.url), clientTypes())
