import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import { loadSecrets } from '../../src/webhooks/signing.ts'
import { type Backend, target } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { newKeyId, SECRET_KEY } from './workshop.ts'

/** A database with a key, whose secrets other processes can open with SECRET_KEY. */
export async function openDelivery(t: TestContext, backend: Backend) {
  const url = await backend.newUrl(t)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  const secrets = await loadSecrets(db, { secretKey: SECRET_KEY, database: target(url), warn: assert.fail })
  return { url, db, secrets, keyId: await newKeyId(db) }
}

/** Starts a program of this folder and waits for its first message. */
export async function startProgram(t: TestContext, file: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(new URL(file, import.meta.url), { env: { ...PROGRAM_ENV, SECRET_KEY, ...env } })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.send('stop')
  await ended
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
