/** Collects machines to compare across pages until the browser closes. */

const tray = /** @type {HTMLFormElement} */ (document.querySelector('#compare'))
const KEY = 'yantra-compare'
const MAX_MACHINES = 4
const output = document.createElement('output')
const clear = document.createElement('button')
clear.type = 'button'
clear.className = 'button ghost'
clear.textContent = tray.dataset.clear ?? '×'
tray.prepend(output)
tray.append(clear)

/** @typedef {{ slug: string, name: string }} Selected */

/** @returns {Selected[]} */
function read() {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((item) => typeof item?.slug === 'string').slice(0, MAX_MACHINES) : []
  } catch {
    return []
  }
}

function write(/** @type {Selected[]} */ list) {
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

/** Machines that the page compares already. */
const compared = Array.from(
  /** @type {NodeListOf<HTMLInputElement>} */ (tray.querySelectorAll('input[type=hidden]')),
  (field) => field.value,
)

function draw(all = read()) {
  const list = all.filter(({ slug }) => !compared.includes(slug))
  const slugs = new Set(list.map(({ slug }) => slug))
  for (const tick of ticks()) {
    tick.checked = slugs.has(tick.value)
    tick.disabled = !tick.checked && list.length + compared.length >= MAX_MACHINES
  }
  tray.hidden = list.length === 0
  const { selected = '{n}', full = '' } = tray.dataset
  const names = list.map(({ name }) => name).join(', ')
  output.textContent = `${selected.replace('{n}', String(list.length))}: ${names}${list.length + compared.length >= MAX_MACHINES ? ` · ${full}` : ''}`
}

document.addEventListener('change', (event) => {
  const tick = /** @type {HTMLInputElement} */ (event.target)
  if (tick.name !== 'slugs' || tick.getAttribute('form') !== 'compare') return
  const others = read().filter(({ slug }) => slug !== tick.value)
  write(
    tick.checked
      ? [...others, { slug: tick.value, name: tick.dataset.name ?? tick.value }].slice(0, MAX_MACHINES)
      : others,
  )
})
tray.addEventListener('submit', (event) => {
  event.preventDefault()
  const slugs = new Set([...compared, ...read().map(({ slug }) => slug)])
  location.assign(`${tray.action}?slugs=${[...slugs].slice(0, MAX_MACHINES).join()}`)
})
clear.addEventListener('click', () => write([]))
document.addEventListener('cards', () => draw())
addEventListener('pageshow', () => draw())
draw()
