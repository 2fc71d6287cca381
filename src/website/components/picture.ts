import { type Html, html, raw } from '../html.ts'
import { pictureKeys } from '../illustrations/illustrations.ts'
import type { Locale } from '../locale.ts'

/** A picture in a box of fixed shape: the photo, else the machine's own drawing, else that of its class. */
export function picture(
  locale: Locale,
  image: string | null | undefined,
  classKey: string,
  { alt = '', isFirst = false, slug }: { alt?: string; isFirst?: boolean; slug?: string | undefined } = {},
): Html {
  const isPhoto = image && !(slug && isDrawing(image))
  const address = isPhoto ? locale.file(image) : drawingOf(locale, classKey, slug)
  const sizes = isPhoto ? widthsOf(locale, image, isFirst) : ''
  return html`<img src="${address}" data-drawing="${drawingOf(locale, classKey)}" alt="${alt}" width="480" height="320"${raw(isFirst ? '' : ' loading="lazy"')} decoding="async"${raw(sizes)}>`
}

const PHOTO = /^\/photos\/([a-p]{32})\.jpg$/

/** The three widths of an uploaded photo, as WebP: a card, a phone and a large screen each load what they show. */
function widthsOf(locale: Locale, image: string, isLarge: boolean): string {
  const name = PHOTO.exec(image)?.[1]
  if (name === undefined) return ''
  const widths = { '-small': 480, '-middle': 1280, '': 2560 }
  const set = Object.entries(widths).map(([end, width]) => `${locale.file(`/photos/${name}${end}.webp`)} ${width}w`)
  return ` srcset="${set.join(', ')}" sizes="${isLarge ? '(max-width: 60rem) 100vw, 60rem' : '(max-width: 30rem) 100vw, 24rem'}"`
}

/** One picture, or several to swipe, each counted. */
export function gallery(slides: readonly Html[], label: string): Html {
  const n = slides.length
  if (n < 2) return html`<div class="tile large">${slides}</div>`
  return html`<ul class="slides" tabindex="0" aria-label="${label}">${slides.map(
    (slide, i) => html`<li class="tile large">${slide}<span class="counter">${i + 1} / ${n}</span></li>`,
  )}</ul>`
}

/** Whether a picture is a drawing of ours, or will be because there is none. */
export function isDrawing(image: string | null | undefined): boolean {
  return !image || image.startsWith('/pictures/')
}

/** The address of a machine's own drawing, or without a slug of its class's; the service's logo if there is none. */
export function drawingOf(locale: Locale, classKey: string, slug?: string): string {
  if (!pictureKeys.includes(classKey)) return locale.file('/pictures/yantra.svg')
  return locale.file(slug ? `/pictures/drawn/${slug}.svg` : `/pictures/${classKey}.svg`)
}

/** Says that the picture is a drawing of the class, not of this machine. */
export function drawingCaption({ w }: Locale): Html {
  return html`<p class="caption">${w.drawnOfClass}</p>`
}

/** The address of the PNG that stands for a class in shared links. */
export function shareAddress(classKey: string): string {
  return `/pictures/shared/${pictureKeys.includes(classKey) ? classKey : 'tractor'}.png`
}

export function ribbon(locale: Locale, isSample: boolean | undefined): Html | null {
  return isSample ? html`<span class="ribbon" title="${locale.w.sampleNote}">${locale.w.sample}</span>` : null
}
