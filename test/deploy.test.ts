import { together } from './together.ts'

await together('test/deploy/*.test.ts')
