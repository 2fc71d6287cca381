import { together } from './together.ts'

await together('test/{guides,client}/*.test.ts')
