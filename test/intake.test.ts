import { together } from './together.ts'

await together('test/intake/*.test.ts')
