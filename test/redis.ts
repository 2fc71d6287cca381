import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './postgres.ts'

export interface RedisServer {
  url: string
  port: number
  /** Stops answering without closing its connections. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Whether there is a `redis-server` on this machine; says so loudly if not. */
export function hasRedis(): boolean {
  const result = spawnSync('redis-server', ['--version']).status === 0
  if (!result) console.error('!!! redis-server is not installed: the tests against Redis are SKIPPED !!!')
  return result
}

/** A real Redis with nothing in it, on a free port or the one given. */
export async function startRedis(t: Pick<TestContext, 'after'>, port?: number): Promise<RedisServer> {
  const redisPort = port ?? (await freePort())
  const settings = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', settings, { stdio: 'ignore', cwd: '/' })
  const stop = () => end(server)
  t.after(stop)
  await answers(redisPort)
  return {
    url: `redis://127.0.0.1:${redisPort}`,
    port: redisPort,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    stop,
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const redis = new Redis({ port, lazyConnect: true, retryStrategy: () => null })
    redis.on('error', () => {})
    try {
      await redis.connect()
      return
    } catch {
      await sleep(25)
    } finally {
      redis.disconnect()
    }
  }
  throw new Error('redis did not answer within 5 s')
}
