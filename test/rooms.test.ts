import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { it } from 'node:test'

/**
 * The rooms of src/, and what each may import. A room imports only what stands above it, so there is no circle between
 * rooms; a file of src/ itself is a room of its own.
 */
const ROOMS = {
  contract: '',
  memory: '',
  text: '',
  'calendar.ts': '',
  'errors.ts': '',
  database: 'contract calendar.ts',
  'config.ts': 'database',
  guard: 'contract memory text',
  keys: 'contract calendar.ts errors.ts database config.ts',
  mail: 'contract calendar.ts errors.ts database config.ts text',
  webhooks: 'contract calendar.ts errors.ts database config.ts keys',
  catalogue: 'contract text calendar.ts errors.ts database guard webhooks',
  search: 'contract memory text calendar.ts database catalogue',
  'read-model': 'contract memory text calendar.ts errors.ts database catalogue search',
  market: 'contract text calendar.ts errors.ts config.ts database guard mail catalogue read-model',
  intake: 'contract text calendar.ts errors.ts database guard webhooks catalogue market',
  site: 'contract text calendar.ts errors.ts config.ts catalogue search read-model market',
  console: 'contract text calendar.ts errors.ts config.ts catalogue search read-model market site',
  http: 'contract memory text calendar.ts errors.ts config.ts database keys mail webhooks catalogue search read-model market intake site console',
  commands:
    'contract text calendar.ts errors.ts config.ts database guard keys mail webhooks catalogue search read-model market intake site console http',
  'cli.ts': 'text errors.ts config.ts commands',
} as const

/** Circles between files that wait to be mended, each by one of its files. */
const KNOWN_CIRCLES = ['src/guard/calm.ts', 'src/keys/keyring.ts', 'src/webhooks/outcomes.ts']

const files = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '..') }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const mayImport = new Map(Object.entries(ROOMS).map(([room, list]) => [room, new Set(list.split(' '))]))

/** A module that is only loaded when it is needed is an import like any other. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const found = text.matchAll(/^(?:import|export|\}) .*?from '(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/gm)
  return [...found].map(([, named, loaded]) => normalize(join(dirname(file), named ?? loaded!)))
}

const roomOf = (file: string) => file.split('/')[1]!

it('lets a room import only rooms that stand above it in the table', () => {
  const above = new Set<string>()
  for (const [room, others] of mayImport) {
    for (const other of others) assert.ok(other === '' || above.has(other), `${room} may not import ${other}`)
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

it('finds no circle between files', () => {
  const circles = findCircles().filter((circle) => !circle.some((file) => KNOWN_CIRCLES.includes(file)))
  assert.deepEqual(circles, [])
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
