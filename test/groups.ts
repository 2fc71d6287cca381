import type { TestEvent } from 'node:test/reporters'

/** A reporter that prints the tests and the seconds of each file that `node --test` starts, slowest first. */
export default async function* groups(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const rows: { file: string; tests: number; seconds: number }[] = []
  for await (const event of events) {
    if (event.type !== 'test:summary' || event.data.file === undefined) continue
    const { file, counts, duration_ms } = event.data
    rows.push({ file: file.replace(`${process.cwd()}/`, ''), tests: counts.tests, seconds: duration_ms / 1_000 })
  }
  yield '\nseconds  tests  file\n'
  for (const { file, tests, seconds } of rows.sort((a, b) => b.seconds - a.seconds))
    yield `${seconds.toFixed(1).padStart(7)}  ${String(tests).padStart(5)}  ${file}\n`
}
