/** Suggests while someone types: links below the field, reached by Tab or the arrow keys. */

const PAUSE_MS = 150
const field = /** @type {HTMLInputElement} */ (document.querySelector('#q'))
const form = /** @type {HTMLFormElement} */ (field.form)
const address = form.action.replace(/[^/]*$/, 'suggestions')
const list = document.createElement('ul')
list.className = 'suggestions'
list.setAttribute('aria-label', field.labels?.[0]?.textContent ?? '')
list.hidden = true
form.append(list)
/** @type {AbortController | undefined} */
let running
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause

function close() {
  clearTimeout(pause)
  running?.abort()
  list.hidden = true
}

async function suggest() {
  const self = new AbortController()
  running = self
  try {
    const headers = { 'yantra-part': 'suggestions' }
    const query = encodeURIComponent(field.value.trim())
    const response = await fetch(`${address}?q=${query}`, { headers, signal: self.signal })
    list.innerHTML = response.ok ? await response.text() : ''
    list.hidden = list.children.length === 0 || !form.contains(document.activeElement)
  } catch {
    // The field works without suggestions.
  }
}

field.addEventListener('input', () => {
  close()
  if (field.value.trim().length > 1) pause = setTimeout(suggest, PAUSE_MS)
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !list.hidden) {
    close()
    field.focus()
    // A search field would be cleared.
    event.preventDefault()
  } else if (['ArrowDown', 'ArrowUp'].includes(event.key) && !event.isComposing && !list.hidden) {
    const stops = [field, ...list.querySelectorAll('a')]
    const i = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement))
    const next = (i + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length
    stops[next]?.focus()
    event.preventDefault()
  }
})
form.addEventListener('submit', close)
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close()
})
// A press would move the focus, and close the list before the link is followed.
list.addEventListener('pointerdown', (event) => event.preventDefault())
