import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  /** As it came over the wire. */
  raw: string
  /** Head lines by their names in small letters; folded lines are unfolded. */
  head: Map<string, string>
  text: string
}

export interface Mailbox {
  url: string
  port: number
  received: Received[]
  /** Resolves when that many mails have come. */
  arrived(count: number): Promise<void>
  /** Resolves when someone has connected. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** A real SMTP server on loopback. `hold` never answers the mail's text; `refuse` refuses the receiver. */
export async function openMailbox(
  t: TestContext,
  { port = 0, hold = false, refuse = false }: { port?: number; hold?: boolean; refuse?: boolean } = {},
): Promise<Mailbox> {
  const received: Received[] = []
  let connections = 0
  const changed = new EventTarget()
  const tell = () => changed.dispatchEvent(new Event('change'))
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_session, done) {
      connections++
      tell()
      done()
    },
    onRcptTo({ address }, _session, done) {
      done(refuse ? Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }) : null)
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      if (hold) return tell()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      received.push({ from, to, ...parse(Buffer.concat(chunks).toString('utf8')) })
      done()
      tell()
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const until = async (reached: () => boolean) => {
    while (!reached()) await once(changed, 'change')
  }
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  t.after(close)
  const { port: listening } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received,
    arrived: (count) => until(() => received.length >= count),
    connected: () => until(() => connections > 0),
    close,
  }
}

function parse(raw: string): Pick<Received, 'raw' | 'head' | 'text'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const head = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      inWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
  const body = raw.slice(end + 4)
  const text = /base64/i.test(head.get('content-transfer-encoding') ?? '')
    ? Buffer.from(body, 'base64').toString('utf8')
    : /quoted/i.test(head.get('content-transfer-encoding') ?? '')
      ? fromQuoted(body)
      : body
  return { raw, head, text: text.replace(/\r\n/g, '\n') }
}

/** A line of the head whose letters are not all Latin comes in encoded words. */
function inWords(line: string): string {
  return line
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, how: string, word: string) =>
      Buffer.from(how === 'B' ? Buffer.from(word, 'base64') : word.replaceAll('_', ' ')).toString('latin1'),
    )
    .replace(/.*/s, (text) => (text === line ? text : fromQuoted(text)))
}

function fromQuoted(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
