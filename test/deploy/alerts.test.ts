import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
  groups: { rules: { alert?: string; record?: string; expr: string; annotations: { runbook_url: string } }[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const board = JSON.parse(read('deploy/grafana/yantra.json')) as {
  panels: { id: number; targets: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } }[]
}

it('leads from each alert to its section', () => {
  const headers = new Set([...read('docs/operating/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name!))
  const alerts = rules.filter(({ alert }) => alert)
  for (const { alert, annotations } of alerts) {
    assert.ok(headers.delete(alert!), `docs/operating/alerts.md has no ${alert}`)
    assert.ok(annotations.runbook_url.endsWith(`docs/operating/alerts.md#${alert!.toLowerCase()}`), alert!)
  }
  assert.deepEqual([...headers], [])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.error('!! SKIPPED: promtool was not found, so the alerts in deploy/ are not tried')

it('fires when it has to, and not for one 500', { skip: !hasPromtool && 'promtool was not found' }, () => {
  const reported = execFileSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'], { cwd: ROOT })
  assert.match(reported.toString(), /SUCCESS/)
})

it('has a board that loads: panels of their own that lie beside each other', () => {
  const { panels } = board
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const [i, { id, gridPos: a }] of panels.entries()) {
    assert.ok(a.x + a.w <= 24, `panel ${id}`)
    for (const { id: other, gridPos: b } of panels.slice(0, i)) {
      const isApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
      assert.ok(isApart, `panels ${other} and ${id} lie on each other`)
    }
  }
})
