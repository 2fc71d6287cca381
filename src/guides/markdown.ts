import { type Html, type HtmlValue, html, raw } from '../site/html.ts'

export interface Heading {
  level: number
  text: string
  id: string
}

const FENCE = /^```(\S*) ?(.*)\n([\s\S]*?)(?<=\n)```\n/
const HEADING = /^(#{1,4}) (.*)\n*/
const ITEM = /^( *)(?:-|\d+\.) /
const COMMENT = /^<!--[\s\S]*?-->\n*/

/** Renders our docs as HTML: headings, paragraphs, lists, tables, links and code, which is all they use. */
export function renderMarkdown(
  markdown: string,
  toAddress: (link: string) => string,
): { title: string; headings: readonly Heading[]; body: Html } {
  const headings: Heading[] = []
  const inline = (text: string) => renderInline(text, toAddress)
  const body: Html[] = []
  let rest = markdown.replaceAll('\r\n', '\n').trim().concat('\n')
  while (rest !== '') {
    const [taken, block] = takeBlock(rest)
    body.push(block)
    rest = rest.slice(taken).replace(/^\n+/, '')
  }
  return { title: headings[0]?.text ?? '', headings, body: html`${body}` }

  function takeBlock(text: string): [taken: number, block: Html] {
    const comment = COMMENT.exec(text)
    if (comment) return [comment[0].length, raw('')]
    const fence = FENCE.exec(text)
    if (fence) return [fence[0].length, codeBlock(fence[1]!, fence[2]!, fence[3]!)]
    const heading = HEADING.exec(text)
    if (heading) return [heading[0].length, renderHeading(heading[1]!.length, heading[2]!)]
    const end = text.search(/\n(?:\n|```|#{1,4} )/)
    const lines = (end < 0 ? text : text.slice(0, end)).trimEnd().split('\n')
    const taken = end < 0 ? text.length : end + 1
    if (lines[0]!.startsWith('|')) return [taken, renderTable(lines, inline)]
    if (ITEM.test(lines[0]!)) return [taken, renderList(lines, inline)]
    return [taken, html`<p>${inline(lines.join('\n'))}</p>`]
  }

  function renderHeading(level: number, source: string): Html {
    const text = plainText(source)
    const id = headingId(text)
    headings.push({ level, text, id })
    const tag = raw(`h${level}`)
    if (level === 1) return html`<h1>${inline(source)}</h1>`
    return html`<${tag} id="${id}">${inline(source)}<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></${tag}>`
  }
}

/** The part of an address after `#`, as code hosts make it. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** A text without its markup. */
export function plainText(source: string): string {
  return source.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/[`*]/g, '')
}

function renderList(lines: readonly string[], inline: (text: string) => HtmlValue): Html {
  const items: { depth: number; isNumbered: boolean; text: string }[] = []
  for (const line of lines) {
    const start = ITEM.exec(line)
    if (start) {
      items.push({ depth: start[1]!.length, isNumbered: !/^ *-/.test(line), text: line.slice(start[0].length) })
    } else items.at(-1)!.text += `\n${line.trim()}`
  }
  let at = 0
  return listAt(items[0]!.depth)

  function listAt(depth: number): Html {
    const tag = raw(items[at]!.isNumbered ? 'ol' : 'ul')
    const rendered: Html[] = []
    while (at < items.length && items[at]!.depth >= depth) {
      const { text } = items[at++]!
      const below = at < items.length && items[at]!.depth > depth ? listAt(items[at]!.depth) : ''
      rendered.push(html`<li>${inline(text)}${below}</li>`)
    }
    return html`<${tag}>${rendered}</${tag}>`
  }
}

function renderTable(lines: readonly string[], inline: (text: string) => HtmlValue): Html {
  const [head, , ...rows] = lines.map(cells)
  const label = `Table: ${head!.filter(Boolean).map(plainText).join(', ')}`
  const heading = head!.map((cell) => (cell ? html`<th scope="col">${inline(cell)}</th>` : html`<td></td>`))
  const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table><thead><tr>${heading}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** A `|` inside code does not end a cell. */
function cells(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, '')
  return (inner.match(/(?:`[^`]*`|[^|`])+|(?<=\|)(?=\||$)/g) ?? []).map((cell) => cell.trim())
}

const INLINE = /`([^`]+)`|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|<(https?:[^\s>]+)>/g

function renderInline(text: string, toAddress: (link: string) => string): Html {
  const parts: HtmlValue[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, link, strong, bare] = match
    parts.push(text.slice(from, match.index))
    if (code !== undefined) parts.push(html`<code>${code}</code>`)
    else if (label !== undefined) parts.push(html`<a href="${toAddress(link!)}">${renderInline(label, toAddress)}</a>`)
    else if (strong !== undefined) parts.push(html`<strong>${renderInline(strong, toAddress)}</strong>`)
    else parts.push(html`<a href="${bare!}">${bare!}</a>`)
    from = match.index + whole.length
  }
  parts.push(text.slice(from))
  return html`${parts}`
}

const NAMES: Record<string, string> = {
  sh: 'Terminal',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  go: 'Go',
  text: 'Text',
}

/**
 * Code with a copy button. After the language, a fence tells those who run it what the code is: `output` of the code
 * before, a `file`, a program in the `background`, or a `terminal` of its own.
 */
function codeBlock(language: string, notes: string, code: string): Html {
  const file = /\bfile=(\S+)/.exec(notes)?.[1]
  const isOutput = /\boutput\b/.test(notes)
  const name = isOutput ? 'Output' : (file ?? NAMES[language] ?? language)
  return html`<figure class="code ${isOutput ? 'output' : language}"><figcaption><span>${name}</span>${!isOutput && html`<button type="button" class="copy" aria-label="Copy ${name}"><span>Copy</span><span role="status"></span></button>`}</figcaption><pre tabindex="0"><code>${code.trimEnd()}</code></pre></figure>`
}
