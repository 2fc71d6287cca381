import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import type { Suite } from './tests-here.ts'

/**
 * Runs the tests of a module for one change after the other in one process, which is much sooner than a process for each.
 * A module that remembers anything from one question to the next must not be judged so.
 */
interface Global {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: object
  hitCount?: number
  hitLimit?: number
}
interface MutantRun {
  activeMutant: { id: string }
  testFilter?: string[]
  hitLimit?: number
  mutantActivation: 'static' | 'runtime'
}
interface Told {
  id: string
  name: string
  timeSpentMs: number
  status: 0 | 1
  failureMessage?: string
}

/** What the changed code asks. */
const stryker: Global = {}
Object.assign(globalThis, { __stryker__: stryker })

// Nobody reads the smallest example of what is noticed.
fc.configureGlobal({ endOnFailure: true })

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test'
      ? { url: new URL('./tests-here.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})

class Runner {
  static inject = ['options']
  readonly #files: readonly string[]
  #suites: readonly Suite[] | undefined

  constructor(options: { tap: { testFiles: readonly string[] } }) {
    this.#files = options.tap.testFiles
  }

  capabilities() {
    return { reloadEnvironment: false }
  }

  async dryRun() {
    return { status: 'complete', tests: await this.#run(), mutantCoverage: stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant: { id }, testFilter, hitLimit, mutantActivation }: MutantRun) {
    if (mutantActivation === 'runtime') await this.#load()
    Object.assign(stryker, { activeMutant: id, hitLimit, hitCount: hitLimit === undefined ? undefined : 0 })
    const tests = await this.#run(testFilter)
    stryker.activeMutant = undefined
    if (hitLimit !== undefined && stryker.hitCount! > hitLimit) return { status: 'timeout', reason: 'hit limit' }
    const failed = tests.filter(({ status }) => status === 1)
    return failed.length > 0
      ? {
          ...{ status: 'killed', nrOfTests: tests.length, killedBy: failed.map((one) => one.id) },
          failureMessage: failed[0]!.failureMessage,
        }
      : { status: 'survived', nrOfTests: tests.length }
  }

  async #load(): Promise<readonly Suite[]> {
    if (this.#suites) return this.#suites
    for (const file of this.#files) await import(pathToFileURL(resolve(file)).href)
    const { suites } = await import('./tests-here.ts')
    this.#suites = suites
    return suites
  }

  /** Until the first that fails, where not all are asked for. */
  async #run(filter?: readonly string[]): Promise<Told[]> {
    const told: Told[] = []
    for (const { before, after, tests } of await this.#load()) {
      const wanted = tests.filter(({ name }) => filter === undefined || filter.includes(name))
      if (wanted.length === 0) continue
      for (const one of before) await one()
      for (const { name, run } of wanted) {
        const began = performance.now()
        stryker.currentTestId = name
        const failureMessage = await run().then(
          () => undefined,
          (error) => String(error),
        )
        stryker.currentTestId = undefined
        const status = failureMessage === undefined ? 0 : 1
        told.push({
          id: name,
          name,
          timeSpentMs: performance.now() - began,
          status,
          ...(failureMessage === undefined ? {} : { failureMessage }),
        })
        if (status === 1) break
      }
      for (const one of after) await one()
      if (told.some(({ status }) => status === 1)) break
    }
    return told
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'here', injectableClass: Runner }]
