import { Marked, type Parser, type Token } from 'marked'
import { type Html, html, raw } from '../website/html.ts'

export interface Header {
  level: number
  text: string
  id: string
}

/** Title: the first heading. Description: the first paragraph. */
export function renderMarkdown(
  markdown: string,
  toAddress: (link: string) => string,
): { title: string; description: string; headings: readonly Header[]; body: Html } {
  const headers: Header[] = []
  let description: string | undefined
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth: level }) {
        const text = plainText(this.parser, tokens)
        const id = uniqueId(headerId(text), headers)
        headers.push({ level, text, id })
        const [tag, inner] = [raw(`h${level}`), inline(this.parser, tokens)]
        if (level === 1) return html`<h1>${inner}</h1>`.text
        return html`<${tag} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></${tag}>`
          .text
      },
      paragraph({ tokens }) {
        description ??= plainText(this.parser, tokens).replaceAll('\n', ' ')
        return html`<p>${inline(this.parser, tokens)}</p>`.text
      },
      table({ header, rows }) {
        const label = `Table: ${header
          .map(({ tokens }) => plainText(this.parser, tokens))
          .filter(Boolean)
          .join(', ')}`
        const title = header.map(({ tokens }) =>
          tokens.length > 0 ? html`<th scope="col">${inline(this.parser, tokens)}</th>` : html`<td></td>`,
        )
        const body = rows.map(
          (row) => html`<tr>${row.map(({ tokens }) => html`<td>${inline(this.parser, tokens)}</td>`)}</tr>`,
        )
        return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table><thead><tr>${title}</tr></thead><tbody>${body}</tbody></table></div>`
          .text
      },
      link({ href, tokens }) {
        return html`<a href="${toAddress(href)}">${inline(this.parser, tokens)}</a>`.text
      },
      code: ({ text, lang = '' }) => codeBlock(lang, text).text,
      // Our texts contain no HTML.
      html: ({ text }) => (text.startsWith('<!--') ? '' : html`${text}`.text),
    },
  })
  const body = raw(marked.parse(markdown, { async: false }).trim())
  return { title: headers[0]?.text ?? '', description: description ?? '', headings: headers, body }
}

function inline(parser: Parser, tokens: Token[]): Html {
  return raw(parser.parseInline(tokens))
}

/** A text without its markup. */
function plainText(parser: Parser, tokens: Token[]): string {
  return parser.parseInline(tokens, parser.textRenderer)
}

/** Numbers repeated IDs as code hosts do. */
function uniqueId(id: string, headers: readonly Header[]): string {
  const ids = new Set(headers.map((header) => header.id))
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? id : `${id}-${number}`
    if (!ids.has(candidate)) return candidate
  }
}

/** The part of an address after `#`, as code hosts make it. */
export function headerId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
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

/** Notes after the language are for tests: `output` of the code before, a `file`, `background` or `terminal`. */
function codeBlock(fence: string, code: string): Html {
  const [language = '', notes = ''] = fence.split(/ (.*)/)
  const file = /\bfile=(\S+)/.exec(notes)?.[1]
  const isOutput = /\boutput\b/.test(notes)
  const name = isOutput ? 'Output' : (file ?? NAMES[language] ?? language)
  return html`<figure class="code ${isOutput ? 'output' : language}"><figcaption><span>${name}</span>${!isOutput && html`<button type="button" class="copy" aria-label="Copy ${name}"><span>Copy</span><span role="status"></span></button>`}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}
