/** Updates the results when a filter changes: fetches that part of the page and changes the address. */

const form = /** @type {HTMLFormElement} */ (document.querySelector('#filters'))
const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#q'))
const PAUSE_MS = 250

/** The search whose results are here. */
let shown = location.search
/** @type {AbortController | undefined} */
let running
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause

/** A form's address: ticks of one name are joined by commas, empty fields are left out. */
function addressOf(/** @type {HTMLFormElement} */ form) {
  /** @type {Map<string, string[]>} */
  const values = new Map()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') values.set(name, [...(values.get(name) ?? []), value])
  }
  const pairs = [...values].map(
    ([name, list]) => `${name}=${encodeURIComponent(list.join()).replaceAll('%2C', ',').replaceAll('%20', '+')}`,
  )
  return form.action.split('?')[0] + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
}

/** Finds an element's copy after the results were replaced. */
function keyOf(/** @type {Element | null} */ element) {
  if (!element || !document.querySelector('#search-parts')?.contains(element)) return undefined
  if (element.id) return `#${CSS.escape(element.id)}`
  const { name, value } = /** @type {HTMLInputElement} */ (element)
  if (!name) return undefined
  return element.matches('[type=checkbox]') ? `[name="${name}"][value="${CSS.escape(value)}"]` : `[name="${name}"]`
}

/** Keeps open what the reader had opened. */
function keepOpen(/** @type {Element} */ before, /** @type {Element} */ after) {
  for (const details of before.querySelectorAll('details')) {
    after.querySelector(`#${details.id}`)?.toggleAttribute('open', details.open)
  }
}

async function show(/** @type {string} */ address, /** @type {'push' | 'replace' | 'stay'} */ history_) {
  clearTimeout(pause)
  running?.abort()
  running = new AbortController()
  const results = document.querySelector('#results')
  results?.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(address, { headers: { 'yantra-part': 'results' }, signal: running.signal })
    if (!response.ok) throw new Error(String(response.status))
    put(await response.text())
    // Only while somebody types does the field know better than the address.
    if (field && history_ !== 'replace') field.value = new URL(address, location.href).searchParams.get('q') ?? ''
    shown = new URL(address, location.href).search
    if (history_ === 'push') history.pushState(null, '', address)
    if (history_ === 'replace') history.replaceState(null, '', address)
  } catch (error) {
    if (/** @type {Error} */ (error).name !== 'AbortError') location.assign(address)
  }
}

function put(/** @type {string} */ text) {
  const parts = new DOMParser().parseFromString(text, 'text/html').querySelector('#search-parts')
  if (!(parts instanceof HTMLElement)) return
  const focused = keyOf(document.activeElement)
  for (const id of ['facets', 'results']) {
    const before = document.getElementById(id)
    const after = parts.querySelector(`#${id}`)
    if (!before || !after) continue
    keepOpen(before, after)
    before.replaceWith(after)
  }
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus({ preventScroll: true })
  const { title, heading } = parts.dataset
  if (title) document.title = title
  const first = document.querySelector('h1')
  if (heading && first) first.textContent = heading
  const said = document.querySelector('#said')
  if (said) said.textContent = document.querySelector('#results-title')?.textContent ?? ''
  document.dispatchEvent(new Event('cards'))
}

field?.addEventListener('input', () => {
  clearTimeout(pause)
  pause = setTimeout(() => show(addressOf(field.form ?? form), 'replace'), PAUSE_MS)
})
document.addEventListener('change', (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target)
  if (target.form === form && target !== field) show(addressOf(form), 'push')
})
document.addEventListener('submit', (event) => {
  const sent = /** @type {HTMLFormElement} */ (event.target)
  if (sent !== form && sent !== field?.form) return
  event.preventDefault()
  show(addressOf(sent), 'push')
})
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = /** @type {Element} */ (event.target).closest('#search-parts a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.pathname !== new URL(form.action).pathname) return
  event.preventDefault()
  show(link.href, 'push').then(() => {
    if (link.closest('.pager')) document.querySelector('#results')?.scrollIntoView()
  })
})
addEventListener('popstate', () => {
  // A jump within the page is no other search.
  if (location.search !== shown) show(location.href, 'stay')
})
