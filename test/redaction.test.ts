import { together } from './together.ts'

await together('test/redaction/*.test.ts')
