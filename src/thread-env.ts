import module from 'node:module'
import { dirname } from 'node:path'

/** The environment of a thread or worker: where compiled modules are, so that it does not compile them again. */
export function threadEnv(): Record<string, string> {
  const compiled = module.getCompileCacheDir()
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
}
