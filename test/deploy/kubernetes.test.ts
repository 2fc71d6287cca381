import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const KUBERNETES = join(ROOT, 'deploy/kubernetes')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
/** Their schemas are not those of Kubernetes itself. */
const FOREIGN = /^(monitoring\.coreos\.com|kustomize\.config\.k8s\.io)\//

interface Manifest {
  apiVersion: string
  kind: string
}

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0
const kustomizations = ['base', 'overlays/trial', 'overlays/production']

function documents(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

/** `apps/v1` is a module of that name; `v1` is `core/v1`, `networking.k8s.io/v1` is `networking/v1`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group!.split('.')[0]}/${version}`
}

/** What the types of Kubernetes say of these: a field that is unknown, missing or of another type. */
function faultsOf(manifests: readonly Manifest[]): string {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'kubernetes-'))
  try {
    const lines = manifests.map(
      (manifest, i) =>
        `export const of${i} = ${JSON.stringify(manifest, null, 1)} satisfies import('${moduleOf(manifest)}').${manifest.kind}`,
    )
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
    const strict = [
      '--noEmit',
      '--strict',
      '--ignoreConfig',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--skipLibCheck',
      '--types',
      '',
    ]
    return spawnSync(TSC, [...strict, 'manifests.ts'], { cwd: folder, encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function shipped(): Manifest[] {
  const { resources } = documents(readFileSync(join(KUBERNETES, 'base/kustomization.yaml'), 'utf8'))[0] as unknown as {
    resources: string[]
  }
  const files = [
    ...resources.map((name) => `base/${name}`),
    'overlays/trial/namespace.yaml',
    'overlays/production/ingress.yaml',
  ]
  return files.flatMap((path) => documents(readFileSync(join(KUBERNETES, path), 'utf8')))
}

it('every Kubernetes manifest matches its schema', () => {
  const manifests = shipped()
  assert.ok(manifests.length >= 14)
  assert.equal(faultsOf(manifests), '')
})

it('every overlay builds to valid manifests', { skip: !kubectl && 'kubectl was not found' }, () => {
  for (const name of kustomizations) {
    const built = documents(execFileSync('kubectl', ['kustomize', join(KUBERNETES, name)], { encoding: 'utf8' }))
    assert.ok(built.length >= 6, name)
    assert.equal(faultsOf(built.filter(({ apiVersion }) => !FOREIGN.test(apiVersion))), '', name)
  }
})
