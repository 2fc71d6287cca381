import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { yantra, yantraReading } from '../service.ts'
import type { Fault } from './fault.ts'
import { serve } from './serve.ts'

const MACHINE = 'mahindra-575-di'

export const diskFull: Fault = {
  number: 17,
  what: 'disk full under imports, requests and a sender',
  bar: 'nothing acknowledged is lost, what is refused is not done; recovers unaided',
  async run(form) {
    if (process.getuid?.() !== 0) return { figure: 'NOT RUN: a small file system takes the rights of root' }
    const place = mkdtempSync(join(tmpdir(), 'yantra-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', place])
    const received = new Set<string>()
    const receiver = createServer((request, response) => {
      received.add(String(request.headers['webhook-id']))
      request.resume().on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    const env = {
      DATABASE_URL: `file:${join(place, 'yantra.db')}`,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      RATE_LIMIT_ENTERPRISE: '0',
      SECRET_KEY: 'k'.repeat(32),
    }
    const service = await serve(env, { deliver: true })
    try {
      const { key } = JSON.parse(
        (await yantra(env, 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')).stdout,
      )
      const hook = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, events: ['price.updated'] }
      const ask = async (method: string) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const body = method === 'POST' ? JSON.stringify(hook) : null
        const response = await fetch(`${service.url}/v1/webhooks`, { method, headers, body })
        return { status: response.status, answer: (await response.json()) as { id?: string }[] & { id?: string } }
      }
      let price = 500_000
      const changePrice = async () => {
        const observed_at = new Date().toISOString().slice(0, 10)
        const item = { kind: 'ex_showroom', state_code: 'IN', source_kind: 'dealer', observed_at, price_inr: ++price }
        const row = { type: 'machine', patch: true, slug: MACHINE, prices: [item] }
        const { code, stdout } = await yantraReading(`${JSON.stringify(row)}\n`, env, 'import', '--json', '-')
        return code === 0 && JSON.parse(stdout).changed === 1
      }
      const kept = new Set<string>()
      const statuses: Record<string, number> = {}
      const post = async () => {
        const { status, answer } = await ask('POST')
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 200) kept.add(answer.id!)
        return status
      }
      await post()
      let changed = Number(await changePrice())
      fill(join(place, 'ballast'))
      const rounds = form === 'full' ? 2_000 : 600
      for (let round = 0; round < rounds && (statuses[503] ?? 0) < 20; round++) await post()
      for (let round = 0; round < 3; round++) changed += Number(await changePrice())
      const read = (await fetch(`${service.url}/v1/tractors?q=mahindra`)).status
      rmSync(join(place, 'ballast'))
      const end = performance.now()
      while ((await post()) !== 200 && performance.now() - end < 15_000) await sleep(100)
      const recovery = performance.now() - end
      changed += Number(await changePrice())
      const listed = new Set((await ask('GET')).answer.map(({ id }) => id!))
      const from = performance.now()
      while (received.size < changed && performance.now() - from < 30_000) await sleep(200)
      const strange = Object.keys(statuses).filter((status) => status !== '200' && status !== '503')
      const isSame = listed.size === kept.size && [...kept].every((id) => listed.has(id))
      const isRefused = strange.length === 0 && (statuses[503] ?? 0) > 0
      const isTold = changed >= 2 && received.size >= changed
      return {
        passed: service.alive() && isRefused && isSame && read === 200 && isTold && recovery < 10_000,
        figure: `${JSON.stringify(statuses)}; ${kept.size} subscriptions acknowledged, ${listed.size} there; ${changed} changes acknowledged, ${received.size} events received; writes again after ${recovery.toFixed(0)} ms`,
      }
    } finally {
      await service.stop()
      receiver.closeAllConnections()
      receiver.close()
      execFileSync('umount', ['-l', place])
      rmSync(place, { recursive: true, force: true })
    }
  },
}

/** Until nothing more goes in. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}
