import { crc32, deflateSync } from 'node:zlib'

/** Where each picture says it was taken. */
export const PLACE = '30.9010 N 75.8573 E'

/** A picture of 12 by 8 in one shade of grey. */
export function png(shade: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('0000000c000000080802000000', 'hex')),
    chunk('tEXt', Buffer.from(`Location\0${PLACE}`)),
    chunk('IDAT', deflateSync(Buffer.alloc(8 * (1 + 12 * 3), shade).fill(0, 0, 1))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
