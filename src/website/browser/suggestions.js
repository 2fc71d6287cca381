/** Suggests while someone types: links below the field, reached by Tab or the arrow keys. */

const PAUSE_MS = 200
const form = /** @type {HTMLFormElement} */ (document.querySelector('#ask'))
const field = /** @type {HTMLInputElement} */ (form.querySelector('#q'))
const list = document.createElement('ul')
list.className = 'suggestions'
list.setAttribute('aria-label', field.labels?.[0]?.textContent ?? '')
list.hidden = true
form.append(list)
/** @type {AbortController | undefined} */
let running
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause

const PATHS = { machine: '/', manufacturer: '?manufacturer=', class: '?machine_class=' }
/** @typedef {{ text: string, type: keyof typeof PATHS, slug: string }} Suggestion */

function toItem(/** @type {Suggestion} */ { text, type, slug }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const note = document.createElement('small')
  link.href = form.action + PATHS[type] + encodeURIComponent(slug)
  note.textContent = form.dataset[type] ?? ''
  link.append(text, ' ', note)
  item.append(link)
  return item
}

function close() {
  clearTimeout(pause)
  running?.abort()
  list.hidden = true
}

async function suggest() {
  running = new AbortController()
  try {
    const address = `${form.dataset.suggest}?q=${encodeURIComponent(field.value.trim())}`
    const response = await fetch(address, { signal: running.signal })
    /** @type {{ suggestions?: Suggestion[] }} */
    const { suggestions = [] } = await response.json()
    list.replaceChildren(...suggestions.map(toItem))
    list.hidden = suggestions.length === 0 || !form.contains(document.activeElement)
  } catch {
    // The field works without suggestions.
  }
}

field.addEventListener('input', () => {
  close()
  if (field.value.trim().length > 1) pause = setTimeout(suggest, PAUSE_MS)
})
form.addEventListener('keydown', (event) => {
  if (list.hidden) return
  if (event.key === 'Escape') {
    close()
    field.focus()
    // A search field would be cleared.
    event.preventDefault()
  } else if (['ArrowDown', 'ArrowUp'].includes(event.key) && !event.isComposing) {
    const stops = [field, ...list.querySelectorAll('a')]
    const i = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement))
    stops.at((i + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus()
    event.preventDefault()
  }
})
form.addEventListener('submit', close)
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close()
})
// A press would move the focus, and close the list before the link is followed.
list.addEventListener('pointerdown', (event) => event.preventDefault())
