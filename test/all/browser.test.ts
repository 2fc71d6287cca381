import { shareBrowsers } from '../browser/open-browser.ts'
import { together } from '../together.ts'

const close = shareBrowsers()
await together('browser')
await close()
