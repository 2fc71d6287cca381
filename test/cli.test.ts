import { together } from './together.ts'

await together('test/{cli,connections}/*.test.ts')
