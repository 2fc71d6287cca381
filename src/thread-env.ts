import module from 'node:module'
import { dirname } from 'node:path'

/** What a thread or a worker is started with: where modules lie compiled, which it would otherwise compile again. */
export function threadEnv(): Record<string, string> {
  const compiled = module.getCompileCacheDir()
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
}
