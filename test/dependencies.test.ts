import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { it } from 'node:test'

/**
 * The modules of src/, and what each may import besides `lib` and `errors.ts`, which every module may import. A module
 * imports only modules above it, so there is no cycle between modules. A file directly in src/ is a module.
 */
const MODULES = {
  schema: '',
  redaction: '',
  database: 'schema',
  'config.ts': 'database',
  catalog: 'schema redaction database',
  auth: 'schema database',
  webhooks: 'schema database config.ts auth',
  search: 'schema database catalog',
  'read-model': 'schema database catalog search',
  listings: 'schema redaction database config.ts catalog search',
  website: 'schema catalog search read-model listings',
  mcp: 'schema catalog search read-model listings',
  history: 'schema redaction database catalog webhooks listings',
  import: 'schema redaction database catalog listings history',
  'developer-docs': 'website',
  admin: 'schema database config.ts auth webhooks listings history import',
  console: 'schema database config.ts webhooks listings website history import admin',
  server:
    'schema database config.ts catalog auth webhooks search read-model listings website mcp history import developer-docs admin console',
  cli: 'redaction database config.ts auth webhooks search read-model listings mcp history import admin server',
} as const

const SHARED = ['lib', 'errors.ts']

const files = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '..') }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const mayImport = new Map<string, ReadonlySet<string>>([
  ['lib', new Set()],
  ['errors.ts', new Set(['lib'])],
  ...Object.entries(MODULES).map(([module, list]) => [module, new Set([...SHARED, ...list.split(' ')])] as const),
])

/** Returns the files that a file imports, also those it loads on first use. */
function importsOf(file: string): string[] {
  const result = textOf(file).matchAll(/^(?:import|export|\}) .*?from '(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/gm)
  return [...result].map(([, named, loaded]) => normalize(join(dirname(file), named ?? loaded!)))
}

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, '..', file), 'utf8')
}

const moduleOf = (file: string) => file.split('/')[1]!

it('lets a module import only modules above it in the table', () => {
  const above = new Set<string>()
  for (const [module, list] of Object.entries(MODULES)) {
    for (const other of list.split(' '))
      assert.ok(other === '' || above.has(other), `${module} may not import ${other}`)
    above.add(module)
  }
})

it('finds no import that the table does not allow', () => {
  const forbidden = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => moduleOf(target) !== moduleOf(file) && !mayImport.get(moduleOf(file))?.has(moduleOf(target)))
      .map((target) => `${file} imports ${target}`),
  )
  assert.deepEqual(forbidden, [])
})

it('allows no dependency that is not used', () => {
  const created = new Set(
    [...imports].flatMap(([file, targets]) => targets.map((to) => `${moduleOf(file)} ${moduleOf(to)}`)),
  )
  const unused = Object.entries(MODULES).flatMap(([module, list]) =>
    list
      .split(' ')
      .filter((other) => other !== '' && !created.has(`${module} ${other}`))
      .map((other) => `${module} may import ${other} but does not`),
  )
  assert.deepEqual(unused, [])
})

it('checks the kind of database only in the database module', () => {
  const asking = files.filter((file) => moduleOf(file) !== 'database' && textOf(file).includes('isPostgres'))
  assert.deepEqual(asking, [])
})

it('finds no import cycle between files', () => {
  assert.deepEqual(findCycles(), [])
})

it('finds the imports that exist', () => {
  assert.ok(imports.get('src/cli/main.ts')!.includes('src/cli/serve.ts'))
  assert.ok(imports.get('src/search/search-index.ts')!.includes('src/search/types.ts'))
})

/** Files that reach each other, by Tarjan's algorithm. */
function findCycles(): string[][] {
  const cycles: string[][] = []
  const reached = new Map<string, { number: number; lowest: number; isOpen: boolean }>()
  const open: string[] = []

  function visit(file: string) {
    const state = { number: reached.size, lowest: reached.size, isOpen: true }
    reached.set(file, state)
    open.push(file)
    for (const target of imports.get(file) ?? []) {
      const existing = reached.get(target)
      if (!existing) state.lowest = Math.min(state.lowest, visit(target).lowest)
      else if (existing.isOpen) state.lowest = Math.min(state.lowest, existing.number)
    }
    if (state.lowest === state.number) {
      const cycle = open.splice(open.lastIndexOf(file))
      for (const member of cycle) reached.get(member)!.isOpen = false
      if (cycle.length > 1) cycles.push(cycle)
    }
    return state
  }

  for (const file of files) if (!reached.has(file)) visit(file)
  return cycles
}
