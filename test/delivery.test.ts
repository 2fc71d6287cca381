import { together } from './together.ts'

await together('test/{contract,keys,sample,webhooks}/*.test.ts')
