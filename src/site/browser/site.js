/** The first module of every page: loads what this page can use. Pages work without any of it. */

document.documentElement.classList.add('scripted')

/** The site's root; this file is two folders below it. */
const base = new URL('../../', import.meta.url)

/** Replaces a picture that fails to load by the drawing of its class. */
function showDrawing(/** @type {Element | EventTarget | null} */ image) {
  if (!(image instanceof HTMLImageElement)) return
  const { drawing } = image.dataset
  if (drawing && image.getAttribute('src') !== drawing) image.src = drawing
}
addEventListener('error', (event) => showDrawing(event.target), true)
for (const image of document.images) if (image.complete && image.naturalWidth === 0) showDrawing(image)

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches('[data-submit]')) target.form?.requestSubmit()
})
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
})
addEventListener('load', () => {
  const version = import.meta.url.split('/').at(-2)
  const worker = new URL(`service-worker.js?${version}`, base)
  navigator.serviceWorker?.register(worker, { scope: base.pathname }).catch(() => {})
})
