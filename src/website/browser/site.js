/** The first module of every page: loads what this page can use. Pages work without any of it. */

document.documentElement.classList.add('scripted')

/** How often a picture is asked for again, and after what pause: a busy service sheds what it can make later. */
const [TRIES, PAUSE_MS] = [4, 1_500]

/** Asks again for a drawing that did not come; another picture that fails gives way to the drawing of its class. */
function again(/** @type {Element | EventTarget | null} */ image) {
  if (!(image instanceof HTMLImageElement)) return
  const { drawing, tries = '0' } = image.dataset
  if (/\/pictures\//.test(image.src)) {
    image.dataset.tries = String(Number(tries) + 1)
    if (Number(tries) < TRIES) setTimeout(() => image.setAttribute('src', image.src), PAUSE_MS * 2 ** Number(tries))
  } else if (drawing) {
    image.removeAttribute('srcset')
    image.src = drawing
  }
}
addEventListener('error', (event) => again(event.target), true)
for (const image of document.images) if (image.complete && image.naturalWidth === 0) again(image)

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches('[data-submit]')) target.form?.requestSubmit()
})
/** What was last sent from a field stays on this device. */
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-keep]'))) {
  const key = `yantra-${field.dataset.keep}`
  try {
    field.value ||= localStorage.getItem(key) ?? ''
    field.form?.addEventListener('submit', () => localStorage.setItem(key, field.value))
  } catch {
    // Without storage nothing is kept.
  }
}
for (const button of document.querySelectorAll('button[data-print]')) button.addEventListener('click', () => print())
const share = document.querySelector('button[data-share]')
if (share instanceof HTMLElement && 'share' in navigator) {
  share.hidden = false
  share.addEventListener('click', () => navigator.share({ title: document.title, url: location.href }).catch(() => {}))
}

/** By themselves, so that none of it holds up the page's first frames. */
setTimeout(() => {
  if (document.querySelector('#ask')) import('./suggestions.js')
  if (document.querySelector('#filters')) import('./live-results.js')
  if (document.querySelector('#compare')) import('./compare-tray.js')
  import('./shortlist.js')
})

// Releases before 2.0 registered a service worker, which would go on answering from its cache.
navigator.serviceWorker?.getRegistrations().then((registrations) => {
  for (const registration of registrations) registration.unregister()
})
