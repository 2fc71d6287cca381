/** Up to this size a loop is faster than a call into the runtime. */
const SHORT = 48

/** Puts bytes together in one reused buffer. */
export function createByteWriter() {
  let buffer = Buffer.allocUnsafeSlow(64 * 1024)
  let length = 0

  function reserve(more: number): void {
    if (length + more <= buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more))
    larger.set(buffer.subarray(0, length))
    buffer = larger
  }

  function copy(source: Uint8Array, start: number, end: number): void {
    const size = end - start
    reserve(size)
    if (size > SHORT) buffer.set(source.subarray(start, end), length)
    else for (let from = start, to = length; from < end; ) buffer[to++] = source[from++]!
    length += size
  }

  return {
    clear(): void {
      length = 0
    },
    copy,
    bytes(source: Uint8Array): void {
      if (source.length <= SHORT) copy(source, 0, source.length)
      else {
        reserve(source.length)
        buffer.set(source, length)
        length += source.length
      }
    },
    /** A whole number that is not negative. */
    number(value: number): void {
      reserve(16)
      let digits = 1
      for (let bound = 10; bound <= value; bound *= 10) digits++
      for (let at = length + digits - 1, left = value; at >= length; at--) {
        buffer[at] = 48 + (left % 10)
        left = Math.floor(left / 10)
      }
      length += digits
    },
    text(text: string): void {
      reserve(text.length * 3)
      length += buffer.write(text, length)
    },
    /** A copy of what was written. */
    take: (): Buffer => Buffer.from(buffer.subarray(0, length)),
  }
}

const spare: ByteWriter[] = []

/** Returns what `write` writes. No other call has the same writer, so nothing of two callers is mixed. */
export function writeBytes(write: (out: ByteWriter) => void): Buffer {
  const out = spare.pop() ?? createByteWriter()
  out.clear()
  write(out)
  const bytes = out.take()
  spare.push(out)
  return bytes
}

export type ByteWriter = ReturnType<typeof createByteWriter>
