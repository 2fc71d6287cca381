// Run in the page.
;(() => {
  const faults = []
  const boxes = []
  const wide = document.documentElement.clientWidth
  /** What is meant to be moved sideways: photographs, a comparison of three or four, a program's text. */
  const SWIPED = '.slides, .comparing:is(.of-3, .of-4), .chip-row, .jump ul, pre'
  const BOX = 'a, button, .card, .tile, .tag, .chip, td, th, figure, li, section, summary, label'
  const IGNORED = '.chart .name, .unseen, .skip, option, script, style, pre, [aria-hidden=true], .trap'
  /** Words for those who hear the page alone. */
  const isUnseen = (element) => element.closest(IGNORED) || getComputedStyle(element).clipPath === 'inset(50%)'
  const isScrolled = (style) => /auto|scroll|hidden|clip/.test(style.overflowX)
  const nameOf = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
  const pencil = document.createElement('canvas').getContext('2d')

  for (const element of document.body.querySelectorAll('*')) {
    if (isUnseen(element) || !element.checkVisibility({ contentVisibilityAuto: true })) continue
    const style = getComputedStyle(element)
    const is = `${nameOf(element)} ${element.textContent.trim().slice(0, 40)}`
    if (
      isScrolled(style) &&
      !element.matches(`${SWIPED}, input`) &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth
    )
      faults.push(`cut: ${is}: ${element.scrollWidth} in ${element.clientWidth} px`)
    if (
      style.overflowY === 'hidden' &&
      element.scrollHeight > element.clientHeight + 4 &&
      !element.matches('img, .tile')
    )
      faults.push(`cut below: ${is}: ${element.scrollHeight} in ${element.clientHeight} px`)
    if (element.matches('input, select') && element.clientWidth > 30) {
      const text = element.selectedOptions?.[0]?.label ?? (element.value || element.placeholder)
      const arrow = element.matches('select') ? 16 : 0
      pencil.font = style.font
      const room =
        element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - arrow
      if (pencil.measureText(text).width > room + 1 && !(element.type === 'search' && element.value))
        faults.push(`cut: ${nameOf(element)} “${text}” in ${Math.round(room)} px`)
    }
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.nodeValue ?? ''
    if (!text.trim() || !element.checkVisibility({ contentVisibilityAuto: true })) continue
    if (isUnseen(element)) continue
    const drawing = element.closest('svg')
    if (drawing) {
      if (element.tagName !== 'text') continue
      // The labels of an axis stand beside the drawing, within its figure.
      const frame = (drawing.closest('figure') ?? drawing).getBoundingClientRect()
      const self = element.getBoundingClientRect()
      const is = `${text.trim()} in ${nameOf(drawing)}`
      if (self.left < frame.left - 2 || self.right > frame.right + 2) faults.push(`spilt: ${is}`)
      if (self.height < 12) faults.push(`small: ${is} is ${Math.round(self.height)} px high`)
      continue
    }
    // What is scrolled out of its box is not seen.
    const swiped = element.closest(SWIPED)
    const seen = swiped?.getBoundingClientRect()
    const box = element.closest(BOX)?.getBoundingClientRect()
    // A word ends at a space, and where a hyphen, dash or slash lets a line end.
    for (const { 0: word, index } of text.matchAll(/[^\s\u2010\u2013/-]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const rects = [...range.getClientRects()].filter(
        ({ width, ...i }) =>
          width > 1 &&
          (!seen || (i.top >= seen.top && i.bottom <= seen.bottom && i.left < seen.right && i.right > seen.left)),
      )
      const tops = rects.map(({ top }) => top)
      const is = `${word} in ${nameOf(element)} ${text.trim().slice(0, 60)}`
      // Whatever a maker calls itself: no line of a phone holds so long a word.
      if (
        word.length <= 24 &&
        !element.matches('code') &&
        rects.length > 1 &&
        Math.max(...tops) - Math.min(...tops) > 6
      )
        faults.push(`broken: ${is}`)
      for (const { left, right, top, bottom } of rects) {
        boxes.push({ left, right, top, bottom, text: word, element })
        if (!swiped && (left < -1 || right > wide + 1))
          faults.push(`outside: ${is}: ends at ${Math.round(right)} of ${wide}`)
        else if (box && !swiped && (left < box.left - 2 || right > box.right + 2)) faults.push(`spilt: ${is}`)
      }
    }
  }
  const isApart = (element) => {
    for (let i = element; i; i = i.parentElement) {
      if (['sticky', 'fixed', 'absolute'].includes(getComputedStyle(i).position)) return true
    }
    return false
  }
  boxes.sort((a, b) => a.top - b.top)
  for (const [i, box] of boxes.entries()) {
    for (const other of boxes.slice(i + 1)) {
      if (other.top > box.bottom) break
      if (other.element === box.element) continue
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left)
      // Lines of Indian scripts are taller than they print, so neighbouring lines may touch.
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
      if (wide > 2 && high > 0.4 * (box.bottom - box.top) && !isApart(box.element) && !isApart(other.element)) {
        faults.push(`overprint: ${box.text} and ${other.text}`)
      }
    }
  }
  return [...new Set(faults)]
})()
