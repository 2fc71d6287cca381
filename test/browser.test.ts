import { together } from './together.ts'

await together('test/browser/*.test.ts')
