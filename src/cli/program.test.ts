import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { it } from 'node:test'
import { count, flag, InvalidInput, oneOf, required, withDefault, word } from '../admin/inputs.ts'
import { CommandError } from '../errors.ts'
import { type CommandGroup, command } from './command.ts'
import { type CommandMenu, runProgram } from './program.ts'

const PAINT = command({
  words: { id: word('the id of a tractor') },
  options: {
    'top-colour': required(oneOf(['red', 'blue'], 'its colour')),
    coats: withDefault(count('number of coats', 9), 2),
    dry: flag('do not wait until it is dry', { default: true }),
  },
  async run({ words: { id }, values: { 'top-colour': colour, coats, dry }, io }) {
    io.notes.write('The yard is open.\n')
    if (id === 'none') throw new CommandError('no tractor none')
    if (id === 'two') throw new InvalidInput('only one tractor')
    return {
      json: { id, colour, coats, dry },
      text: `Painted ${id} ${colour}.\n`,
      secret: id === 'safe' ? '1234' : undefined,
    }
  },
})
const YARD: CommandGroup = {
  about: 'The yard.',
  members: { sweep: command({ summary: 'sweep it', run: async () => 0 }) },
}
const MENU: CommandMenu = {
  Work: { paint: ['paint a tractor', async () => ({ commands: { paint: PAINT } })] },
  Places: { yard: ['look after the yard', async () => ({ commands: { yard: YARD } })] },
}

async function run(...args: string[]) {
  const written = { out: '', err: '' }
  const into = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk
        done()
      },
    })
  const io = { stdin: Readable.from([]), stdout: into('out'), stderr: into('err'), env: {} }
  return { code: await runProgram('A workshop.', MENU, args, io), ...written }
}

it('reads options and positionals as they are declared, and prints text or JSON', async () => {
  assert.deepEqual(await run('paint', 't1', '--top-colour', 'RED'), {
    ...{ code: 0, out: 'Painted t1 red.\n', err: 'The yard is open.\n' },
  })
  const { out } = await run('paint', 't1', '--top-colour', 'blue', '--coats', '3', '--no-dry', '--json')
  assert.deepEqual(JSON.parse(out), { id: 't1', colour: 'blue', coats: 3, dry: false })
})

it('prints errors and a secret alone with --quiet', async () => {
  const quiet = (id: string) => run('paint', id, '--top-colour', 'red', '--quiet')
  assert.deepEqual(await quiet('t1'), { code: 0, out: '', err: '' })
  assert.deepEqual(await quiet('safe'), { code: 0, out: '1234\n', err: '' })
  assert.equal((await run('paint', 't1', '--top-colour', 'red', '-q', '--json')).out.slice(0, 10), '{"id":"t1"')
})

it('reports what is wrong with the arguments, and where to read on', async () => {
  const wrong: [string[], RegExp][] = [
    [['pant'], /^error: unknown command 'pant'\n\(Did you mean paint\?\)\n/],
    [['yard', 'swep'], /^error: unknown command 'swep'\n\(Did you mean sweep\?\)\n/],
    [['yard', '__proto__'], /^error: unknown command '__proto__'\n/],
    [['paint', '--top-colour', 'red'], /^error: missing required argument 'id'\n/],
    [['paint', 't1'], /^error: required option '--top-colour <red\|blue>' not specified\n/],
    [['paint', 't1', '--top-colour', 'green'], /'green' is invalid\. must be one of red, blue\n/],
    [['paint', 't1', '--top-color', 'red'], /^error: unknown option '--top-color'\n\(Did you mean --top-colour\?\)\n/],
    [['paint', 't1', '--top-colour', 'red', '--coats', '10'], /'10' is invalid\. must be an integer from 1 to 9\n/],
    [['paint', '', '--top-colour', 'red'], /argument 'id'\. must not be empty\n/],
    [['paint', 'two', '--top-colour', 'red'], /^error: only one tractor\n/],
    [['yard', 'sweep', 'now'], /^error: too many arguments for 'sweep'/],
  ]
  for (const [args, message] of wrong) {
    const { code, out, err } = await run(...args)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(err.replace('The yard is open.\n', ''), message)
    assert.match(err.replace('The yard is open.\n', ''), /\n+hint: yantra( \w+)* --help\n$/)
  }
  const refused = { code: 1, out: '', err: 'error: no tractor none\n' }
  assert.deepEqual(await run('paint', 'none', '--top-colour', 'red', '-q'), refused)
})

it('writes its help from the declarations, grouped by task', async () => {
  const { code, out } = await run('paint', '--help')
  assert.equal(code, 0)
  assert.match(out, /^Usage: yantra paint \[options\] <id>\n\nPaint a tractor\.\n/)
  for (const line of [
    / {2}id +the id of a tractor\n/,
    / {2}--top-colour <red\|blue> +its colour \(required\)\n/,
    / {2}--coats <N> +number of coats \(default: 2\)\n/,
    / {2}--no-dry +do not wait until it is dry\n/,
    / {2}--json +print JSON\n/,
  ])
    assert.match(out, line)
  assert.equal((await run('help', 'paint')).out, out)
  const root = await run('--help')
  assert.match(root.out, /\nWork:\n {2}paint +paint a tractor\n\nPlaces:\n {2}yard +look after the yard\n/)
  assert.match(root.out, /Exit codes:\n {2}0 +done\n/)
  assert.match((await run('yard', '--help')).out, /The yard\.[\s\S]*\n {2}sweep \[options\] +sweep it\n/)
  const alone = await run('yard')
  assert.deepEqual([alone.code, alone.out], [2, ''])
  assert.match(alone.err, /^Usage: yantra yard /)
})
