import { type Html, html, raw } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'

/** An image as it is stored; without one, or for a drawing of its class, the class in the manufacturer's colour. */
export interface Picture {
  image: string | null | undefined
  key: string
  manufacturer: string
}

export function picture(
  locale: Locale,
  { image, key, manufacturer }: Picture,
  { alt = '', isFirst = false }: { alt?: string; isFirst?: boolean } = {},
): Html {
  const drawing = locale.drawing(key, manufacturer)
  const stored = image && image !== `/pictures/${key}.svg` ? locale.file(image) : undefined
  const sizes = image ? widthsOf(locale, image, isFirst) : ''
  return html`<img src="${stored ?? drawing}"${stored && html` data-drawing="${drawing}"`} alt="${alt}" width="480" height="320"${raw(isFirst ? '' : ' loading="lazy"')} decoding="async"${raw(sizes)}>`
}

const PHOTO = /^\/photos\/([a-p]{32})\.jpg$/

function widthsOf(locale: Locale, image: string, isLarge: boolean): string {
  const name = PHOTO.exec(image)?.[1]
  if (name === undefined) return ''
  const widths = { '-small': 480, '-middle': 1280, '': 2560 }
  const set = Object.entries(widths).map(([end, width]) => `${locale.file(`/photos/${name}${end}.webp`)} ${width}w`)
  return ` srcset="${set.join(', ')}" sizes="${isLarge ? '(max-width: 60rem) 100vw, 60rem' : '(max-width: 30rem) 100vw, 24rem'}"`
}

export function gallery(slides: readonly Html[], label: string): Html {
  const n = slides.length
  if (n < 2) return html`<div class="tile large">${slides}</div>`
  return html`<ul class="slides" tabindex="0" aria-label="${label}">${slides.map(
    (slide, i) => html`<li class="tile large">${slide}<span class="counter">${i + 1} / ${n}</span></li>`,
  )}</ul>`
}

export function isDrawing(image: string | null | undefined): boolean {
  return !image || image.startsWith('/pictures/')
}

export function drawingCaption({ w }: Locale): Html {
  return html`<p class="caption">${w.drawnOfClass}</p>`
}

export function shareAddress(key: string): string {
  return `/pictures/shared/${pictureKeys.includes(key) ? key : 'tractor'}.png`
}

export function ribbon(locale: Locale, isSample: boolean | undefined): Html | null {
  return isSample ? html`<span class="ribbon" title="${locale.w.sampleNote}">${locale.w.sample}</span>` : null
}
