import { together } from '../together.ts'

await together('logic')
