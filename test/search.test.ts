import { together } from './together.ts'

await together('test/search/*.test.ts')
