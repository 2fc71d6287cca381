// For the health check of the container image: ends with 0 when the server of these settings answers /healthz.
import { readSettings } from '../src/commands/settings.ts'
import { ownServer, toConfig } from '../src/config.ts'

const place = ownServer(toConfig(readSettings(process.env, process.cwd())))
const answer = await fetch(`${place}/healthz`, { signal: AbortSignal.timeout(2_500) }).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
