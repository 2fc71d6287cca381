import type { ShownListing } from '../listings/listings.ts'
import type { ImplementSummary, Machine } from '../schema/api/machine.ts'
import { isDrawing, shareAddress } from './components/small.ts'
import type { Reader } from './locale.ts'
import type { Step } from './page.ts'

const SCHEMA = 'https://schema.org'

const thing = (type: string, members: object) => ({ '@context': SCHEMA, '@type': type, ...members })

export function website(reader: Reader): object {
  return thing('WebSite', { name: reader.w.siteName, inLanguage: reader.language, url: reader.absolute('') })
}

export function breadcrumbs(reader: Reader, trail: readonly Step[]): object {
  const steps = [[reader.w.home, ''] as const, ...trail]
  const listed = ([name, path]: Readonly<Step>, at: number) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: reader.absolute(path),
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

export function product(reader: Reader, machine: Machine, className: string): object {
  const { slug, machine_class, image, price_from_inr, price_to_inr, price_as_of, lifecycle, plate = [] } = machine
  const further = {
    url: reader.absolute(`machines/${slug}`),
    category: className,
    image: reader.absoluteFile(isDrawing(image) ? shareAddress(machine_class) : image!),
    additionalProperty: plate.map((cell) => ({
      '@type': 'PropertyValue',
      name: reader.plateLabel(cell),
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

export function implementProduct(reader: Reader, implement: ImplementSummary): object {
  const { slug, kind, image, price_inr, price_high_inr } = implement
  const further = {
    url: reader.absolute(`implements/${slug}`),
    category: reader.value('kind', kind),
    ...(image ? { image: reader.absoluteFile(image) } : {}),
  }
  return newProduct(implement, further, [price_inr, price_high_inr], {})
}

/** A used machine; a sold one is not on offer, and of the sample none ever was. */
export function usedProduct(reader: Reader, { listing, isSample }: ShownListing, name: string): object {
  const { id, maker_name, price_inr, photos = [], status, seller, year } = listing
  return thing('Product', {
    name,
    url: reader.absolute(`used/${id}`),
    brand: { '@type': 'Brand', name: maker_name },
    itemCondition: `${SCHEMA}/UsedCondition`,
    productionDate: String(year),
    ...(photos.length > 0 ? { image: photos.map(reader.absoluteFile) } : {}),
    ...(!isSample && {
      offers: {
        '@type': 'Offer',
        priceCurrency: 'INR',
        price: price_inr,
        itemCondition: `${SCHEMA}/UsedCondition`,
        availability: `${SCHEMA}/${status === 'sold' ? 'SoldOut' : 'InStock'}`,
        url: reader.absolute(`used/${id}`),
        seller: {
          '@type': seller === 'dealer' ? 'Organization' : 'Person',
          name: reader.value('seller', seller ?? 'owner'),
        },
      },
    }),
  })
}
