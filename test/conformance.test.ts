import { together } from './together.ts'

await together('test/conformance/*.test.ts')
