import { together } from '../together.ts'

await together('guides')
