import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { newFolder } from '../backends.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What a walk needs of the tree: modules find each other where they are, so links would lead back. */
const COPIED = [
  ...['src', 'bin', 'test/extending', 'test/import/take.ts', 'test/catalogue-app.ts'],
  ...['package.json', 'tsconfig.json', 'openapi.json'],
]
const LINKED = ['node_modules', 'sample', 'docs', 'client']

/** The patch in the section of docs/contributing/extending.md with this heading. */
function patchIn(header: string): string {
  const docs = readFileSync(join(ROOT, 'docs/contributing/extending.md'), 'utf8')
  const section = docs.split(/^## /m).find((text) => text.startsWith(`${header}\n`))
  const [, patch] = section?.match(/^```diff\n(.*?)^```$/ms) ?? []
  assert.ok(patch, `docs/contributing/extending.md shows a patch under "${header}"`)
  return patch
}

/** A copy of the tree with a patch of the docs, and the files that the patch changes. */
export function patchedTree(t: TestContext, header: string): { folder: string; files: string[] } {
  const folder = newFolder(t)
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  for (const path of LINKED) symlinkSync(join(ROOT, path), join(folder, path))
  const patch = patchIn(header)
  writeFileSync(join(folder, 'docs.patch'), patch)
  execFileSync('git', ['apply', 'docs.patch'], { cwd: folder })
  return { folder, files: [...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file!) }
}

/** Runs a file of this folder in such a copy, and returns the JSON that it prints. */
export function walk<T>(folder: string, file: string): T {
  const printed = execFileSync(process.execPath, [join(folder, 'test/extending', file)], { cwd: folder })
  return JSON.parse(printed.toString())
}

/** What a command of such a copy prints as JSON. */
export function run(folder: string, command: readonly string[], env: Record<string, string>) {
  const program = [join(folder, 'bin/yantra.js'), ...command, '--json']
  return JSON.parse(execFileSync(process.execPath, program, { env: { ...process.env, ...env }, encoding: 'utf8' }))
}
