import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { start } from '../src/cli/serve.ts'
import { toConfig } from '../src/config.ts'
import { newFolder } from './folder.ts'

/** Bytes by page and kind against the budget, when the list is visible on a phone. */
const PAGES = [
  'en/machines',
  'hi/machines',
  'ta/machines',
  'en/machines/mahindra-575-di',
  'ta/machines/mahindra-575-di',
]
const BUDGET = { all: 22_000, scripts: 6_000, visibleMs: 1_300 }
const RUNS = 5

const folder = newFolder()
const env = { DATABASE_URL: `file:${join(folder, 'site.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const running = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0', SECRET_KEY: 'k'.repeat(32) }), false)
try {
  const sizes: Awaited<ReturnType<typeof bytesOf>>[] = []
  for (const page of PAGES) sizes.push(await bytesOf(page))
  console.table(sizes)
  console.table(await compareOnPhone(['en/machines', 'ta/machines']))
} finally {
  await running.stop()
}

async function bytesOf(path: string) {
  const { wire, body: page } = await fetchBytes(`/${path}`)
  const first = /src="([^"]+\/site\.js)"/.exec(page)![1]!
  const scripts = ['site.js', 'live-results.js', 'suggestions.js', 'saved.js'].map((name) =>
    first.replace('site.js', name),
  )
  const style = /<style>[^<]*/.exec(page)![0].length
  const file = await fetchBytes(/href="([^"]+\/site\.css)"/.exec(page)![1]!)
  let js = 0
  for (const script of scripts) js += (await fetchBytes(script)).wire
  const all = wire + file.wire + js
  return {
    path,
    'html and style': wire,
    'style as it stands': style,
    'style file': file.wire,
    js,
    all,
    isWithin: all <= BUDGET.all && js <= BUDGET.scripts,
  }
}

/** A body as it goes over the wire, and as text. */
async function fetchBytes(path: string): Promise<{ wire: number; body: string }> {
  const headers = { 'accept-encoding': 'br', accept: 'text/html' }
  return new Promise((resolve, reject) => {
    request(running.url + path, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const isCoded = response.headers['content-encoding'] === 'br'
        resolve({ wire: bytes.length, body: (isCoded ? brotliDecompressSync(bytes) : bytes).toString() })
      })
    })
      .on('error', reject)
      .end()
  })
}

interface Felt {
  /** When the first card of the list is painted. */
  seen: number
  largest: number
  shift: number
  /** Over 50 ms of each long task. */
  blocked: number
}

/** 360 px, 400 kbit/s, 400 ms, processor slowed four times: what a reader feels of a page. */
async function visibleOnPhone(browser: Browser, url: string): Promise<Felt> {
  const context = await browser.newContext({ viewport: { width: 360, height: 760 } })
  const page = await context.newPage()
  // Nothing is drawn, and no frame called, before the style sheet is there.
  await page.addInitScript(`(function look() {
    if (document.querySelector('.card h3')?.getBoundingClientRect().height > 0) globalThis.seenMs = performance.now()
    else requestAnimationFrame(look)
  })()
  globalThis.felt = { largest: 0, shift: 0, blocked: 0 }
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => { felt.largest = entry.startTime })
  observe('layout-shift', (entry) => { felt.shift += entry.value })
  observe('longtask', (entry) => { felt.blocked += Math.max(0, entry.duration - 50) })`)
  const cdp = await context.newCDPSession(page)
  const speed = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false }
  await cdp.send('Network.emulateNetworkConditions', speed)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'commit' })
  const seen = await page.evaluate<Felt>(`new Promise((done) => {
    const isDone = () => globalThis.seenMs && document.readyState === 'complete'
    const end = () => done({ seen: globalThis.seenMs, ...felt })
    const wait = () => (isDone() ? setTimeout(end, 500) : setTimeout(wait, 50))
    wait()
  })`)
  await context.close()
  return seen
}

/** The least a page with a list and a style sheet can do: what the profile and this machine cost by themselves. */
async function startMin(): Promise<Server> {
  const card = '<li class="card"><h3>Mahindra 575 DI</h3></li>'
  const page = `<!doctype html><title>Least</title><link rel="stylesheet" href="/least.css"><ul>${card}</ul>`
  const server = createServer((request, response) => {
    const isStyle = request.url === '/least.css'
    response.setHeader('content-type', isStyle ? 'text/css' : 'text/html')
    response.end(isStyle ? 'body{font:1rem/1.6 system-ui}' : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function compareOnPhone(paths: readonly string[]) {
  const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const min = await startMin()
  const urls = [
    `http://127.0.0.1:${(min.address() as AddressInfo).port}/`,
    ...paths.map((path) => `${running.url}/${path}`),
  ]
  const times = new Map<string, Felt[]>(urls.map((url) => [url, []]))
  // In turns, so that what else the machine does weighs on all alike.
  for (let run = 0; run < RUNS; run++) {
    for (const url of urls) times.get(url)!.push(await visibleOnPhone(browser, url))
  }
  min.close()
  await browser.close()
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
  return urls.map((url, i) => {
    const its = times.get(url)!
    return {
      page: i === 0 ? 'the least page' : paths[i - 1],
      medianMs: Math.round(middle(its.map(({ seen }) => seen))),
      bestMs: Math.round(Math.min(...its.map(({ seen }) => seen))),
      largestMs: Math.round(middle(its.map(({ largest }) => largest))),
      shift: Math.max(...its.map(({ shift }) => shift)).toFixed(3),
      blockedMs: Math.round(middle(its.map(({ blocked }) => blocked))),
      budgetMs: BUDGET.visibleMs,
    }
  })
}
