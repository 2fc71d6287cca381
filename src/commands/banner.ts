import type { DestinationStream } from 'pino'
import type { Config } from '../config.ts'
import type { countContents } from '../database/records.ts'
import { describeDatabase } from '../database/target.ts'
import { VERSION } from '../version.ts'
import type { Io } from './io.ts'

/** What a person sees who starts the service in a terminal. */
export function composeBanner(
  url: string,
  { site, console, database, enquiries }: Pick<Config, 'site' | 'console' | 'database' | 'enquiries'>,
  contents: Awaited<ReturnType<typeof countContents>>,
): string {
  const { machines, implements: implementCount, listings, isSample } = contents
  const lines = [
    site && ['Site', `${url}/`],
    ['Docs', `${url}/docs`],
    console && ['Console', `${url}/console, opened by: yantra console`],
    [
      'Loaded',
      `${count(machines, 'machine')}, ${count(implementCount, 'implement')}, ${count(listings, 'live listing')}`,
    ],
    ['From', describeDatabase(database)],
    ['Enquiries', enquiries.mail ? 'are mailed to sellers' : 'wait for you: yantra enquiries list'],
  ].filter((line) => line !== false)
  const sample = isSample
    ? '\n  This is the bundled sample: its figures and listings are illustrative.\n  `yantra sample remove` takes it away, `yantra import` brings in your own.\n'
    : ''
  const table = lines.map(([name, value]) => `  ${name!.padEnd(10)} ${value}\n`).join('')
  return `\n  Yantra ${VERSION}\n\n${table}${sample}\n  Ctrl-C stops it.\n\n`
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-IN')} ${noun}${n === 1 ? '' : 's'}`
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** Whether a person reads stdout: it is a terminal, unless LOG_FORMAT says otherwise. */
export function isForPerson({ logFormat }: Pick<Config, 'logFormat'>, stdout: Io['stdout']): boolean {
  return logFormat === undefined ? stdout.isTTY === true : logFormat === 'text'
}

/** Formats log lines for a person: time, level, message, and other fields. */
export function readableLog(stdout: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { level, time, msg = '', pid: _, hostname: __, ...rest } = JSON.parse(line) as Record<string, unknown>
      const at = new Date(Number(time)).toTimeString().slice(0, 8)
      const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${plain(value)}`)
      stdout.write(`${at} ${(LEVELS[Number(level)] ?? '').padEnd(5)} ${plain(msg)}${facts.join('')}\n`)
    },
  }
}

/** An error by its message, without terminal control characters. */
function plain(value: unknown): string {
  const known = value !== null && typeof value === 'object' && 'message' in value ? value.message : value
  const text = typeof known === 'string' ? known : JSON.stringify(known)
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}
