import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { putSample, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

it('yantra mcp', async (t) => {
  const DATABASE_URL = await sqlite.newUrl(t)
  const { NODE_COMPILE_CACHE: compiled } = process.env
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL, ...(compiled && { NODE_COMPILE_CACHE: compiled }) }

  await t.test('says that there is no database, and how to name one', async () => {
    const { code, stdout, stderr } = await yantra(env, 'mcp')
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, /DATABASE_URL/)
  })

  await putSample(DATABASE_URL)

  await t.test('answers the official client over stdio', async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], env })
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(transport)
    assert.equal((await client.listTools()).tools.length, 8)
    const { content } = await client.callTool({ name: 'get_machine', arguments: { slug: 'mahindra-575-di' } })
    assert.equal(JSON.parse((content[0] as { text: string }).text).engine_hp, 45)
    const missing = await client.callTool({ name: 'get_listing', arguments: { listing_id: 999_999 } })
    assert.equal(missing.isError, true)
    await client.close()
  })

  await t.test('ends when its input ends', async () => {
    const child = spawn(process.execPath, [CLI, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    const [answer] = await once(child.stdout, 'data')
    assert.deepEqual(JSON.parse(String(answer)), { jsonrpc: '2.0', id: 1, result: {} })
    child.stdin.end()
    assert.deepEqual(await ended, [0, null])
  })
})
