/** Copies code. Without scripts the buttons are not seen, and their places stay. */

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

/** Where nothing may be copied for the reader, the code is at least selected. */
function select(/** @type {Element} */ button) {
  const code = button.closest('figure')?.querySelector('code')
  if (code) getSelection()?.selectAllChildren(code)
}

const voice = document.createElement('p')
voice.className = 'unseen'
voice.role = 'status'
document.querySelector('main')?.append(voice)

/** For those who do not see the button change. */
function say(/** @type {string} */ text) {
  voice.textContent = ''
  requestAnimationFrame(() => {
    voice.textContent = text
  })
}

// A menu that was opened on a small screen has done its work when a link of the same page was followed.
for (const link of document.querySelectorAll('.guide-menu a')) {
  link.addEventListener('click', () => link.closest('details')?.removeAttribute('open'))
}
