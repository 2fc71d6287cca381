import { together } from './together.ts'

await together('test/{auth,sample,schema,webhooks}/*.test.ts')
