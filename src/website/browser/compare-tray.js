/** Collects machines to compare from cards, across pages, until the browser closes. */

const tray = /** @type {HTMLFormElement} */ (document.querySelector('#compare'))
const KEY = 'yantra-compare'
const MOST = 4
const said = document.createElement('output')
const clear = document.createElement('button')
clear.type = 'button'
clear.className = 'button ghost'
clear.textContent = tray.dataset.clear ?? '×'
tray.prepend(said)
tray.append(clear)

/** @typedef {{ slug: string, name: string }} Chosen */

/** @returns {Chosen[]} */
function read() {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((item) => typeof item?.slug === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

function write(/** @type {Chosen[]} */ list) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // Without storage the ticks on this page still work.
  }
  draw(list)
}

function ticks() {
  return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name=slugs][form=compare]'))
}

/** What the page compares already is not offered again. */
const held = Array.from(
  /** @type {NodeListOf<HTMLInputElement>} */ (tray.querySelectorAll('input[type=hidden]')),
  (field) => field.value,
)

function draw(all = read()) {
  const list = all.filter(({ slug }) => !held.includes(slug))
  const slugs = new Set(list.map(({ slug }) => slug))
  for (const tick of ticks()) {
    tick.checked = slugs.has(tick.value)
    tick.disabled = !tick.checked && list.length + held.length >= MOST
  }
  tray.hidden = list.length === 0
  const { chosen = '{n}', full = '' } = tray.dataset
  const names = list.map(({ name }) => name).join(', ')
  said.textContent = `${chosen.replace('{n}', String(list.length))}: ${names}${list.length + held.length >= MOST ? ` · ${full}` : ''}`
}

document.addEventListener('change', (event) => {
  const tick = /** @type {HTMLInputElement} */ (event.target)
  if (tick.name !== 'slugs' || tick.getAttribute('form') !== 'compare') return
  const others = read().filter(({ slug }) => slug !== tick.value)
  write(tick.checked ? [...others, { slug: tick.value, name: tick.dataset.name ?? tick.value }].slice(0, MOST) : others)
})
tray.addEventListener('submit', (event) => {
  event.preventDefault()
  const slugs = new Set([...held, ...read().map(({ slug }) => slug)])
  location.assign(`${tray.action}?slugs=${[...slugs].slice(0, MOST).join()}`)
})
clear.addEventListener('click', () => write([]))
document.addEventListener('cards', () => draw())
addEventListener('pageshow', () => draw())
draw()
