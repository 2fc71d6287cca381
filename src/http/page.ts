const STYLE =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1d2a1d;background:#fdfcf8}' +
  'h1{font-size:1.5rem}h2{font-size:1.1rem}code{background:#eef0e6;padding:.1em .3em;border-radius:3px}'

/** A page of our own docs as HTML: headings, paragraphs, lists and code, which is all they use. */
export function renderPage(markdown: string): string {
  const title = escapeHtml(/^# (.*)$/m.exec(markdown)?.[1] ?? 'Yantra')
  const blocks = markdown.split(/\n{2,}/).map((block) => renderBlock(block.trim()))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>${blocks.join('')}</html>`
}

function renderBlock(block: string): string {
  const heading = /^(#{1,3}) (.*)$/.exec(block)
  if (heading) return `<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`
  if (block.startsWith('- ')) {
    const items = block.split(/\n(?=- )/).map((item) => `<li>${inline(item.slice(2))}</li>`)
    return `<ul>${items.join('')}</ul>`
  }
  return block === '' ? '' : `<p>${inline(block)}</p>`
}

function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
