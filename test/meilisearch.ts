import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './postgres.ts'

export interface MeilisearchServer {
  url: string
  key: string | undefined
  stop(): Promise<void>
}

/** A server of our own, which can be hurt. */
export interface OwnMeilisearchServer extends MeilisearchServer {
  pid: number
  /** Ends the process at once, the data stays. */
  kill(): Promise<void>
  /** Starts it again on the same port, with the same data or with none. */
  restart(options?: { empty?: boolean }): Promise<void>
}

const binary = findBinary()

/** Why tests with a real server cannot run here, for `skip`; false when they can. */
export const withoutMeilisearch: string | false =
  process.env.MEILISEARCH_URL || binary ? false : 'no Meilisearch: set MEILISEARCH_URL or MEILISEARCH_BIN'
export const withoutOwnMeilisearch: string | false = binary ? false : 'no meilisearch program: set MEILISEARCH_BIN'

if (withoutMeilisearch)
  console.error('\n*** SKIPPED: the Meilisearch tests. There is no server and no program to start one. ***\n')

function findBinary(): string | undefined {
  const candidate = process.env.MEILISEARCH_BIN || 'meilisearch'
  return spawnSync(candidate, ['--version'], { stdio: 'ignore' }).status === 0 ? candidate : undefined
}

/** The server named by MEILISEARCH_URL, or one of our own. Databases have indexes of their own, so sharing is safe. */
export async function openMeilisearch(): Promise<MeilisearchServer> {
  const { MEILISEARCH_URL: url, MEILISEARCH_KEY: key } = process.env
  return url ? { url, key: key || undefined, stop: async () => {} } : startMeilisearch()
}

export async function startMeilisearch(): Promise<OwnMeilisearchServer> {
  const home = mkdtempSync(join(tmpdir(), 'yantra-meilisearch-'))
  const key = randomBytes(16).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let server = await launch()

  async function launch(): Promise<ChildProcess> {
    const args = ['--http-addr', `127.0.0.1:${port}`, '--db-path', join(home, 'data'), '--no-analytics']
    const limits = ['--max-indexing-threads', '1', '--max-indexing-memory', '512MiB', '--log-level', 'OFF']
    const child = spawn(binary!, [...args, ...limits, '--master-key', key], { cwd: home, stdio: 'ignore' })
    for (;;) {
      if (child.exitCode !== null) throw new Error(`meilisearch ended with code ${child.exitCode}`)
      const answer = await fetch(`${url}/health`).catch(() => undefined)
      if (answer?.ok) return child
      await sleep(25)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }

  return {
    url,
    key,
    get pid() {
      return server.pid!
    },
    kill: () => end('SIGKILL'),
    async restart({ empty = false } = {}) {
      await end('SIGKILL')
      if (empty) rmSync(join(home, 'data'), { recursive: true, force: true })
      server = await launch()
    },
    async stop() {
      await end('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
