import type { DestinationStream } from 'pino'
import type { Config } from '../config.ts'
import { describeDatabase } from '../database/target.ts'
import { VERSION } from '../lib/version.ts'
import type { Io } from './io.ts'

export function composeBanner(
  url: string,
  { console, database }: Pick<Config, 'console' | 'database'>,
  isSample: boolean,
): string {
  const sample = isSample ? ' (bundled sample; remove it with: yantra sample remove)' : ''
  return [
    `Yantra ${VERSION} listening on ${url}/`,
    ...(console ? ['Console:  yantra console'] : []),
    `Database: ${describeDatabase(database)}${sample}`,
    '',
  ].join('\n')
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

export function isForPerson({ logFormat }: Pick<Config, 'logFormat'>, stdout: Io['stdout']): boolean {
  return logFormat === undefined ? stdout.isTTY === true : logFormat === 'text'
}

/** Formats log lines for a person: time, level, message, and other fields. */
export function readableLog(stdout: { write(text: string): unknown }): DestinationStream {
  return {
    write(line) {
      const { level, time, msg = '', pid: _, hostname: __, ...rest } = JSON.parse(line) as Record<string, unknown>
      const clock = new Date(Number(time)).toTimeString().slice(0, 8)
      const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${plain(value)}`)
      stdout.write(`${clock} ${(LEVELS[Number(level)] ?? '').padEnd(5)} ${plain(msg)}${facts.join('')}\n`)
    },
  }
}

function plain(value: unknown): string {
  const message = value !== null && typeof value === 'object' && 'message' in value ? value.message : value
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}
