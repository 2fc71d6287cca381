import { together } from './together.ts'

await together('test/guard/*.test.ts')
