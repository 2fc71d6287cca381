/** Without scripts the buttons are hidden. */

document.documentElement.classList.add('scripted')

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.copy') : null
  const code = button?.closest('figure')?.querySelector('code')
  if (!button || !code) return
  // Fallback: select the code.
  getSelection()?.selectAllChildren(code)
  if (!document.execCommand('copy')) return
  button.classList.add('copied')
  for (const spoken of button.querySelectorAll('[role=status]')) spoken.textContent = 'Copied'
})
