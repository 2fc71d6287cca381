import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { newFolder, postgres } from '../backends.ts'
import { startService } from '../service.ts'
import { isNightly } from '../tier.ts'
import { type Block, blocksIn, isShown, placeOf } from './blocks.ts'
import { type Background, background, finish, has, makeBin, type Place, ROOT } from './shell.ts'

/**
 * Runs what the README and the pages beside the guides tell a reader to type, each page in a folder of its own beside a
 * service with the sample, and compares what comes with what is shown; `…` stands for what varies. A block that no test
 * can run says why in its fence (`not-run=needs-docker`).
 */
const PAGES = [
  'README.md',
  ...globSync(['docs/{architecture,operating}/*.md', 'docs/contributing/extending.md'], { cwd: ROOT }).sort(),
]
/** Pages that start databases and services of their own. */
const isSlow = (page: string) => /^docs\/operating\/(?!console|enquiries|importing|keys|webhooks)/.test(page)
const MAX_EXCUSED = 0.05

const isTyped = ({ language }: Block) => language === 'sh' || language === 'console'
/** Code of a guide that is run, as against outputs and shapes. */
const isSample = ({ language, notes }: Block) => !('output' in notes) && language !== 'json'
const isRun = (block: Block) => isTyped(block) && !('not-run' in block.notes)

/** What is typed after each `$ `, and what is shown below it. A command goes on after `\`, `|` and a quote that is open. */
function exchangesOf(code: string): { typed: string; shown: string }[] {
  const exchanges: { typed: string; shown: string }[] = []
  let isOpen = false
  for (const line of code.trimEnd().split('\n')) {
    const last = exchanges.at(-1)
    if (isOpen) last!.typed += `\n${line}`
    else if (line.startsWith('$ ')) exchanges.push({ typed: line.slice(2), shown: '' })
    else if (last) last.shown += `${line}\n`
    const { typed = '', shown: visible = '' } = exchanges.at(-1) ?? {}
    isOpen = visible === '' && (/[\\|]$/.test(typed) || typed.split("'").length % 2 === 0)
  }
  return exchanges
}

interface Desk {
  place: Place
  /** A text with the addresses and folders of this run in place of those that the pages show. */
  here(text: string): string
  stopService(): Promise<void>
}

async function openDesk(t: TestContext, code: string): Promise<Desk> {
  const folder = newFolder(t)
  const stops: (() => unknown)[] = []
  const stopService = async () => {
    for (const stop of stops.splice(0)) await stop()
  }
  t.after(stopService)
  const settings = {
    DATABASE_URL: `file:${join(folder, 'data/yantra.db')}`,
    SECRET_KEY: '',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const scope = { after: (stop: () => unknown) => stops.push(stop) } as unknown as TestContext
  const service = await startService(scope, settings, { deliver: true })
  const { host, port } = new URL(service.url)
  const replaced: [string, string][] = [
    ['localhost:8080', host],
    ['127.0.0.1:8080', host],
    ['/srv/yantra', folder],
    ['/backups', join(folder, 'backups')],
    ['/tmp/drill', join(folder, 'drill')],
    ['deploy/', join(ROOT, 'deploy/')],
  ]
  if (code.includes('@db.example'))
    for (const role of ['owner', 'yantra'])
      replaced.push([`postgres://${role}@db.example/yantra`, await postgres.newUrl(t)])
  return {
    place: {
      cwd: folder,
      env: {
        ...service.env,
        PORT: port,
        HOST: '127.0.0.1',
        PATH: makeBin(folder),
        HOME: folder,
        USER: 'ravi',
        NODE_NO_WARNINGS: '1',
      },
    },
    here: (text) => replaced.reduce((done, [from, to]) => done.replaceAll(from, to), text),
    stopService,
  }
}

describe('every page outside the guides', { skip: !has('jq', '--version') && 'jq was not found' }, () => {
  for (const page of PAGES) {
    const blocks = blocksIn(page)
    if (!blocks.some(isRun)) continue
    it(`runs as ${page} says`, { skip: !isNightly && isSlow(page) && 'nightly' }, async (t) => {
      const { place, here, stopService } = await openDesk(t, blocks.map(({ code }) => code).join(''))
      const started = new Map<string, Background>()
      const faults: string[] = []
      let output = ''
      for (const block of blocks) {
        const { language, notes } = block
        const code = here(block.code)
        if ('stopped' in notes) await stopService()
        if (notes.output) {
          await started.get(notes.output)!.printed((text) => isShown(`…${code.trim()}…`, text, language))
        } else if ('output' in notes) {
          faults.push(...compare(block, code, output))
        } else if (!isRun(block)) {
        } else if (language === 'console') {
          for (const { typed, shown: visible } of exchangesOf(code)) {
            const script = `{\n${typed}\n} 2>&1 || true`
            faults.push(...compare(block, visible, await finish('bash', ['-c', script], place), typed))
          }
        } else if (notes.background) {
          started.set(notes.background, background(t, code, place))
        } else {
          output = await finish('bash', ['-euo', 'pipefail', '-c', code], place).catch((error) => {
            throw new Error(`${placeOf(block)} does not run`, { cause: error })
          })
        }
      }
      assert.equal(faults.join('\n'), '')
    })
  }

  function compare(block: Block, visible: string, output: string, typed = ''): string[] {
    const language = /^[[{]/.test(visible.trim()) ? 'json' : 'text'
    if (isShown(visible, output, language)) return []
    return [`${placeOf(block)} ${typed}\nshows\n${visible}\nbut this came:\n${output}`]
  }

  it('has few blocks that no test runs, each with a reason', (t) => {
    const guides = globSync('docs/guides/*.md', { cwd: ROOT }).filter((page) => basename(page) !== 'reference.md')
    const blocks = [...PAGES.flatMap(blocksIn).filter(isTyped), ...guides.flatMap(blocksIn).filter(isSample)]
    const excused = blocks.filter(({ notes }) => 'not-run' in notes)
    for (const block of excused) {
      assert.match(block.notes['not-run']!, /^[a-z]+(-[a-z]+)+$/, placeOf(block))
      t.diagnostic(`excused: ${placeOf(block)} ${block.notes['not-run']}`)
    }
    const visible = [...PAGES, ...guides].flatMap(blocksIn).filter(({ notes }) => 'output' in notes)
    const reported = blocks.filter((block) => block.language === 'console' && isRun(block))
    t.diagnostic(`${blocks.length} blocks: ${blocks.length - excused.length} run, ${excused.length} excused`)
    t.diagnostic(`${visible.length + reported.length} outputs compared`)
    assert.ok(excused.length <= MAX_EXCUSED * blocks.length, `${excused.length} of ${blocks.length} are excused`)
  })
})
