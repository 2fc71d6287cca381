import { together } from './together.ts'

await together('test/http/*.test.ts')
