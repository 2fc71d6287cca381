import { ConfigError, toConfig } from '../config.ts'
import { EVENTS } from '../contract/webhook.ts'
import { InvalidInput, required, value } from '../operator/inputs.ts'
import { command } from './command.ts'
import { type Forwarded, startForwarding } from './listen-forwarding.ts'
import { createSubscriber } from './listen-subscription.ts'
import { ownServer } from './own-server.ts'
import { untilStopped } from './until-stopped.ts'

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

export const listenCommand = command({
  about:
    'Brings webhooks to a program on this machine that has no public address. It subscribes a port of its own on loopback at a development server, forwards every delivery to URL as it came, signatures included, and answers the server as URL answered it. When it is stopped (Ctrl-C, SIGTERM) it removes the subscription.',
  options: {
    'forward-to': required(
      value('URL', 'where your receiver listens, such as http://localhost:3000/hooks', webAddress),
    ),
    server: value('URL', 'where the server is, unless at http://HOST:PORT of the settings', webAddress),
    events: value('NAMES', `joined by commas, of ${EVENTS.join(',')}; by default all`, readEvents),
  },
  notes:
    'YANTRA_KEY holds an enterprise key of that server. It runs on this machine, with WEBHOOK_ALLOW_PRIVATE=true, which lets it deliver to loopback. With --json it prints {id, secret} of the subscription first, then a line for each delivery. Exit code: 0 stopped, 1 the subscription could not be removed, 2 the command could not run.',
  async run({ values, io }) {
    const { 'forward-to': forwardTo, server = new URL(ownServer(toConfig(io.env))), events = EVENTS } = values
    const key = io.env.YANTRA_KEY
    if (!key) throw new ConfigError('YANTRA_KEY is not set; `yantra keys create --name me --tier enterprise` makes one')
    const say = (line: object | string) => {
      io.stdout.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)
    }

    // From here a signal stops it in order, even during a request to the server.
    const stopped = untilStopped()
    const forwarding = await startForwarding(forwardTo, (event) => say(values.json ? event : lineOf(event)))
    try {
      const subscriber = createSubscriber(server, key)
      const { id, secret } = await subscriber.subscribe(forwarding.url, events)
      if (values.json) say({ id, secret })
      else say(readyText({ events, server, forwardTo, secret }))
      if (!LOOPBACK.test(server.hostname)) {
        io.stderr.write(`yantra listen: ${server.host} delivers to its own loopback: it has to run on this machine\n`)
      }
      await stopped
      const left = await subscriber.unsubscribe(id)
      if (left !== undefined) {
        io.stderr.write(`yantra listen: the subscription ${id} could not be removed: ${left}\n`)
        return 1
      }
      if (!values.json) say('Stopped; the subscription is removed.\n')
      return 0
    } finally {
      await forwarding.close()
    }
  },
})

function webAddress(text: string, option: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidInput(`${option} must be an http:// or https:// address`)
  return url
}

function readEvents(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(EVENTS as readonly string[]).includes(name))
  if (unknown !== undefined) throw new InvalidInput(`--events knows no "${unknown}"; there are ${EVENTS.join(', ')}`)
  return [...new Set(names)]
}

interface Ready {
  events: readonly string[]
  server: URL
  forwardTo: URL
  secret: string
}

function readyText({ events, server, forwardTo, secret }: Ready): string {
  return `Ready: ${events.join(', ')}
  from    ${server.href}
  to      ${forwardTo.href}
  secret  ${secret}
Ctrl-C stops it and removes the subscription.

`
}

function lineOf({ time, type, id, status, ms, trouble }: Forwarded): string {
  const clock = new Date(time).toTimeString().slice(0, 8)
  const outcome = trouble === undefined ? String(status) : 'down'
  const told = trouble === undefined ? id : `${id}  ${trouble}; the server tries again`
  return `${clock}  ${type.padEnd(17)}  ${outcome.padEnd(4)}  ${String(ms).padStart(5)} ms  ${told}\n`
}
