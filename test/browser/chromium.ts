import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser on this machine, or undefined, said aloud. */
export function findChromium(): string | undefined {
  const result = process.env.CHROMIUM_BIN ?? PLACES.find((path) => existsSync(path))
  if (!result) console.error('!! SKIPPED: no Chromium was found (set CHROMIUM_BIN), so no page is looked at')
  return result
}
