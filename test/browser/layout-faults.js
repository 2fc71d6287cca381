// Run in the page.
;(() => {
  const faults = []
  const boxes = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.nodeValue ?? ''
    if (!text.trim() || !element.checkVisibility({ contentVisibilityAuto: true })) continue
    if (element.closest('.unseen, .skip, option, script, style, pre, svg, [aria-hidden=true], .trap')) continue
    // What is scrolled out of its box is not seen.
    const scroll = element.closest('.scroll')
    const seen = scroll && getComputedStyle(scroll).overflowY !== 'visible' ? scroll.getBoundingClientRect() : undefined
    // A word ends at a space, and where a hyphen, dash or slash lets a line end.
    for (const { 0: word, index } of text.matchAll(/[^\s\u2010\u2013/-]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const rects = [...range.getClientRects()].filter(
        ({ width, top, bottom }) => width > 1 && (!seen || (top >= seen.top && bottom <= seen.bottom)),
      )
      const tops = rects.map(({ top }) => top)
      if (rects.length > 1 && Math.max(...tops) - Math.min(...tops) > 6) {
        faults.push(`broken: ${word} in ${text.trim().slice(0, 60)}`)
      }
      for (const { left, right, top, bottom } of rects) boxes.push({ left, right, top, bottom, text: word, element })
    }
  }
  const isApart = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (['sticky', 'fixed', 'absolute'].includes(getComputedStyle(at).position)) return true
    }
    return false
  }
  boxes.sort((a, b) => a.top - b.top)
  for (const [at, box] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
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
  return faults
})()
