import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { type Photograph, readPhotograph, typeOfPhotograph } from './photograph.ts'

/** Pictures of 12 × 8. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j' +
    'q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
    'pKSkpKSkpKT/wAARCAAIAAwDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAEE/8QAFhABAQEAAAAAAAAAAAAAAAAAABEh' +
    '/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAZEQACAwEAAAAAAAAAAAAAAAAAAhESITH/2gAMAwEAAhEDEQA/AM+1QCTs1ozh/9k=',
  'base64',
)
const LOSSY = Buffer.from('VlA4ICoAAABwAQCdASoMAAgABABoJagCdAFAAAD+34Ae5aKA9B/7gOfM4be7POyMAAA=', 'base64')
const LOSSLESS = Buffer.from('VlA4TBwAAAAvC8ABAA9wxNXPZJ7off4DDwKBJPD1d4jof0AD', 'base64')
const SECRET = 'Gurpreet 98155 00321, 30.9010 N 75.8573 E'

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}

function png(...beside: Buffer[]): Buffer {
  const header = Buffer.from('0000000c000000080802000000', 'hex')
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(8 * (1 + 12 * 3))))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), ...beside, rows, chunk('IEND', Buffer.alloc(0))])
}

function riff(...chunks: [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
  })
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}

const webp = (data: Buffer, ...more: [string, Buffer][]) =>
  riff(...more, [data.toString('latin1', 0, 4), data.subarray(8, 8 + data.readUInt32LE(4))])

/** The note of a camera: how it was held, and a text after it. */
function exif(order: 'II' | 'MM', orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write(order)
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(SECRET)]))
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const jpeg = (...beside: Buffer[]) => Buffer.concat([JPEG.subarray(0, 2), ...beside, JPEG.subarray(2)])

function kept(sent: Buffer): Photograph {
  const photograph = readPhotograph(sent)
  if ('refused' in photograph) assert.fail(photograph.refused)
  return photograph
}

it('keeps a picture as it is, with its sides, under a name made from its bytes', () => {
  for (const [sent, extension] of [
    [JPEG, 'jpg'],
    [png(), 'png'],
    [webp(LOSSY), 'webp'],
    [webp(LOSSLESS), 'webp'],
  ] as const) {
    const { name, bytes, width, height } = kept(sent)
    assert.deepEqual([width, height], [12, 8], extension)
    assert.match(name, new RegExp(`^[a-p]{32}\\.${extension}$`))
    assert.ok(bytes.equals(sent), extension)
    assert.match(typeOfPhotograph(name)!, /^image\//)
  }
  assert.notEqual(kept(webp(LOSSY)).name, kept(webp(LOSSLESS)).name)
  for (const name of ['../yantra.db', `${'a'.repeat(32)}.svg`, 'a.jpg']) assert.equal(typeOfPhotograph(name), undefined)
})

it('keeps nothing that stands beside the picture', () => {
  const text = Buffer.from(SECRET)
  const extended = Buffer.from('2c0000000b0000070000', 'hex')
  const cleaned: [sent: Buffer, clean: Buffer][] = [
    [jpeg(exif('II', 1), segment(0xfe, text), segment(0xed, text)), JPEG],
    [Buffer.concat([JPEG, text]), JPEG],
    [png(chunk('tEXt', text), chunk('eXIf', text), chunk('iTXt', text)), png()],
    [
      webp(LOSSY, ['VP8X', extended], ['EXIF', text], ['XMP ', text]),
      webp(LOSSY, ['VP8X', Buffer.from('200000000b0000070000', 'hex')]),
    ],
  ]
  for (const [sent, clean] of cleaned) assert.deepEqual(kept(sent), kept(clean))
})

it('keeps how a camera was held, and nothing else of its note', () => {
  for (const order of ['II', 'MM'] as const) {
    for (const orientation of [3, 6]) {
      const { bytes, width, height } = kept(jpeg(exif(order, orientation)))
      assert.ok(!bytes.includes('Gurpreet'))
      assert.deepEqual([width, height], orientation === 6 ? [8, 12] : [12, 8])
      assert.deepEqual(kept(bytes), kept(jpeg(exif(order, orientation))), 'read again it is the same')
    }
  }
})

it('refuses what is no such picture, cut off anywhere, or too large', () => {
  for (const sent of [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('GIF89a'),
  ]) {
    assert.deepEqual(readPhotograph(sent), { refused: 'the file is no JPEG, PNG or WebP picture' })
  }
  for (const sent of [JPEG, png(), webp(LOSSY), webp(LOSSLESS)]) {
    for (let length = 16; length < sent.length; length++) {
      assert.ok('refused' in readPhotograph(sent.subarray(0, length)), `${length} of ${sent.length}`)
    }
  }
  const wide = png()
  wide.writeUInt32BE(20_001, 16)
  assert.deepEqual(readPhotograph(wide), { refused: 'the picture is 20001 × 8; a side may have up to 20,000' })
  assert.deepEqual(readPhotograph(Buffer.alloc(8 * 1024 * 1024 + 1)), { refused: 'a photograph may have up to 8 MB' })
})
