import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a zip; `unfolded` is what the directory says of it, true or not. */
export interface ZipPart {
  name: string
  content: Buffer | string
  /** Deflated already. */
  packed?: Buffer
  unfolded?: number
  crc?: number
}

/** A zip as programs write them, by hand, so that its directory may say what it likes. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let i = 0
  for (const {
    name,
    content,
    packed = deflateRawSync(content),
    unfolded = content.length,
    crc = crc32(content),
  } of parts) {
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(unfolded, 8)
    const lengths = Buffer.from([Buffer.byteLength(name), 0, 0, 0])
    const common = Buffer.concat([Buffer.from('1400000008000000' + '0000', 'hex'), sizes, lengths])
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(i, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, place, Buffer.from(name)]))
    written.push(local)
    i += local.length
  }
  const whole = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(whole.length, 12)
  end.writeUInt32LE(i, 16)
  return Buffer.concat([...written, whole, end])
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The parts of a workbook with one sheet, without the sheet itself: `xl/worksheets/sheet1.xml`. */
export const BOOK: readonly ZipPart[] = [
  { name: '[Content_Types].xml', content: `<Types xmlns="${PACKAGE}/content-types"/>` },
  {
    name: '_rels/.rels',
    content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Prices" sheetId="1" r:id="r1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
]

/** A sheet of these rows of texts. */
export const sheetPart = (rows: readonly (readonly string[])[]): ZipPart => ({
  name: 'xl/worksheets/sheet1.xml',
  content: `<worksheet><sheetData>${rows
    .map((row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData></worksheet>`,
})
