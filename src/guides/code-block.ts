import { type Html, html, raw } from '../site/html.ts'

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
const COMMENTS: Record<string, RegExp> = {
  sh: /^( *#.*)$/gm,
  python: /^( *#.*)$/gm,
  ts: /^( *\/\/.*)$/gm,
  js: /^( *\/\/.*)$/gm,
}

/**
 * Code with a copy button. After the language, a fence tells those who run it what the code is: `output` of the code
 * before, a `file`, a program in the `background`, or a `terminal` of its own.
 */
export function codeBlock(language: string, notes: string, code: string): Html {
  const file = /\bfile=(\S+)/.exec(notes)?.[1]
  const isOutput = /\boutput\b/.test(notes)
  const name = isOutput ? 'Output' : (file ?? NAMES[language] ?? language)
  const text = code.trimEnd()
  const shown = html`${text}`.text.replace(COMMENTS[language] ?? /(?!)/g, '<i>$1</i>')
  return html`<figure class="code ${isOutput ? 'output' : language}"><figcaption><span>${name}</span>${!isOutput && html`<button type="button" class="copy" aria-label="Copy ${name}"><span>Copy</span><span aria-hidden="true">Copied</span></button>`}</figcaption><pre tabindex="0"><code>${raw(shown)}</code></pre></figure>`
}
