import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** Addresses, or how the question fails; `silence` leaves it without an answer. */
export type Records = string[] | 'nxdomain' | 'servfail' | 'silence'

const A = 1
const CODES = { servfail: 2, nxdomain: 3 }

/** A name server that answers questions for IPv4 addresses as it is told; for others it has no data. */
export async function startNameServer(t: TestContext, answer: (name: string) => Records): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    const records = answer(name)
    if (records === 'silence') return
    const addresses = typeof records === 'string' || type !== A ? [] : records
    const header = Buffer.alloc(12)
    question.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (typeof records === 'string' ? CODES[records] : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    const answers = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, question.subarray(12, end), ...answers]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  t.after(() => socket.close())
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let i = 12
  for (let length = message[i]!; length > 0; length = message[i]!) {
    labels.push(message.toString('latin1', i + 1, i + 1 + length))
    i += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(i + 1), end: i + 5 }
}
