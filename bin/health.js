// For health checks of the image and of systemd: ends with 0 when the server of these settings answers /healthz, with
// --wait as soon as it does. It listens when it is ready.
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '../src/cli/settings.ts'
import { ownServer, toConfig } from '../src/config.ts'

const place = ownServer(toConfig(readSettings(process.env, process.cwd())))
const ask = () => fetch(`${place}/healthz`, { signal: AbortSignal.timeout(2_500) }).catch(() => undefined)
let answer = await ask()
for (; !answer?.ok && process.argv.includes('--wait'); answer = await ask()) await sleep(200)
process.exit(answer?.ok ? 0 : 1)
