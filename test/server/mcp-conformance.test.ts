import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sqlite } from '../backends.ts'
import { startService } from '../service.ts'

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
const APART = fileURLToPath(new URL('mcp-conformance.yml', import.meta.url))

it('meets every scenario of the official conformance suite that a server with tools of its own can meet', async (t) => {
  const { url } = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), SAMPLE: 'false' })
  const args = [SUITE, 'server', '--url', `${url}/mcp`, '--suite', 'all', '--expected-failures', APART]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 100_000 })
  for (const scenario of ['server-initialize', 'ping', 'tools-list']) {
    assert.match(stdout, new RegExp(`✓ ${scenario}: 1 passed, 0 failed`))
  }
  assert.match(stdout, /✓ dns-rebinding-protection: 2 passed, 0 failed/)
})
