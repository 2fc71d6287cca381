import { together } from './together.ts'

await together('test/{developer-docs,client}/*.test.ts')
