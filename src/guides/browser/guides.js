/** Copies code. Without scripts the buttons are invisible, and the layout stays the same. */

document.documentElement.classList.add('scripted')

const SHOWN_MS = 1_600

addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('.copy') : null
  if (!(button instanceof HTMLButtonElement)) return
  const code = button.closest('figure')?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(code)
  } catch {
    return select(button)
  }
  say('Copied')
  button.classList.add('copied')
  setTimeout(() => button.classList.remove('copied'), SHOWN_MS)
})

/** Selects the code where the browser does not allow copying. */
function select(/** @type {Element} */ button) {
  const code = button.closest('figure')?.querySelector('code')
  if (code) getSelection()?.selectAllChildren(code)
}

const voice = document.createElement('p')
voice.className = 'unseen'
voice.role = 'status'
document.querySelector('main')?.append(voice)

/** Announces it to screen readers. */
function say(/** @type {string} */ text) {
  voice.textContent = ''
  requestAnimationFrame(() => {
    voice.textContent = text
  })
}

// On a small screen the menu closes when a link within the same page was followed.
for (const link of document.querySelectorAll('.guide-menu a')) {
  link.addEventListener('click', () => link.closest('details')?.removeAttribute('open'))
}
