/** Updates the results in place when a form of the list changes, and the address with them. */

const PAUSE_MS = 250
const panel = document.querySelector('#filters-panel')
const isWide = matchMedia('(min-width: 62rem)')
const results = () => /** @type {HTMLElement} */ (document.querySelector('#results'))
const search = /** @type {HTMLInputElement | null} */ (document.querySelector('#q'))

/** The query string of the results on the page. */
let current = location.search
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

/** Fetches a part of a page. */
async function fetchPart(/** @type {string} */ address, /** @type {AbortSignal} */ signal) {
  const response = await fetch(address, { headers: { 'yantra-part': 'results' }, signal })
  if (!response.ok) throw new Error(String(response.status))
  return response.text()
}

/** Replaces markup, and gives the focus back to the control that had it. */
function replace(/** @type {Element} */ area, /** @type {() => void} */ change) {
  const focused = /** @type {HTMLInputElement | null} */ (
    area.contains(document.activeElement) && document.activeElement
  )
  const selector = focused && (focused.id ? `#${focused.id}` : focused.name && `[name="${focused.name}"]`)
  const tick = focused?.type === 'checkbox' ? `[value="${CSS.escape(focused.value)}"]` : ''
  change()
  if (selector)
    /** @type {HTMLElement | null} */ (document.querySelector(selector + tick))?.focus({ preventScroll: true })
}

/** A wide window has the filters next to the list; without scripts and on phones they are a page. */
async function showFilters(/** @type {string | undefined} */ address, /** @type {AbortSignal} */ signal) {
  if (!panel || !address || !isWide.matches) return
  const text = await fetchPart(address, signal)
  const open = new Map(Array.from(panel.querySelectorAll('details'), ({ id, open }) => [id, open]))
  replace(panel, () => {
    panel.innerHTML = text
    for (const details of panel.querySelectorAll('details')) details.open = open.get(details.id) ?? details.open
  })
}

async function show(/** @type {string} */ address, /** @type {'push' | 'replace' | 'stay'} */ change) {
  clearTimeout(pause)
  running?.abort()
  running = new AbortController()
  const { signal } = running
  results().setAttribute('aria-busy', 'true')
  try {
    const text = await fetchPart(address, signal)
    replace(results(), () => {
      results().outerHTML = text
    })
    const { title = '', heading: header = '', filters } = results().dataset
    document.title = title
    for (const [selector, spoken] of [
      ['h1', header],
      ['#announcement', document.querySelector('#results-title')?.textContent ?? ''],
    ]) {
      const element = document.querySelector(selector ?? '')
      if (element) element.textContent = spoken ?? ''
    }
    document.dispatchEvent(new Event('cards'))
    // While someone types, the field is newer than the address.
    if (search && change !== 'replace') search.value = new URL(address, location.href).searchParams.get('q') ?? ''
    current = new URL(address, location.href).search
    if (change === 'push') history.pushState(null, '', address)
    if (change === 'replace') history.replaceState(null, '', address)
    await showFilters(filters, signal)
  } catch (error) {
    if (/** @type {Error} */ (error).name !== 'AbortError') location.assign(address)
  }
}

const liveForm = (/** @type {EventTarget | null} */ target) => {
  const form = target instanceof HTMLFormElement ? target : /** @type {HTMLInputElement} */ (target).form
  return form?.matches('[data-live]') ? form : undefined
}
search?.addEventListener('input', () => {
  const { form } = search
  clearTimeout(pause)
  pause = setTimeout(() => form && show(addressOf(form), 'replace'), PAUSE_MS)
})
document.addEventListener('change', ({ target }) => {
  const form = liveForm(target)
  if (form && form.id !== 'place' && target !== search) show(addressOf(form), 'push')
})
document.addEventListener('submit', (event) => {
  const form = liveForm(event.target)
  if (!form) return
  event.preventDefault()
  show(addressOf(form), 'push')
})
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = /** @type {Element} */ (event.target).closest('#results a[href], #filters-panel a[href]')
  if (!(link instanceof HTMLAnchorElement)) return
  if (link.pathname === location.pathname && !link.hash) {
    event.preventDefault()
    show(link.href, 'push').then(() => link.closest('.pager') && results().scrollIntoView())
  } else if (panel?.contains(link)) {
    event.preventDefault()
    showFilters(link.href, new AbortController().signal)
  }
})
addEventListener('popstate', () => {
  if (location.search !== current) show(location.href, 'stay')
})
const showFirstFilters = () => showFilters(results().dataset.filters, new AbortController().signal).catch(() => {})
isWide.addEventListener('change', showFirstFilters)
showFirstFilters()
