import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

/** Words of the style guide (docs/contributing/style.md) that no declared name contains. */
const BANNED = new Set(
  (
    'asked given told wanted known least most moment said settle wording trait side shelf lane kept noted sealed doubt ' +
    'fate heading recipe maker gap noun lexeme idle wish spare'
  ).split(' '),
)
const baseline: { names: Record<string, number>; types: string[] } = JSON.parse(
  readFileSync(new URL('names-baseline.json', import.meta.url), 'utf8'),
)

const NAME = '[A-Za-z_$][\\w$]*'
const DECLARED = new RegExp(`\\b(?:const|let|function\\*?|class|interface|type|enum)\\s+(${NAME})`, 'g')
const TYPES = new RegExp(`^(?:export )?(?:abstract )?(?:class|interface|type|enum) (${NAME})`, 'gm')
const LISTS = [
  /\b(?:const|let)\s*[{[]([^=;]*?)[}\]]\s*(?:=|of\b)/g,
  /\(([^()]*)\)\s*(?::[^=(){}]*)?(?:=>|\{)/g,
  /(?:^|[(,=?:]\s*)(\w+)\s*=>/gm,
]

/** The source without comments and texts, so that only code is left. */
function codeOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\$])*`/g, (result) =>
    result.startsWith('/') ? '' : "''",
  )
}

function declaredNames(code: string): Set<string> {
  const names = [...code.matchAll(DECLARED)].map(([, name]) => name!)
  for (const list of LISTS) {
    for (const [, inside] of code.matchAll(list)) {
      for (const part of inside!.split(/[,{}[\]]/)) {
        const name = /^\s*(?:\.\.\.)?(?:[\w$]+\s*:\s*)?([A-Za-z_$][\w$]*)\s*\??(?:$|[:=])/.exec(part)?.[1]
        if (name) names.push(name)
      }
    }
  }
  return new Set(names)
}

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
const sources = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
const moduleOf = (file: string) => file.split('/')[1]!

it('declares no more names with a banned word than the baseline, module by module', () => {
  const result = Map.groupBy(
    sources.flatMap((file) =>
      [...declaredNames(codeOf(file))]
        .filter((name) => wordsOf(name).some((word) => BANNED.has(word)))
        .map((name) => ({ module: moduleOf(file), name: `${file}: ${name}` })),
    ),
    ({ module }) => module,
  )
  for (const [module, names] of result) {
    const limit = baseline.names[module] ?? 0
    const list = names.map(({ name }) => name).join('\n')
    assert.ok(names.length <= limit, `${module} has ${names.length} such names, and its baseline is ${limit}:\n${list}`)
  }
})

it('gives a type name one meaning, apart from those of the baseline', () => {
  const files = new Map<string, Set<string>>()
  for (const file of sources) {
    for (const [, name] of codeOf(file).matchAll(TYPES)) {
      files.set(name!, (files.get(name!) ?? new Set()).add(file))
    }
  }
  const ambiguous = [...files].filter(([, places]) => places.size > 1).map(([name]) => name)
  const more = ambiguous.filter((name) => !baseline.types.includes(name))
  assert.deepEqual(more, [], 'declared in more than one file: give each a qualified name')
})
