import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { it, type TestContext } from 'node:test'
import { newFolder } from '../backends.ts'
import { yantra } from '../service.ts'

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

/** Its script, in a folder where `yantra` is this program. */
async function scriptOf(t: TestContext, shell: string) {
  const { code, stdout, stderr } = await yantra({}, 'completion', shell)
  assert.equal(code, 0, stderr)
  const path = join(newFolder(t), shell === 'zsh' ? '_yantra' : `yantra.${shell}`)
  writeFileSync(path, stdout)
  const program = `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/yantra.js')}' "$@"\n`
  writeFileSync(join(dirname(path), 'yantra'), program, { mode: 0o755 })
  const env = { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` }
  return { path, run: (args: string[]) => execFileSync(shell, args, { encoding: 'utf8', env }).trim().split('\n') }
}

it('completes commands, options and their values in bash', { skip: !has('bash') }, async (t) => {
  const { path, run } = await scriptOf(t, 'bash')
  const complete = (...words: string[]) => {
    const asked = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _yantra; printf '%s\\n' "\${COMPREPLY[@]}"`
    return run(['-c', asked, 'bash', path, 'yantra', ...words]).filter(Boolean)
  }
  assert.deepEqual(complete('imp'), ['import', 'imports'])
  assert.deepEqual(complete('listings', 'a'), ['approve'])
  assert.deepEqual(complete('listings', 'reject', '--re'), ['--reason'])
  assert.deepEqual(complete('keys', 'create', '--tier', ''), ['standard', 'enterprise'])
  assert.deepEqual(complete('keys', 'create', '--name', 'x', '--ti'), ['--tier'])
  assert.deepEqual(complete('serve', '--no'), ['--no-deliver'])
  assert.deepEqual(complete('completion', 'z'), ['zsh'])
  assert.deepEqual(complete('import', ''), [], 'files are left to the shell')
  assert.deepEqual(complete('no-such', ''), [])
  assert.ok(complete('').includes('doctor'))
})

it('tells zsh and fish what each word does', async () => {
  const [zsh, fish] = await Promise.all(
    ['zsh', 'fish'].map((shell) => yantra({}, 'completion', shell, '--', 'listings', 'ap')),
  )
  assert.equal(zsh!.stdout, 'approve:end a review\\: buyers see the listing\n')
  assert.equal(fish!.stdout, 'approve\tend a review: buyers see the listing\n')
})

it('completes in fish', { skip: !has('fish') }, async (t) => {
  const { path, run } = await scriptOf(t, 'fish')
  const complete = (line: string) =>
    run(['--no-config', '-c', `source ${path}; complete -C "${line}"`]).map((found) => found.split('\t')[0])
  assert.deepEqual(complete('yantra listings ap'), ['approve'])
  assert.deepEqual(complete('yantra keys create --tier '), ['enterprise', 'standard'])
  assert.ok(complete('yantra listings reject --').includes('--reason'))
})

it('is a script that zsh takes', { skip: !has('zsh') }, async (t) => {
  const { path, run } = await scriptOf(t, 'zsh')
  run(['-n', path])
  const asked = `compdef() { :; }; _describe() { print -l -- $found; }
source ${path}; words=("$@"); CURRENT=$#; _yantra`
  const complete = (...words: string[]) => run(['-f', '-c', asked, 'zsh', 'yantra', ...words])
  assert.ok(complete('listings', '').some((line) => line.startsWith('approve:')))
  assert.deepEqual(complete('keys', 'create', '--tier', ''), ['standard', 'enterprise'])
})
