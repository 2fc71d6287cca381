import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { it } from 'node:test'
import { count, flag, oneOf, required, withDefault, word } from '../admin/inputs.ts'
import { Refused } from '../errors.ts'
import { command, type Family } from './command.ts'
import { dispatch } from './dispatch.ts'

const FAMILY: Family = {
  about: 'A workshop.',
  members: {
    paint: {
      does: 'paint a tractor',
      load: async () =>
        command({
          words: { id: word('the id of a tractor') },
          options: {
            colour: required(oneOf(['red', 'blue'], 'what it becomes')),
            coats: withDefault(count('how many coats', 9), '2'),
            dry: flag('wait until it is dry', true),
          },
          async run({ words, values: { colour, coats, dry } }) {
            if (words.id === 'none') throw new Refused('there is no tractor none')
            return { json: { ...words, colour, coats, dry }, text: `${words.id} is ${colour}.\n` }
          },
        }),
    },
    yard: {
      does: 'the yard',
      about: 'The yard.',
      members: { sweep: command({ does: 'sweep it', run: async () => 0 }) },
    },
  },
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
  return { code: await dispatch(FAMILY, args, io), ...written }
}

it('reads options and words as they are declared, and prints for people or for scripts', async () => {
  assert.deepEqual(await run('paint', 't1', '--colour', 'red'), { code: 0, out: 't1 is red.\n', err: '' })
  const { out } = await run('paint', 't1', '--colour', 'blue', '--coats', '3', '--no-dry', '--json')
  assert.deepEqual(JSON.parse(out), { id: 't1', colour: 'blue', coats: 3, dry: false })
})

it('says what is wrong with the words of a call, and where to read on', async () => {
  const wrong: [string[], string][] = [
    [['pant'], 'yantra: there is no command "pant"; did you mean "paint"?'],
    [['yard', 'swep'], 'yantra yard: there is no command "yard swep"; did you mean "sweep"?'],
    [['yard', '__proto__'], 'yantra yard: there is no command "yard __proto__"; there are sweep'],
    [['yard'], 'yantra yard: which command? sweep'],
    [['paint', '--colour', 'red'], 'yantra paint: give the id of a tractor'],
    [['paint', 't1'], 'yantra paint: --colour is missing; it is one of red, blue'],
    [['paint', 't1', '--colour', 'green'], 'yantra paint: --colour must be one of red, blue'],
    [['paint', 't1', '--color', 'red'], 'yantra paint: there is no option --color; did you mean --colour?'],
    [['paint', 't1', '--colour', 'red', '--coats', '10'], 'yantra paint: --coats must be a whole number from 1 to 9'],
    [['yard', 'sweep', 'now'], 'yantra yard sweep: unexpected argument: now'],
  ]
  for (const [args, message] of wrong) {
    const { code, out, err } = await run(...args)
    assert.deepEqual([code, out, err.split('\n')[0]], [2, '', message])
    assert.match(err, /\nRun `yantra( \w+)* --help` to see how it is used\.\n$/)
  }
  const refused = { code: 1, out: '', err: 'yantra paint: there is no tractor none\n' }
  assert.deepEqual(await run('paint', 'none', '--colour', 'red'), refused)
})

it('helps from the declarations, however it is asked', async () => {
  const painting = `Usage: yantra paint ID --colour red|blue [--coats N] [--no-dry]

Paint a tractor.

  ID                 the id of a tractor
  --colour red|blue  what it becomes
  --coats N          how many coats (2)
  --no-dry           wait until it is dry
  --json             print JSON
  --help             print this
`
  for (const args of [
    ['paint', '--help'],
    ['paint', 't1', '-h'],
    ['help', 'paint'],
  ]) {
    assert.deepEqual(await run(...args), { code: 0, out: painting, err: '' })
  }
  const { out } = await run('yard', 'help')
  assert.match(out, /^Usage: yantra yard <command> \[options\]\n\nThe yard\.\n\n {2}sweep {2}sweep it\n/)
})
