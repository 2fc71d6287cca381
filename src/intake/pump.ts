import type { Transform } from 'node:stream'

/**
 * Feeds a transform chunk by chunk and yields all that it makes of each. Iterating over the transform itself would lose
 * what it made just before it failed.
 */
export async function* pump<T>(chunks: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<T[]> {
  let made: T[] = []
  let failure: Error | undefined
  let wake = () => {}
  transform.on('data', (item: T) => made.push(item))
  transform.on('error', (error: Error) => {
    failure = error
    wake()
  })

  async function step(act: (done: () => void) => void): Promise<T[]> {
    await new Promise<void>((resolve) => {
      wake = resolve
      if (failure) resolve()
      else act(resolve)
    })
    const out = made
    made = []
    return out
  }

  try {
    for await (const chunk of chunks) {
      const out = await step((done) => transform.write(chunk, () => done()))
      if (out.length > 0) yield out
      if (failure) throw failure
    }
    const out = await step((done) => {
      transform.once('end', done)
      transform.end()
    })
    if (out.length > 0) yield out
    if (failure) throw failure
  } finally {
    transform.destroy()
  }
}
