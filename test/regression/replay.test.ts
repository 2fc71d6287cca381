import './clock.ts'
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { postgres, sqlite } from '../backends.ts'
import { sized } from '../tier.ts'
import { type Entry, exchangeAll } from './exchange.ts'
import { readRecording } from './recording.ts'
import { REQUESTS } from './requests.ts'
import { openWorld } from './world.ts'

/** Files with all differences get this name and the database's. */
const { REGRESSION_REPORT } = process.env
const MAX_SHOWN = 5
const CONTEXT = 40

// A safety net while release 2.0.0 is made; it is deleted with the release.
for (const backend of sized([sqlite], [sqlite, postgres])) {
  it(`the recorded responses on ${backend.name} stay the same`, async (t) => {
    const [recorded, world] = [readRecording(), await openWorld(t, await backend.newUrl(t))]
    const differing = new Map<string, string[]>()
    for (const [group, entries] of await exchangeAll(REQUESTS, world)) {
      const [before, now] = [byRequest(recorded.get(group) ?? []), byRequest(entries)]
      for (const request of new Set([...before.keys(), ...now.keys()])) {
        const changes = difference(before.get(request), now.get(request)).map((change) => `\n    ${change}`)
        if (changes.length > 0) differing.getOrInsertComputed(changes.join(''), () => []).push(`${group}: ${request}`)
      }
    }
    const sorted = [...differing].sort(([, a], [, b]) => b.length - a.length)
    const reports = sorted.map(([changes, requests]) => {
      return `${requests.length} responses, the first to ${requests[0]!.slice(0, 300)}${changes}`
    })
    if (REGRESSION_REPORT) writeFileSync(`${REGRESSION_REPORT}.${backend.name}`, reports.join('\n'))
    const count = [...differing.values()].flat().length
    const help = `All of them: REGRESSION_REPORT=/tmp/differences. If they are meant: npm run regression:record`
    const message = [`${count} responses differ.`, ...reports.slice(0, MAX_SHOWN), help].join('\n')
    assert.equal(count, 0, message)
  })
}

function byRequest(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.request, entry]))
}

function difference(before: Entry | undefined, now: Entry | undefined): string[] {
  if (!before || !now) return [before ? 'is recorded, and not requested' : 'is requested, and not recorded']
  const headers = [...new Set([...Object.keys(before.headers), ...Object.keys(now.headers)])]
  const names = headers.filter((name) => before.headers[name] !== now.headers[name])
  const changes = names.map((name) => `${name}: ${visible(before.headers[name])} → ${visible(now.headers[name])}`)
  if (before.status !== now.status) changes.unshift(`status: ${before.status} → ${now.status}`)
  if (before.body !== now.body) changes.push(...firstDifference(before.body ?? '', now.body ?? ''))
  return changes
}

const visible = (value = '(none)') => JSON.stringify(value)

function firstDifference(before: string, now: string): string[] {
  let i = 0
  while (i < before.length && before[i] === now[i]) i++
  const around = (text: string) => text.slice(Math.max(0, i - CONTEXT), i + CONTEXT).replaceAll('\n', '\\n')
  return [`body at ${i}, of ${before.length} → ${now.length}:`, `- ${around(before)}`, `+ ${around(now)}`]
}
