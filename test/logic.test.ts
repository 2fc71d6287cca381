import { together } from './together.ts'

await together('src/**/*.test.ts')
