import { together } from './together.ts'

await together('test/market/*.test.ts')
