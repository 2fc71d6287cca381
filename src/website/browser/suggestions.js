/** Suggests while someone types: a list below the field, by pointer or by keyboard. */

const field = /** @type {HTMLInputElement} */ (document.querySelector('#q'))
const address = /** @type {HTMLFormElement} */ (field.form).action.replace(/[^/]*$/, 'suggestions')
const list = document.createElement('ul')
list.id = 'suggestions'
list.className = 'suggestions'
list.setAttribute('role', 'listbox')
list.setAttribute('aria-label', field.labels?.[0]?.textContent ?? '')
list.hidden = true
field.after(list)
for (const [name, value] of Object.entries({
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-controls': list.id,
  'aria-expanded': 'false',
}))
  field.setAttribute(name, value)

/** The suggestion that the arrow keys have reached; -1 for none. */
let at = -1
/** @type {AbortController | undefined} */
let running
/** Whether the down arrow was pressed while suggestions were on their way. */
let isAwaited = false

function show(/** @type {boolean} */ isOpen) {
  list.hidden = !isOpen
  field.setAttribute('aria-expanded', String(isOpen))
  choose(-1)
}

function choose(/** @type {number} */ next) {
  list.children[at]?.setAttribute('aria-selected', 'false')
  at = next
  const option = list.children[at]
  option?.setAttribute('aria-selected', 'true')
  option?.scrollIntoView({ block: 'nearest' })
  if (option) field.setAttribute('aria-activedescendant', option.id)
  else field.removeAttribute('aria-activedescendant')
}

function follow(/** @type {Element | null | undefined} */ option) {
  if (option instanceof HTMLElement) location.assign(option.dataset.address ?? '')
}

field.addEventListener('input', async () => {
  running?.abort()
  running = undefined
  isAwaited = false
  const text = field.value.trim()
  if (text.length < 2) return show(false)
  const own = new AbortController()
  running = own
  try {
    const headers = { 'yantra-part': 'suggestions' }
    const response = await fetch(`${address}?q=${encodeURIComponent(text)}`, { headers, signal: own.signal })
    const found = new DOMParser().parseFromString(response.ok ? await response.text() : '', 'text/html')
    list.replaceChildren(...found.querySelectorAll('[role=option]'))
    show(list.children.length > 0 && document.activeElement === field)
    if (isAwaited && !list.hidden) choose(0)
  } catch {
    // The field works without suggestions.
  }
  if (running === own) running = undefined
})
field.addEventListener('keydown', (event) => {
  if (event.isComposing) return
  if (running && event.key === 'ArrowDown') {
    isAwaited = true
    return event.preventDefault()
  }
  if (list.hidden) return
  const { length } = list.children
  if (event.key === 'ArrowDown') choose(at + 1 < length ? at + 1 : -1)
  else if (event.key === 'ArrowUp') choose(at < 0 ? length - 1 : at - 1)
  else if (event.key === 'Escape') show(false)
  else if (event.key === 'Enter' && at >= 0) follow(list.children[at])
  else {
    if (event.key === 'Enter') {
      running?.abort()
      show(false)
    }
    return
  }
  event.preventDefault()
})
field.addEventListener('blur', () => show(false))
// A press would take the focus from the field, and the list away, before it is followed.
list.addEventListener('pointerdown', (event) => event.preventDefault())
list.addEventListener('click', (event) => follow(/** @type {Element} */ (event.target).closest('[role=option]')))
