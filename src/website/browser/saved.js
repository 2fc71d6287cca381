/** Keeps ticked machines: those to compare until the browser closes, saved ones on this device. */

const [COMPARED, SAVED] = ['yantra-compare', 'yantra-shortlist']
const [MAX_COMPARED, MAX_SAVED] = [4, 24]
/** @typedef {'sessionStorage' | 'localStorage'} Store */

/** @template T @returns {T} */
function read(/** @type {Store} */ store, /** @type {string} */ key, /** @type {T} */ none) {
  try {
    return { ...none, ...JSON.parse(window[store].getItem(key) ?? '{}') }
  } catch {
    return none
  }
}

function write(/** @type {Store} */ store, /** @type {string} */ key, /** @type {object} */ value) {
  try {
    window[store].setItem(key, JSON.stringify(value))
  } catch {
    // Without storage nothing is kept.
  }
}

/** Names by slug. @returns {Record<string, string>} */
const readCompared = () => read('sessionStorage', COMPARED, {})
/** @returns {Record<string, string[]>} */
const readSaved = () => read('localStorage', SAVED, { slugs: [], used: [] })
const ticks = (/** @type {string} */ selector) =>
  /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(selector))

const tray = /** @type {HTMLFormElement | null} */ (document.querySelector('#compare'))
/** Machines that the page compares already. */
const fixed = new Set(tray && Array.from(ticks('#compare input[type=hidden]'), ({ value }) => value))
const output = document.createElement('output')
if (tray) {
  const clear = document.createElement('button')
  clear.type = 'button'
  clear.className = 'button ghost'
  clear.textContent = tray.dataset.clear ?? '×'
  clear.addEventListener('click', () => {
    write('sessionStorage', COMPARED, {})
    draw()
  })
  tray.prepend(output)
  tray.append(clear)
  tray.addEventListener('submit', (event) => {
    event.preventDefault()
    const slugs = new Set([...fixed, ...Object.keys(readCompared())])
    location.assign(`${tray.action}?slugs=${[...slugs].slice(0, MAX_COMPARED).join()}`)
  })
}

const link = /** @type {HTMLAnchorElement} */ (document.querySelector('a[data-shortlist]'))
const label = link.textContent ?? ''

function draw() {
  const compared = Object.entries(readCompared()).filter(([slug]) => !fixed.has(slug))
  const isFull = compared.length + fixed.size >= MAX_COMPARED
  for (const tick of ticks('input[name=slugs][form=compare]')) {
    tick.checked = compared.some(([slug]) => slug === tick.value)
    tick.disabled = isFull && !tick.checked
  }
  if (tray) {
    const { selected = '{n}', full = '' } = tray.dataset
    const names = compared.map(([, name]) => name).join(', ')
    tray.hidden = compared.length === 0
    output.textContent = `${selected.replace('{n}', String(compared.length))}: ${names}${isFull ? ` · ${full}` : ''}`
  }
  const saved = readSaved()
  for (const tick of ticks('input[data-save]'))
    tick.checked = saved[tick.dataset.save ?? '']?.includes(tick.value) ?? false
  const parts = Object.entries(saved).flatMap(([name, keys]) => (keys.length > 0 ? [`${name}=${keys.join()}`] : []))
  link.search = parts.join('&')
  const n = Object.values(saved).flat().length
  link.textContent = n > 0 ? `${label} (${n})` : label
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  const { checked, value, dataset } = target
  if (target.matches('[name=slugs][form=compare]')) {
    const { [value]: _, ...others } = readCompared()
    write('sessionStorage', COMPARED, checked ? { ...others, [value]: dataset.name ?? value } : others)
  } else if (dataset.save) {
    const saved = readSaved()
    const others = (saved[dataset.save] ?? []).filter((key) => key !== value)
    write('localStorage', SAVED, { ...saved, [dataset.save]: checked ? [...others, value].slice(-MAX_SAVED) : others })
  } else return
  draw()
})
document.addEventListener('cards', draw)
addEventListener('pageshow', draw)
draw()
// The saved machines, opened without their address.
if (location.pathname === link.pathname && location.search === '' && link.search !== '') location.replace(link.href)
