import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { it } from 'node:test'

/**
 * What any room may import: files of src/ itself, which import nothing but types of the contract, and rooms that know no
 * other.
 */
const GROUND = ['calendar.ts', 'errors.ts', 'in-time.ts', 'log.ts', 'tracing.ts', 'version.ts', 'running']

/**
 * The rooms of src/, and what each may import beside the ground. A room imports only what stands above it, so there is
 * no circle between rooms; another file of src/ itself is a room of its own.
 */
const ROOMS = {
  text: '',
  records: 'text',
  contract: 'records',
  memory: '',
  reading: 'text',
  database: 'records',
  following: 'database',
  'config.ts': 'reading database',
  guard: 'text',
  audit: 'database guard',
  keys: 'contract database',
  webhooks: 'contract reading database config.ts keys',
  catalogue: 'records contract database following guard',
  search: 'records contract memory text database following catalogue',
  'read-model': 'records contract memory database following catalogue search',
  market: 'records contract memory text database following config.ts guard catalogue search',
  history: 'records contract database catalogue',
  changes: 'contract database guard webhooks catalogue market history',
  intake: 'records contract text reading database guard audit catalogue market history changes',
  operator: 'records contract reading database config.ts audit keys webhooks market history changes intake',
  mcp: 'records contract reading catalogue search read-model market',
  site: 'records contract text catalogue search read-model market',
  guides: 'site',
  console: 'contract text database config.ts audit keys webhooks history market intake operator site',
  http: 'contract text reading database config.ts keys webhooks catalogue history search read-model market intake operator mcp site guides console',
  commands:
    'contract text reading database config.ts guard audit keys webhooks search read-model market history changes intake operator mcp http',
  'cli.ts': 'commands',
} as const

const files = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '..') }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const mayImport = new Map<string, ReadonlySet<string>>([
  ...GROUND.map((name) => [name, new Set(name.endsWith('.ts') ? ['contract'] : [])] as const),
  ...Object.entries(ROOMS).map(([room, list]) => [room, new Set([...GROUND, ...list.split(' ')])] as const),
])

/** A module that is only loaded when it is needed is an import like any other. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/^(?:import|export|\}) .*?from '(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/gm)
  return [...found].map(([, named, loaded]) => normalize(join(dirname(file), named ?? loaded!)))
}

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, '..', file), 'utf8')
}

const roomOf = (file: string) => file.split('/')[1]!

it('lets a room import only rooms that stand above it in the table', () => {
  const above = new Set<string>()
  for (const [room, list] of Object.entries(ROOMS)) {
    for (const other of list.split(' ')) assert.ok(other === '' || above.has(other), `${room} may not import ${other}`)
    above.add(room)
  }
})

it('finds no import that the table of rooms does not allow', () => {
  const forbidden = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => roomOf(target) !== roomOf(file) && !mayImport.get(roomOf(file))?.has(roomOf(target)))
      .map((target) => `${file} imports ${target}`),
  )
  assert.deepEqual(forbidden, [])
})

it('allows nothing that no room needs', () => {
  const made = new Set([...imports].flatMap(([file, targets]) => targets.map((to) => `${roomOf(file)} ${roomOf(to)}`)))
  const unused = Object.entries(ROOMS).flatMap(([room, list]) =>
    list
      .split(' ')
      .filter((other) => other !== '' && !made.has(`${room} ${other}`))
      .map((other) => `${room} may import ${other}, and does not`),
  )
  assert.deepEqual(unused, [])
})

it('asks which database it is only in the room of the database', () => {
  const asking = files.filter((file) => roomOf(file) !== 'database' && textOf(file).includes('isPostgres'))
  assert.deepEqual(asking, [])
})

it('finds no circle between files', () => {
  assert.deepEqual(findCircles(), [])
})

it('sees the imports that there are', () => {
  assert.ok(imports.get('src/cli.ts')!.includes('src/commands/serve.ts'))
  assert.ok(imports.get('src/search/search-index.ts')!.includes('src/search/types.ts'))
})

/** Files that reach each other, by Tarjan's algorithm. */
function findCircles(): string[][] {
  const circles: string[][] = []
  const reached = new Map<string, { number: number; lowest: number; isOpen: boolean }>()
  const open: string[] = []

  function visit(file: string) {
    const state = { number: reached.size, lowest: reached.size, isOpen: true }
    reached.set(file, state)
    open.push(file)
    for (const target of imports.get(file) ?? []) {
      const known = reached.get(target)
      if (!known) state.lowest = Math.min(state.lowest, visit(target).lowest)
      else if (known.isOpen) state.lowest = Math.min(state.lowest, known.number)
    }
    if (state.lowest === state.number) {
      const circle = open.splice(open.lastIndexOf(file))
      for (const member of circle) reached.get(member)!.isOpen = false
      if (circle.length > 1) circles.push(circle)
    }
    return state
  }

  for (const file of files) if (!reached.has(file)) visit(file)
  return circles
}
