import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { start } from '../src/cli/serve.ts'
import { toConfig } from '../src/config.ts'
import { newFolder } from './folder.ts'

/** Lighthouse's scores on a phone: home, list, machine and listing in each language, the median of RUNS runs. */
const PAGES = ['', 'machines', 'machines/mahindra-575-di', 'used/1']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = Number(process.env.RUNS ?? 5)
const FLAGS = '--headless=new --no-sandbox --disable-gpu'

const run = promisify(execFile)
const port = await freePort()
const folder = newFolder()
const baseUrl = `http://127.0.0.1:${port}`
const settings = { DATABASE_URL: `file:${join(folder, 'site.db')}`, GUARD_REVIEW: 'false', SECRET_KEY: 'k'.repeat(32) }
const env = { ...settings, SAMPLE: 'true', PORT: String(port), BASE_URL: baseUrl, LOG_LEVEL: 'silent' }
const running = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0' }), false)
try {
  // A listing of the sample is not indexed; a changed one is no longer of the sample.
  const rows = join(folder, 'listing.ndjson')
  writeFileSync(rows, `${JSON.stringify({ type: 'listing', id: 1, patch: true, price_inr: 460_000 })}\n`)
  execFileSync(process.execPath, ['bin/yantra.js', 'import', rows], { env: { ...process.env, ...settings } })
  const table = []
  for (const language of ['en', 'hi', 'ta'])
    for (const page of PAGES) table.push(await medianScores(`${language}/${page}`))
  console.table(table)
} finally {
  await running.stop()
}

async function medianScores(path: string) {
  const results: Record<string, number>[] = []
  for (let i = 0; i < RUNS; i++) {
    const options = ['--quiet', '--output=json', `--chrome-flags=${FLAGS}`, `--only-categories=${CATEGORIES.join()}`]
    const chromium = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
    const { stdout } = await run('npx', ['--yes', 'lighthouse@12', `${baseUrl}/${path}`, ...options], {
      env: { ...process.env, CHROME_PATH: chromium },
      maxBuffer: 64_000_000,
    })
    const { categories } = JSON.parse(stdout) as { categories: Record<string, { score: number }> }
    results.push(Object.fromEntries(CATEGORIES.map((name) => [name, categories[name]!.score])))
  }
  const median = (name: string) => results.map((scores) => scores[name]!).sort((a, b) => a - b)[RUNS >> 1]!
  return { path, runs: RUNS, ...Object.fromEntries(CATEGORIES.map((name) => [name, median(name)])) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
