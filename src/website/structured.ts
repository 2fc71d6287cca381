import type { ShownListing } from '../listings/listings.ts'
import type { ImplementSummary, Machine } from '../schema/api/machine.ts'
import { isDrawing, shareAddress } from './components/picture.ts'
import type { Locale } from './locale.ts'
import type { Step } from './page.ts'

const SCHEMA = 'https://schema.org'

const thing = (type: string, members: object) => ({ '@context': SCHEMA, '@type': type, ...members })

export function website(locale: Locale): object {
  return thing('WebSite', { name: locale.w.siteName, inLanguage: locale.language, url: locale.absolute('') })
}

export function breadcrumbs(locale: Locale, trail: readonly Step[]): object {
  const steps = [[locale.w.home, ''] as const, ...trail]
  const listed = ([name, path]: Readonly<Step>, i: number) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: locale.absolute(path),
  })
  return thing('BreadcrumbList', { itemListElement: steps.map(listed) })
}

const AVAILABILITY = { current: 'InStock', upcoming: 'PreOrder', discontinued: 'Discontinued' } as const

/** A new machine or implement as a product for search engines; without an offer if no price is known. */
function newProduct(
  { name, manufacturer }: { name: string; manufacturer: { name: string } },
  further: object,
  [low, high]: readonly (number | null | undefined)[],
  offer: object,
): object {
  const offers = {
    '@type': 'AggregateOffer',
    priceCurrency: 'INR',
    lowPrice: low,
    highPrice: high ?? low,
    itemCondition: `${SCHEMA}/NewCondition`,
    ...offer,
  }
  const brand = { '@type': 'Brand', name: manufacturer.name }
  return thing('Product', { name, brand, ...further, ...(low ? { offers } : {}) })
}

export function product(locale: Locale, machine: Machine, className: string): object {
  const { slug, machine_class, image, price_from_inr, price_to_inr, price_as_of, lifecycle, plate = [] } = machine
  const further = {
    url: locale.absolute(`machines/${slug}`),
    category: className,
    image: locale.absoluteFile(isDrawing(image) ? shareAddress(machine_class) : image!),
    additionalProperty: plate.map((cell) => ({
      '@type': 'PropertyValue',
      name: locale.plateLabel(cell),
      value: cell.value,
      unitText: cell.unit,
    })),
  }
  return newProduct(machine, further, [price_from_inr, price_to_inr], {
    offerCount: Math.max(1, machine.prices.length),
    availability: `${SCHEMA}/${AVAILABILITY[lifecycle]}`,
    ...(price_as_of ? { validFrom: price_as_of } : {}),
  })
}

export function implementProduct(locale: Locale, implement: ImplementSummary): object {
  const { slug, kind, image, price_inr, price_high_inr } = implement
  const further = {
    url: locale.absolute(`implements/${slug}`),
    category: locale.value('kind', kind),
    ...(image ? { image: locale.absoluteFile(image) } : {}),
  }
  return newProduct(implement, further, [price_inr, price_high_inr], {})
}

/** A used machine; a sold one is not on offer, and of the sample none ever was. */
export function usedProduct(locale: Locale, { listing, isSample }: ShownListing, name: string): object {
  const { id, maker_name, price_inr, photos = [], status, seller, year } = listing
  return thing('Product', {
    name,
    url: locale.absolute(`used/${id}`),
    brand: { '@type': 'Brand', name: maker_name },
    itemCondition: `${SCHEMA}/UsedCondition`,
    productionDate: String(year),
    ...(photos.length > 0 ? { image: photos.map(locale.absoluteFile) } : {}),
    ...(!isSample && {
      offers: {
        '@type': 'Offer',
        priceCurrency: 'INR',
        price: price_inr,
        itemCondition: `${SCHEMA}/UsedCondition`,
        availability: `${SCHEMA}/${status === 'sold' ? 'SoldOut' : 'InStock'}`,
        url: locale.absolute(`used/${id}`),
        seller: {
          '@type': seller === 'dealer' ? 'Organization' : 'Person',
          name: locale.value('seller', seller ?? 'owner'),
        },
      },
    }),
  })
}
