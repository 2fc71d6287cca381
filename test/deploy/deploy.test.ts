import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { variableNames } from '../../src/cli/settings.ts'
import { toConfig } from '../../src/config.ts'

const ROOT = join(import.meta.dirname, '../..')
const MANIFESTS = globSync('deploy/kubernetes/**/*.yaml', { cwd: ROOT })
const EXISTING = new Set(variableNames())
const PORT = toConfig({}).port
const METRICS_PORT = 9090

type Tree = null | string | number | boolean | Tree[] | { [key: string]: Tree }

function documents(path: string): Tree[] {
  return parseAllDocuments(readFileSync(join(ROOT, path), 'utf8'), { merge: true }).flatMap((document) => {
    assert.deepEqual(document.errors, [], path)
    const tree = document.toJS() as Tree
    // A patch is a document within a text.
    return [tree, ...result(tree, 'patch').flatMap((patch) => parseAllDocuments(String(patch)).map((d) => d.toJS()))]
  })
}

/** Every value under a key, at any depth. */
function result(tree: Tree | undefined, key: string): Tree[] {
  if (tree === null || typeof tree !== 'object') return []
  if (Array.isArray(tree)) return tree.flatMap((item) => result(item, key))
  return Object.entries(tree).flatMap(([name, value]) => [...(name === key ? [value] : []), ...result(value, key)])
}

const compose = documents('compose.yaml')[0] as Record<string, Record<string, Record<string, Tree>>>
const manifests = MANIFESTS.flatMap(documents)
const ours = Object.values(compose.services!).filter(({ image }) => image === 'yantra')

it('sets only what is a setting', () => {
  const inCompose = ours.flatMap(({ environment = {} }) => Object.keys(environment as object))
  const inPods = result(manifests, 'env').flatMap((list) => (list as { name: string }[]).map(({ name }) => name))
  const patched = manifests
    .flatMap((tree) => (Array.isArray(tree) ? (tree as { path?: string; value: { name: string } }[]) : []))
    .flatMap(({ path, value }) => (path?.endsWith('/env/-') ? [value.name] : []))
  const unit = readFileSync(join(ROOT, 'deploy/systemd/yantra.service'), 'utf8')
  const inUnit = [...unit.matchAll(/^#?Environment=(.*)$/gm)]
    .flatMap(([, pairs]) => pairs!.split(' ').map((pair) => pair.split('=')[0]!))
    .filter((name) => !['NODE_ENV', 'TMPDIR'].includes(name))
  const inMaps = result(manifests, 'literals').flatMap((list) => (list as string[]).map((pair) => pair.split('=')[0]!))
  for (const names of [inCompose, inPods, patched, inUnit, inMaps]) {
    assert.ok(names.length > 0)
    for (const name of names) assert.ok(EXISTING.has(name), `${name} is not a setting`)
  }
})

it('starts commands that there are', () => {
  const commands = [...ours.flatMap(({ command }) => (command ? [command] : [])), ...result(manifests, 'args')]
  assert.ok(commands.length >= 6)
  for (const [name] of commands as [string][]) assert.ok(existsSync(join(ROOT, 'src/cli', `${name}.ts`)), name)
})

it('reaches the service where it listens', () => {
  for (const port of result(manifests, 'containerPort')) assert.ok(port === PORT || port === METRICS_PORT, String(port))
  for (const map of ours.flatMap(({ ports = [] }) => ports as string[])) assert.ok(map.endsWith(`:${PORT}`), map)
  const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  assert.match(image, new RegExp(`^ENV .*\\bPORT=${PORT}\\b[^]*^EXPOSE ${PORT}$`, 'm'))
  const proxies = globSync('deploy/{compose/Caddyfile,caddy/*,nginx/*}', { cwd: ROOT })
  const upstreams = proxies.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:replica-\w|127\.0\.0\.1):(\d+)/g)].map(([, port]) => port),
  )
  assert.ok(upstreams.includes(String(PORT)))
})

it('holds every file of Kubernetes in a kustomization, and every container to the restricted standard', () => {
  const named = result(manifests, 'resources').flatMap((list) => (Array.isArray(list) ? (list as string[]) : []))
  for (const path of MANIFESTS.filter((file) => !file.endsWith('kustomization.yaml')))
    assert.ok(named.includes(path.split('/').at(-1)!), `no kustomization has ${path}`)
  const containers = result(manifests, 'containers').flat() as { securityContext?: Tree }[]
  assert.equal(containers.length, 3)
  const strict = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
  for (const { securityContext } of containers) assert.deepEqual(securityContext, strict)
  const [, user] = /^USER (\d+):/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []
  for (const id of result(manifests, 'runAsUser')) assert.equal(String(id), user)
})

it('tells the metrics of what serves on a port that no proxy passes on', () => {
  const [serve] = manifests.flatMap((tree) =>
    (tree as { metadata?: { name?: string } }).metadata?.name === 'yantra-serve' ? result(tree, 'env') : [],
  ) as { name: string; value: string }[][]
  assert.equal(serve?.find(({ name }) => name === 'METRICS_PORT')?.value, String(METRICS_PORT))
  const replicas = ours.filter(({ command }) => (command as string[] | undefined)?.[0] === 'serve')
  assert.ok(replicas.length > 0)
  for (const { environment, ports } of replicas) {
    assert.equal((environment as Record<string, string>).METRICS_PORT, String(METRICS_PORT))
    assert.equal(ports, undefined)
  }
  for (const path of globSync('deploy/{compose/Caddyfile,caddy/*,nginx/*}', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    assert.match(text, /metrics/, path)
    assert.match(text, /header_up -X-Forwarded-Host|proxy_set_header X-Forwarded-Host "";/, path)
  }
})
