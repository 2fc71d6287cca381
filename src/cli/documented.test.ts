import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { settingNames } from '../config.ts'
import type { Io } from './io.ts'
import { runCli } from './main.ts'

const ROOT = new URL('../../', import.meta.url)
/** Decision records and the upgrade page name what was removed, and extending.md adds commands as examples. */
const NOT_CURRENT = /^docs\/(architecture\/decisions\/|operating\/upgrading\.md$|contributing\/extending\.md$)/
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: ROOT })].filter(
  (path) => !NOT_CURRENT.test(path),
)
const NOT_SETTINGS = new Set(['API_KEY', 'UTF_8'])

function codeIn(path: string): string[] {
  const content = readFileSync(new URL(path, ROOT), 'utf8')
  const blocks = [...content.matchAll(/^ *```[^\n]*\n([\s\S]*?)^ *```/gm)].flatMap((match) => match[1]!.split('\n'))
  const spans = [...content.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
  return [...blocks, ...spans]
}

const snippets = PAGES.flatMap((path) => codeIn(path).map((code) => ({ path, code })))

async function run(args: string[]): Promise<string | undefined> {
  const stdout = new PassThrough() as PassThrough & Io['stdout']
  const stderr = new PassThrough() as PassThrough & Io['stderr']
  const exitCode = await runCli(args, { stdin: process.stdin, stdout, stderr, env: {} })
  stdout.end()
  return exitCode === 0 ? text(stdout) : undefined
}

/** The help of the command that the words name; those after it are its arguments. */
async function helpOf(words: string[]): Promise<string | undefined> {
  for (let length = words.length; length > 0; length--) {
    const help = await run([...words.slice(0, length), '--help'])
    if (help === undefined) continue
    const needsCommand = help.includes('<command>') && length < words.length
    return needsCommand ? undefined : help
  }
  return undefined
}

describe('the documentation and the program', () => {
  it('agree on commands and their options', async () => {
    const wrong: string[] = []
    const documented = new Set<string>()
    for (const { path, code } of snippets)
      for (const [, line = ''] of code.matchAll(/(?<!-n |[-./\w@:])yantra ([a-z][^|;&)#`]*)/g)) {
        const words = line.trim().split(/\s+/)
        const names = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word)) >>> 0)
        const help = names.length > 0 ? await helpOf(names) : undefined
        documented.add(names[0] ?? '')
        if (help === undefined) wrong.push(`${path}: yantra ${line}`)
        else
          for (const [option] of line.matchAll(/(?<=^| |\[)--[a-z][a-z-]*/g))
            if (!help.includes(option.replace('--no-', '--')) && !help.includes(option))
              wrong.push(`${path}: ${option} in yantra ${line}`)
      }
    assert.deepEqual(wrong, [])
    const commands = [...(await run(['--help']))!.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name]) => name!)
    assert.deepEqual(
      commands.filter((name) => !documented.has(name)),
      [],
      'commands without documentation',
    )
  })

  it('agree on settings', () => {
    const existing = NOT_SETTINGS.union(new Set(settingNames().flatMap((name) => [name, `${name}_FILE`])))
    const unknown = snippets.flatMap(({ path, code }) =>
      [...code.matchAll(/(?<![\w$-])[A-Z][A-Z\d]+(?:_[A-Z\d]+)+(?![\w-])/g)]
        .map(([name]) => name)
        .filter((name) => !existing.has(name))
        .map((name) => `${path}: ${name}`),
    )
    assert.deepEqual([...new Set(unknown)].sort(), [])
  })
})
