import { monitorEventLoopDelay } from 'node:perf_hooks'
import { start } from '../src/commands/serve.ts'
import { toConfig } from '../src/config.ts'

// A service in a process of its own that tells, when it is asked, for how long nobody was answered since the last time.

const delay = monitorEventLoopDelay({ resolution: 1 })
const running = await start(toConfig(process.env), false)
delay.enable()
process.on('message', async (message) => {
  if (message === 'stop') {
    await running.stop()
    process.disconnect?.()
    return
  }
  process.send?.({ longestMs: delay.max / 1e6 })
  delay.reset()
})
process.send?.({ url: running.url })
