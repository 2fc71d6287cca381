import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { start } from '../src/commands/serve.ts'
import { toConfig } from '../src/config.ts'

/** Bytes by page and kind against the budget, when the list is visible on a phone, held pages against a bare server. */
const PAGES = [
  'en/machines',
  'hi/machines',
  'ta/machines',
  'en/machines/mahindra-575-di',
  'ta/machines/mahindra-575-di',
]
const BUDGET = { all: 25_000, scripts: 6_000, visibleMs: 1_300 }
const SECONDS = 3

const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
const env = { DATABASE_URL: `file:${join(folder, 'site.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const running = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0', SECRET_KEY: 'k'.repeat(32) }), false)
try {
  for (const page of PAGES) console.log(await bytesOf(page))
  console.log(await visibleOnPhone('en/machines'))
  console.log(await heldAgainstBare('en/machines'))
} finally {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function bytesOf(path: string) {
  const { wire, body: page } = await fetchBytes(`/${path}`)
  const style = /href="([^"]+\.css)"/.exec(page)![1]!
  const scripts = ['site.js', 'live-results.js', 'compare-tray.js'].map((name) => style.replace('site.css', name))
  const css = (await fetchBytes(style)).wire
  let js = 0
  for (const script of scripts) js += (await fetchBytes(script)).wire
  const all = wire + css + js
  return { path, html: wire, css, js, all, isWithin: all <= BUDGET.all && js <= BUDGET.scripts }
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

/** 360 px, 400 kbit/s, 400 ms, processor slowed four times. */
async function visibleOnPhone(path: string) {
  const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 760 }, serviceWorkers: 'block' })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const speed = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false }
    await cdp.send('Network.emulateNetworkConditions', speed)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`${running.url}/${path}`, { waitUntil: 'commit' })
    await page.locator('.card').first().waitFor()
    times.push(
      await page.evaluate<number>(`new Promise((done) => new PerformanceObserver((list) =>
        done(list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)).observe({ type: 'paint', buffered: true }))`),
    )
    await context.close()
  }
  await browser.close()
  const median = times.sort((a, b) => a - b)[1]!
  return { path, visibleMs: Math.round(median), budgetMs: BUDGET.visibleMs }
}

async function heldAgainstBare(path: string) {
  const { body } = await fetchBytes(`/${path}`)
  const bytes = Buffer.from(body)
  const bare = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(bytes))
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const held = await rate(`${running.url}/${path}`)
  const floor = await rate(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)
  bare.close()
  return { path, heldPerSecond: held, barePerSecond: floor, share: Number((held / floor).toFixed(2)) }
}

async function rate(url: string): Promise<number> {
  const until = performance.now() + SECONDS * 1_000
  let count = 0
  const one = async () => {
    while (performance.now() < until) {
      await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer()
      count++
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return Math.round(count / SECONDS)
}
