import { sqlite } from './backends.ts'
import { type Service, startService } from './service.ts'
import { processContext } from './together.ts'

const all = processContext()
let service: Promise<Service> | undefined

/** Returns the service of this process over the sample, which no test changes. */
export function sampleService(): Promise<Service> {
  service ??= sqlite.newUrl(all).then((url) => startService(all, { DATABASE_URL: url }))
  return service
}
