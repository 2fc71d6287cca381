import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Sends through the server of SMTP_URL. Loaded only when one is configured. */
export function createSmtp(url: string) {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail: Mail): Promise<void> {
      await transport.sendMail(mail)
    },
    /** Whether the server answers and accepts the credentials. */
    async check(): Promise<void> {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
