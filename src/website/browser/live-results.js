/** Updates the results in place when a form of the list changes, and the address with them. */

const PAUSE_MS = 250
const panel = document.querySelector('#filters-panel')
const isWide = matchMedia('(min-width: 62rem)')
const results = () => /** @type {HTMLElement} */ (document.querySelector('#results'))
const search = /** @type {HTMLInputElement | null} */ (document.querySelector('#q'))

/** The query string of the results on the page. */
let current = location.search
let running = new AbortController()
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause

/** A form's address: ticks of one name are joined by commas, empty fields are left out. */
function addressOf(/** @type {HTMLFormElement} */ form) {
  const data = new FormData(form)
  const pairs = [...new Set(data.keys())].flatMap((name) => {
    const values = data.getAll(name).filter((value) => String(value).trim() !== '')
    const text = encodeURIComponent(values.join()).replaceAll('%2C', ',').replaceAll('%20', '+')
    return values.length > 0 ? [`${name}=${text}`] : []
  })
  return form.action.split('?')[0] + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
}

async function fetchPart(/** @type {string} */ address) {
  const response = await fetch(address, { headers: { 'yantra-part': 'results' }, signal: running.signal })
  if (!response.ok) throw new Error(String(response.status))
  return response.text()
}

/** Replaces markup, and gives the focus back to the control that had it. */
function replace(/** @type {Element} */ area, /** @type {() => void} */ change) {
  const focused = /** @type {HTMLInputElement | null} */ (area.querySelector(':focus'))
  change()
  if (!focused) return
  const { id, name, type, value } = focused
  const tick = type === 'checkbox' ? `[value="${CSS.escape(value)}"]` : ''
  const same = id ? `#${id}` : name && `[name="${name}"]${tick}`
  if (same) /** @type {HTMLElement | null} */ (document.querySelector(same))?.focus({ preventScroll: true })
}

/** A wide window has the filters next to the list; without scripts and on phones they are a page. */
async function showFilters(address = results().dataset.filters) {
  if (!panel || !address || !isWide.matches) return
  const text = await fetchPart(address)
  const open = new Map(Array.from(panel.querySelectorAll('details'), ({ id, open }) => [id, open]))
  replace(panel, () => {
    panel.innerHTML = text
    for (const details of panel.querySelectorAll('details')) details.open = open.get(details.id) ?? details.open
  })
}

async function show(/** @type {string} */ address, /** @type {'push' | 'replace' | 'stay'} */ change) {
  clearTimeout(pause)
  running.abort()
  running = new AbortController()
  results().setAttribute('aria-busy', 'true')
  try {
    const text = await fetchPart(address)
    replace(results(), () => {
      results().outerHTML = text
    })
    const { title = '', heading = '' } = results().dataset
    document.title = title
    const texts = { h1: heading, '#announcement': document.querySelector('#results-title')?.textContent ?? '' }
    for (const [selector, text] of Object.entries(texts)) document.querySelector(selector)?.replaceChildren(text)
    document.dispatchEvent(new Event('cards'))
    const { search: query, searchParams } = new URL(address, location.href)
    // While someone types, the field is newer than the address.
    if (search && change !== 'replace') search.value = searchParams.get('q') ?? ''
    current = query
    if (change !== 'stay') history[`${change}State`](null, '', address)
    await showFilters()
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
    showFilters(link.href)
  }
})
addEventListener('popstate', () => {
  if (location.search !== current) show(location.href, 'stay')
})
const showFirstFilters = () => showFilters().catch(() => {})
isWide.addEventListener('change', showFirstFilters)
showFirstFilters()
