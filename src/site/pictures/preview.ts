import { createRequire } from 'node:module'
import type { Machine } from '../../contract/machine.ts'
import { escapeHtml } from '../html.ts'
import { priceMonth, range } from '../parts/small.ts'
import type { Reader } from '../reader.ts'
import { drawMachine } from './machine.ts'
import { MARK } from './pictures.ts'

/** The size that messengers and search engines ask for. */
const WIDTH = 1200
const HEIGHT = 630
/** About so many letters of a name fit on a line. */
const LINE = 32
const INK = '#22332b'
const SOFT = '#5c6a62'
/** Latin letters and the rupee sign. It comes as a package: a server may have no fonts. */
const FONTS = [
  '@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf',
  '@expo-google-fonts/mukta/700Bold/Mukta_700Bold.ttf',
]

/**
 * The picture of a shared link to a machine: its drawing, its name, its price with kind and month. It is in English for
 * all readers, because the renderer sets the vowel signs of Devanagari and Tamil over the letters beside them.
 */
export function previewOf(reader: Reader, machine: Machine, colour: string | undefined): string {
  const { name, manufacturer, price_from_inr, price_to_inr, price_kind, price_as_of } = machine
  const lines = inLines(name)
  const price = price_from_inr ? range(price_from_inr, price_to_inr, reader.money) : reader.w.priceUnknown
  const note = [price_kind && reader.value('price_kind', price_kind), price_as_of && priceMonth(reader, price_as_of)]
    .filter(Boolean)
    .join(', ')
  return preview(
    reader,
    placed(drawMachine(machine, colour)) +
      text(60, 172, 38, SOFT, reader.maker(manufacturer)) +
      lines.map((line, at) => text(60, 246 + at * 72, 66, INK, line, true)).join('') +
      text(60, 500, 46, INK, price, true) +
      text(60, 556, 34, SOFT, price_from_inr ? note : ''),
  )
}

/** The picture of a link to any other page. */
export function previewOfSite(reader: Reader): string {
  const tagline = inLines(reader.w.tagline).map((line, at) => text(60, 220 + at * 72, 52, INK, line, true))
  return preview(reader, placed(drawMachine({ machine_class: 'tractor' })) + tagline.join(''))
}

function preview(reader: Reader, content: string): string {
  const mark = MARK.replace('<svg ', '<svg x="60" y="48" width="56" height="56" ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Mukta"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfaf6"/><rect width="${WIDTH}" height="12" fill="#1f3d2f"/>${mark}${text(134, 90, 40, INK, reader.w.siteName, true)}${content}</svg>`
}

/** A drawing at its place below the name. */
function placed(drawing = ''): string {
  return drawing.replace('<svg ', `<svg x="620" y="262" width="540" height="337" color="${INK}" `)
}

function text(x: number, y: number, size: number, fill: string, content: string, isBold = false): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${isBold ? 700 : 400}">${escapeHtml(content)}</text>`
}

/** One or two lines; what is longer is cut. */
function inLines(content: string): string[] {
  const lines = ['']
  for (const word of content.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (line.length <= LINE || lines.at(-1) === '') lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.length > 2 ? [lines[0]!, `${lines[1]} …`] : lines
}

/** A drawing as PNG. The renderer is loaded with the first one and works beside the thread that answers. */
export async function toPng(svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const { resolve } = createRequire(import.meta.url)
  const font = { fontFiles: FONTS.map((file) => resolve(file)), loadSystemFonts: false, defaultFontFamily: 'Mukta' }
  return (await renderAsync(svg, { font })).asPng()
}
