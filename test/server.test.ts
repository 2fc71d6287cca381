import { together } from './together.ts'

await together('test/server/*.test.ts')
