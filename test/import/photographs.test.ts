import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { makePhotograph } from '../../src/import/photographs.ts'

const SECRET = 'GPS 30.9010N 75.8573E 98155-00321'
const MORE_MB = 300

function pngOf(width: number, height: number, rest: Buffer[] = []): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const lines = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const parts = [chunk('IHDR', head), chunk('tEXt', Buffer.from(`Location\0${SECRET}`)), chunk('IDAT', lines)]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts, chunk('IEND', Buffer.alloc(0)), ...rest])
}

/** Sixty files: bombs, polyglots, metadata, other formats, cut and damaged ones. */
async function hostile(): Promise<Buffer[]> {
  const plain = sharp({ create: { width: 900, height: 600, channels: 3, background: '#996633' } })
  const exif = { IFD0: { ImageDescription: SECRET, Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N' } }
  const withMetadata = plain.clone().withExif(exif).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
  const created = await Promise.all([
    withMetadata.clone().jpeg().toBuffer(),
    withMetadata.clone().png().toBuffer(),
    withMetadata.clone().webp().toBuffer(),
  ])
  const tails = ['<script>alert(1)</script>', `%PDF-1.7 ${SECRET}`, `PK\u0003\u0004${SECRET}`, `<?php ${SECRET}`]
  const files = [
    ...created,
    ...created.flatMap((item) => tails.map((tail) => Buffer.concat([item, Buffer.from(tail)]))),
    ...created.flatMap((item) => [0.2, 0.5, 0.9].map((share) => item.subarray(0, Math.floor(item.length * share)))),
    ...created.flatMap((item) =>
      [30, 200, 400].map((i) => Buffer.concat([item.subarray(0, i), Buffer.alloc(64), item.subarray(i)])),
    ),
    ...[20_000, 65_000].map((width) => pngOf(width, 20_000)),
    ...[pngOf(100_000, 1_000), pngOf(7_000, 8_000), pngOf(12, 8, [Buffer.from(SECRET)])],
    ...[
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      ...['GIF89a', 'BM', '%PDF-1.4', '', 'x', '<html>', '\u0000\u0000\u0000 ftypavif', 'II*\u0000', '8BPS'],
    ].map((text) => Buffer.from(text)),
    ...['ffd8ffe0', 'ffd8ffe000104a46494600', '89504e470d0a1a0a'].map((hex) => Buffer.from(hex, 'hex')),
    ...['52494646ffffffff57454250', '524946460000000041564920'].map((hex) => Buffer.from(hex, 'hex')),
  ]
  while (files.length < 60)
    files.push(
      Buffer.concat([created[files.length % 3]!.subarray(0, 20 + files.length), Buffer.alloc(500, files.length)]),
    )
  return files
}

it('of sixty hostile photos no byte of their own is served, and memory stays flat', async (t) => {
  const files = await hostile()
  assert.ok(files.length >= 60)
  const before = process.memoryUsage().rss
  let [taken, refused, max] = [0, 0, before]
  for (const file of files) {
    const created = await makePhotograph(file)
    max = Math.max(max, process.memoryUsage().rss)
    if ('refused' in created) {
      refused++
      continue
    }
    taken++
    assert.equal(created.files.length, 6)
    for (const { bytes } of created.files) {
      for (const word of [SECRET, 'script', 'PDF', 'php', 'Exif', 'xmpmeta', 'ICC_PROFILE'])
        assert.ok(!bytes.includes(word), word)
      const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
      assert.ok(Math.max(width, height) <= 2560)
      assert.deepEqual([exif, xmp, icc, orientation], [undefined, undefined, undefined, undefined])
    }
  }
  const more = Math.round((max - before) / 1e6)
  t.diagnostic(`${files.length} files: ${taken} made anew, ${refused} refused; memory + ${more} MB`)
  assert.ok(more < MORE_MB, `${more} MB more`)
})

it('a photo is turned upright and has three widths in two formats', async () => {
  const clause = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#123456' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const created = await makePhotograph(clause)
  assert.ok(!('refused' in created))
  assert.deepEqual([created.width, created.height], [1707, 2560])
  const sizes = await Promise.all(created.files.map(async ({ bytes }) => (await sharp(bytes).metadata()).height))
  assert.deepEqual(sizes, [2560, 2560, 1280, 1280, 480, 480])
})
