#!/usr/bin/env node
// Runs src/cli/main.ts on the Node.js that comes with the packages when the one that was found is too old
// to run TypeScript as it stands.
import { spawn } from 'node:child_process'
import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In MB: a larger one costs memory for the life of the process and saves little. */
const NURSERY = '--max-semi-space-size=8'
const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 26) {
  process.argv[1] = cli
  // Started by the branch below, it ends as if told to when that process is gone, however that ended.
  if (process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel.unref()
  }
  // The next start need not strip and compile the sources again.
  const compiled = ownFolder()
  if (compiled) module.enableCompileCache(compiled)
  await import(cli)
} else {
  const node = packagedNode()
  if (!node) {
    console.error('yantra needs Node.js 26; run `npm ci` in its folder, which brings one along')
    // npm leaves out an optional package, and says nothing, when it is not the one of the lock file.
    console.error('if it has run: there is none for this platform, or it was not the one of package-lock.json')
    process.exit(2)
  }
  const child = spawn(node, [NURSERY, process.argv[1], ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // A terminal signals the whole group; a supervisor signals only this process.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(status ?? (signal === 'SIGINT' ? 130 : 143)))
}

/** The Node.js of the packages: of those that package.json names, npm installs the one of this platform. */
function packagedNode() {
  const require = module.createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  for (const name of Object.keys(require('../package.json').optionalDependencies)) {
    try {
      return require.resolve(`${name}/${file}`)
    } catch {
      // For another platform.
    }
  }
  return undefined
}

/**
 * A folder for compiled code that nobody else can write to; undefined where there is none. Node runs what it finds
 * there, and the folder that it would take by itself may belong to any user of the machine.
 */
function ownFolder() {
  const user = process.getuid?.()
  const path = join(tmpdir(), user === undefined ? 'yantra' : `yantra-${user}`)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const { mode, uid } = lstatSync(path)
    const isOwn = user === undefined || (uid === user && (mode & 0o170077) === 0o040000)
    return isOwn ? path : undefined
  } catch {
    return undefined
  }
}
