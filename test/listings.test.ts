import { together } from './together.ts'

await together('test/listings/*.test.ts')
