/** The first module of every page: loads what this page can use. Pages work without any of it. */

document.documentElement.classList.add('scripted')

/** Replaces a photo that fails by the drawing of its class. */
function showDrawing(/** @type {Element | EventTarget | null} */ image) {
  if (!(image instanceof HTMLImageElement)) return
  const { drawing } = image.dataset
  if (!drawing || image.src.endsWith(drawing)) return
  image.removeAttribute('srcset')
  image.src = drawing
}
addEventListener('error', ({ target }) => showDrawing(target), true)
for (const image of document.images) if (image.complete && image.naturalWidth === 0) showDrawing(image)

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
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[data-share]'))) {
  link.addEventListener('click', (event) => {
    const { href: url } = location
    if ('share' in navigator) {
      event.preventDefault()
      navigator.share({ title: document.title, url }).catch(() => {})
    } else {
      link.href = `https://wa.me/?text=${encodeURIComponent(`${document.title} ${url}`)}`
    }
  })
}

setTimeout(() => {
  if (document.querySelector('#ask')) import('./suggestions.js')
  if (document.querySelector('#results')) import('./live-results.js')
  import('./saved.js')
})

// Releases before 2.0 registered a service worker, which would go on answering from its cache.
navigator.serviceWorker?.getRegistrations().then((registrations) => {
  for (const registration of registrations) registration.unregister()
})
