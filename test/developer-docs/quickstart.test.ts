import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { it, type TestContext } from 'node:test'
import { newFolder } from '../backends.ts'
import { freePort } from '../postgres.ts'
import { blocksOf, isShown, placeOf } from './blocks.ts'
import { type Background, background, finish, ROOT } from './shell.ts'

const LEFT_OUT = /^(?:\.git|node_modules|data|my-app|client\/(?:dist|LICENSE)|test|bench|.*\.tgz)$/

/** The repository as someone has who just cloned it. */
function clone(t: TestContext): string {
  const folder = join(newFolder(t), 'yantra')
  cpSync(ROOT, folder, { recursive: true, filter: (from) => !LEFT_OUT.test(relative(ROOT, from)) })
  return folder
}

/** A terminal keeps its folder and its variables from one step to the next. */
class Terminal {
  cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly #state: string

  constructor(cwd: string, env: NodeJS.ProcessEnv, state: string) {
    this.cwd = cwd
    this.env = { ...env }
    this.#state = state
  }

  async run(code: string): Promise<string> {
    const script = `${code}\n{ pwd; echo "\${API_KEY-}"; } > '${this.#state}'`
    const printed = await finish('bash', ['-euo', 'pipefail', '-c', script], this)
    const [cwd, key] = readFileSync(this.#state, 'utf8').split('\n')
    this.cwd = cwd!
    if (key) this.env.API_KEY = key
    return printed
  }
}

it('leads from a fresh clone to a verified webhook, step by step as it is written', async (t) => {
  const folder = clone(t)
  const [port, receiverPort] = [await freePort(), await freePort()]
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env
  const env = {
    ...Object.fromEntries(Object.entries(inherited).filter(([name]) => !name.startsWith('npm_'))),
    ...{ PORT: String(port), LOG_FORMAT: 'text', npm_config_offline: 'true', npm_config_update_notifier: 'false' },
    ...{ npm_config_audit: 'false', npm_config_fund: 'false' },
  }
  const here = (text: string) =>
    text
      .replaceAll('localhost:8080', `localhost:${port}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${receiverPort}`)
      .replaceAll('listen(3000,', `listen(${receiverPort},`)
  const state = (name: string) => join(folder, '..', `${name}.state`)
  const terminals = new Map([['', new Terminal(folder, env, state('second'))]])
  const started = new Map<string, Background>()
  const blocks = blocksOf('quickstart')
  // The packages are those of this repository: a test need not fetch them all again.
  assert.equal(blocks[0]!.code, 'npm ci\n')
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

  let output = ''
  for (const block of blocks.slice(1)) {
    const { notes, language } = block
    const code = here(block.code)
    const name = notes.terminal ?? ''
    if (!terminals.has(name)) terminals.set(name, new Terminal(folder, env, state(name)))
    const terminal = terminals.get(name)!
    if (notes.output) {
      await started.get(notes.output)!.printed((text) => isShown(`…${code.trim()}…`, text, language))
    } else if ('output' in notes) {
      assert.ok(isShown(code, output, language), `${placeOf(block)} shows\n${code}\nbut this came:\n${output}`)
    } else if (notes.file) {
      writeFileSync(join(terminal.cwd, notes.file), code)
    } else if (notes.background) {
      started.set(notes.background, background(t, code, terminal))
    } else {
      output = await terminal.run(code)
    }
  }
  assert.deepEqual([...started.keys()], ['service', 'receiver'])

  // The receiver is started again: it verifies with the secret it kept, and has subscribed once.
  const { child } = started.get('receiver')!
  const closed = once(child, 'close')
  process.kill(-child.pid!, 'SIGTERM')
  await closed
  const second = terminals.get('')!
  const again = background(t, 'node receiver.mjs', second)
  await again.printed((text) => text.includes('waiting for events'))
  const row = '{"type":"machine","slug":"mahindra-575-di","patch":true,"lift_capacity_kg":1700}'
  await terminals.get('third')!.run(`npx yantra import - <<< '${row}'`)
  await again.printed((text) => text.includes("verified variant.updated mahindra-575-di [ 'lift_capacity_kg' ]"))
  const authorization = `Bearer ${second.env.API_KEY}`
  const listed = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, { headers: { authorization } })
  assert.equal(((await listed.json()) as unknown[]).length, 1)
})
