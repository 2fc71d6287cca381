/** Stores saved machines on this device. The address of the list holds all of it, so it can be shared. */

const KEY = 'yantra-shortlist'
const MAX_ITEMS = 24
const link = /** @type {HTMLAnchorElement} */ (document.querySelector('a[data-shortlist]'))
const label = link.textContent ?? ''
const page = link.pathname

/** @returns {Record<string, string[]>} */
function read() {
  try {
    const { slugs = [], used = [] } = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { slugs, used }
  } catch {
    return { slugs: [], used: [] }
  }
}

function draw() {
  const lists = read()
  const parts = Object.entries(lists).flatMap(([name, keys]) => (keys.length > 0 ? [`${name}=${keys.join()}`] : []))
  link.href = page + (parts.length > 0 ? `?${parts.join('&')}` : '')
  const n = Object.values(lists).flat().length
  link.textContent = n > 0 ? `${label} (${n})` : label
  for (const tick of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-save]')))
    tick.checked = lists[tick.dataset.save ?? '']?.includes(tick.value) ?? false
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset.save) return
  const lists = read()
  const others = (lists[target.dataset.save] ?? []).filter((key) => key !== target.value)
  lists[target.dataset.save] = target.checked ? [...others, target.value].slice(-MAX_ITEMS) : others
  try {
    localStorage.setItem(KEY, JSON.stringify(lists))
  } catch {
    // Without storage nothing is kept.
  }
  draw()
})
document.addEventListener('cards', draw)
addEventListener('pageshow', draw)
draw()
// The list itself, opened without its address.
if (location.pathname === page && location.search === '' && link.search !== '') location.replace(link.href)
