/** Adds buttons beside pictures that can be swiped. */

for (const slides of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.slides'))) {
  const many = slides.children.length
  const bar = document.createElement('p')
  bar.className = 'slide-bar'
  const said = document.createElement('span')
  const button = (/** @type {string} */ sign, /** @type {number} */ step) => {
    const its = document.createElement('button')
    its.type = 'button'
    its.className = 'button ghost'
    its.textContent = sign
    its.setAttribute('aria-label', `${slides.getAttribute('aria-label')} ${sign}`)
    its.addEventListener('click', () => slides.scrollBy({ left: step * slides.clientWidth }))
    return its
  }
  const draw = () => {
    said.textContent = `${Math.round(slides.scrollLeft / Math.max(1, slides.clientWidth)) + 1} / ${many}`
  }
  bar.append(button('‹', -1), said, button('›', 1))
  slides.after(bar)
  slides.addEventListener('scroll', draw, { passive: true })
  draw()
}
