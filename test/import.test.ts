import { together } from './together.ts'

await together('test/import/*.test.ts')
