/** On every answer under `/console`: nobody keeps it, frames it, or runs anything in it. */
export const CONSOLE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  // A browser that sends no referrer sends no origin with a form either.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
} as const

/** Whether an address lies under the console, where no other site may read. */
export function isConsole(url: string, prefix: string): boolean {
  const path = url.slice(prefix.length)
  return path.startsWith('/console') && /^\/console(?:[/?]|$)/.test(path)
}
