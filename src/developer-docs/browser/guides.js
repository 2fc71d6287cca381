/** Copies code. Without scripts the buttons are invisible, and the layout stays the same. */

document.documentElement.classList.add('scripted')

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.copy') : null
  const code = button?.closest('figure')?.querySelector('code')
  if (!button || !code) return
  // What a browser does not copy is selected, at least.
  getSelection()?.selectAllChildren(code)
  if (!document.execCommand('copy')) return
  button.classList.add('copied')
  for (const spoken of button.querySelectorAll('[role=status]')) spoken.textContent = 'Copied'
})
