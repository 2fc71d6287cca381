/** Keeps visited pages readable offline; other pages say in the reader's language that there is no connection. */

const worker = /** @type {any} */ (self)
const base = new URL(worker.registration.scope)
const version = new URL(worker.location.href).search.slice(1)
const FILES = `files-${version}`
const PAGES = 'pages-1'
const MAX_PAGES = 60
const LANGUAGES = ['en', 'hi', 'ta']

worker.addEventListener('install', (/** @type {any} */ event) => {
  const offline = LANGUAGES.map((language) => new URL(`${language}/offline`, base).href)
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll(offline))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== FILES && name !== PAGES).map((name) => caches.delete(name))),
      )
      .then(() => worker.clients.claim()),
  )
})

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return
  const path = url.pathname.slice(base.pathname.length)
  if (/^(?:assets|pictures)\//.test(path)) event.respondWith(file(request))
  else if (request.mode === 'navigate' && /^(?:en|hi|ta)\//.test(path)) event.respondWith(page(request, path))
})

/** A file's address changes with its content, so a stored one is always right. */
async function file(/** @type {Request} */ request) {
  const known = await caches.match(request)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) (await caches.open(FILES)).put(request, response.clone())
  return response
}

/** A page comes from the network, or offline from the stored ones. */
async function page(/** @type {Request} */ request, /** @type {string} */ path) {
  try {
    const response = await fetch(request)
    if (response.ok) await keep(request, response.clone())
    return response
  } catch {
    const offline = new URL(`${path.slice(0, 2)}/offline`, base).href
    return (await caches.match(request)) ?? (await caches.match(offline)) ?? Response.error()
  }
}

async function keep(/** @type {Request} */ request, /** @type {Response} */ response) {
  const cache = await caches.open(PAGES)
  await cache.put(request, response)
  const held = await cache.keys()
  for (const old of held.slice(0, Math.max(0, held.length - MAX_PAGES))) await cache.delete(old)
}
