import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { newFolder } from '../backends.ts'
import { yantra } from '../service.ts'

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

async function scriptOf(t: TestContext, shell: string): Promise<string> {
  const { code, stdout, stderr } = await yantra({}, 'completion', shell)
  assert.equal(code, 0, stderr)
  const path = join(newFolder(t), shell === 'zsh' ? '_yantra' : `yantra.${shell}`)
  writeFileSync(path, stdout)
  return path
}

it('completes commands, options and their values in bash', { skip: !has('bash') }, async (t) => {
  const path = await scriptOf(t, 'bash')
  const complete = (...words: string[]) => {
    const run = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _yantra; printf '%s\\n' "\${COMPREPLY[@]}"`
    const out = execFileSync('bash', ['-c', run, 'bash', path, 'yantra', ...words], { encoding: 'utf8' })
    return out.trim().split('\n').filter(Boolean)
  }
  assert.deepEqual(complete('imp'), ['import', 'imports'])
  assert.deepEqual(complete('listings', 'a'), ['approve'])
  assert.deepEqual(complete('listings', 'reject', '--re'), ['--reason'])
  assert.deepEqual(complete('keys', 'create', '--tier', ''), ['standard', 'enterprise'])
  assert.deepEqual(complete('keys', 'create', '--name', 'x', '--ti'), ['--tier'])
  assert.deepEqual(complete('serve', '--no'), ['--no-deliver'])
  assert.deepEqual(complete('completion', 'z'), ['zsh'])
  assert.deepEqual(complete('import', 'README'), [], 'files are left to the shell')
  assert.ok(complete('').includes('doctor'))
})

it('completes in fish', { skip: !has('fish') }, async (t) => {
  const path = await scriptOf(t, 'fish')
  const complete = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', `source ${path}; complete -C "${line}"`], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((found) => found.split('\t')[0])
  assert.deepEqual(complete('yantra listings ap'), ['approve'])
  assert.deepEqual(complete('yantra keys create --tier '), ['enterprise', 'standard'])
  assert.ok(complete('yantra listings reject --').includes('--reason'))
})

it('is a script that zsh takes', { skip: !has('zsh') }, async (t) => {
  const path = await scriptOf(t, 'zsh')
  execFileSync('zsh', ['-n', path])
  const run = `compdef() { :; }; _describe() { print -l -- $found; }; compadd() { shift; print -l -- "$@"; }
source ${path}; words=("$@"); CURRENT=$#; _yantra`
  const complete = (...words: string[]) =>
    execFileSync('zsh', ['-f', '-c', run, 'zsh', 'yantra', ...words], { encoding: 'utf8' })
      .trim()
      .split('\n')
  assert.ok(complete('listings', '').some((line) => line.startsWith('approve:')))
  assert.deepEqual(complete('keys', 'create', '--tier', ''), ['standard', 'enterprise'])
})
