import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { newSecret, signedHeaders } from '../../src/webhooks/signing.ts'
import { newFolder, sqlite } from '../backends.ts'
import { startService, yantra } from '../service.ts'
import { type Block, blocksOf, fileOf, isShown, placeOf, TEXTS } from './blocks.ts'
import { type Background, background, finish, has, linkClient, makeBin, type Place, ROOT } from './shell.ts'

/**
 * Runs every sample of the guides as it stands there, but for the address of the service, the port of the receiver and
 * the key, and compares what comes with the output that follows it. The quickstart has a test of its own, and samples
 * that are marked `verify` are run by test/webhooks/samples.test.ts.
 */
const GUIDES_RUN = TEXTS.filter((name) => name !== 'quickstart')
const NEEDED: Record<string, () => boolean> = {
  jq: () => has('jq', '--version'),
  python3: () => has('python3', '--version'),
}
/** Samples in Python find no file that a sample in TypeScript wrote: few readers run both. */
const PYTHON_FOLDER = 'python'
const missing = new Set(Object.keys(NEEDED).filter((program) => !NEEDED[program]!()))
for (const program of missing) console.error(`!! SKIPPED: ${program} was not found, so samples that use it are not run`)

describe('every sample of the guides', () => {
  const cleanups: (() => unknown)[] = []
  after(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  })
  let place: Place
  let addresses: [string, string][]

  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanups.push(cleanUp) } as unknown as TestContext
    const folder = newFolder(t)
    const env = { DATABASE_URL: await sqlite.newUrl(t), WEBHOOK_ALLOW_PRIVATE: 'true' }
    const service = await startService(t, env, { deliver: true })
    const receiver = createServer((request, response) =>
      request.resume().on('end', () => response.writeHead(204).end()),
    )
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    t.after(() => receiver.close())
    const { stdout } = await yantra(service.env, 'keys', 'create', '--name', 'g', '--tier', 'enterprise', '--json')
    linkClient(folder)
    mkdirSync(join(folder, PYTHON_FOLDER))
    addresses = [
      ['http://localhost:8080', service.url],
      ['localhost:3000', `localhost:${(receiver.address() as AddressInfo).port}`],
      ['127.0.0.1:3000', `127.0.0.1:${(receiver.address() as AddressInfo).port}`],
    ]
    // The setting of the server's terminal is not there in the reader's own.
    const { WEBHOOK_ALLOW_PRIVATE: _, ...self } = service.env
    place = {
      cwd: folder,
      env: {
        ...self,
        PATH: makeBin(folder),
        HOME: folder,
        API_KEY: JSON.parse(stdout).key,
        PYTHONPATH: join(ROOT, 'client/python'),
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONIOENCODING: 'utf-8',
        NODE_NO_WARNINGS: '1',
      },
    }
  })

  const here = (text: string) => addresses.reduce((done, [from, to]) => done.replaceAll(from, to), text)

  for (const guide of GUIDES_RUN) {
    const blocks = blocksOf(guide)
    if (blocks.length === 0) continue
    it(`runs as ${guide} says`, async (t) => {
      const started = new Map<string, Background>()
      let output: string | undefined
      for (const [i, block] of blocks.entries()) {
        if ('output' in block.notes) await compare(block)
        else output = await runBlock(t, block, started, blocks[i + 1])
      }

      async function compare({ code, language, notes, ...rest }: Block) {
        const visible = here(code)
        const where = placeOf({ code, language, notes, ...rest })
        if (notes.output) {
          await started.get(notes.output)?.printed((text) => isShown(`…${visible.trim()}…`, text, language))
        } else if (output !== undefined && !isShown(visible, output, language)) {
          assert.fail(`${where} shows\n${visible}\nbut this came:\n${output}`)
        }
      }
    })
  }

  async function runBlock(t: TestContext, block: Block, started: Map<string, Background>, next?: Block) {
    const { language, notes } = block
    const code = here(block.code)
    if ('verify' in notes || language === 'json') return undefined
    const isPython = language === 'python' || code.startsWith('python3 ')
    if ((isPython && missing.has('python3')) || (/\bjq\b/.test(code) && missing.has('jq'))) return undefined
    const file = fileOf(block)
    const self = isPython ? { ...place, cwd: join(place.cwd, PYTHON_FOLDER) } : place
    try {
      if (language === 'sh') {
        if (!notes.background) return await finish('bash', ['-euo', 'pipefail', '-c', code], self)
        started.set(notes.background, background(t, code, place))
        return undefined
      }
      writeFileSync(join(self.cwd, file), code)
      const isRunNext = next?.language === 'sh' && next.code.includes(file)
      return isRunNext ? undefined : await finish(isPython ? 'python3' : process.execPath, [file], self)
    } catch (error) {
      throw new Error(`${placeOf(block)} does not run`, { cause: error })
    }
  }

  it('has receivers that take what is signed and refuse the rest', async (t) => {
    const secret = newSecret()
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.ping', created_at: '2026-11-15T00:00:00Z', data: {} })
    const headers = signedHeaders([secret], { id: 'evt_1', body }, Date.now())
    const cases = [
      [body, 204],
      [`${body} `, 400],
    ] as const
    const folder = join(newFolder(t), 'receivers')
    mkdirSync(folder)
    linkClient(folder)
    for (const { notes, code } of blocksOf('webhooks')) if (notes.file) writeFileSync(join(folder, notes.file), code)
    const { receive } = await import(join(folder, 'receiver.mts'))
    for (const [sent, status] of cases) {
      const request = new Request('http://localhost/', { method: 'POST', body: sent, headers })
      assert.equal((await receive(request, secret)).status, status)
      if (missing.has('python3')) continue
      const program =
        'import json, sys, receiver; a = sys.argv; print(receiver.receive(a[1].encode(), json.loads(a[2]), a[3]))'
      const args = ['-c', program, sent, JSON.stringify(headers), secret]
      const printed = await finish('python3', args, { ...place, cwd: folder })
      assert.equal(printed.trim().split('\n').at(-1), String(status))
    }
  })

  it('has TypeScript that the compiler takes', async () => {
    const files = GUIDES_RUN.flatMap(blocksOf)
      .filter(({ language, notes }) => language === 'ts' && !('verify' in notes))
      .map(fileOf)
    assert.ok(files.length > 2)
    const settings = {
      compilerOptions: {
        ...{ noEmit: true, strict: true, target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom', 'dom.iterable'] },
        ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true },
        ...{ allowImportingTsExtensions: true, exactOptionalPropertyTypes: true, preserveSymlinks: true },
      },
      files,
    }
    writeFileSync(join(place.cwd, 'tsconfig.json'), JSON.stringify(settings))
    await finish(join(ROOT, 'node_modules/.bin/tsc'), ['-p', place.cwd], place)
  })
})
