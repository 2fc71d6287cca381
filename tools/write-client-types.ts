import { writeFileSync } from 'node:fs'
import { clientTypes } from './client-types.ts'
import { pythonTypes } from './python-types.ts'

const client = new URL('../client/', import.meta.url)
writeFileSync(new URL('src/contract.ts', client), clientTypes())
writeFileSync(new URL('python/contract.pyi', client), pythonTypes())
