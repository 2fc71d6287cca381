import type { ImplementSummary } from '../contract/implement.ts'
import type { Machine, MachineSummary } from '../contract/machine.ts'
import type { ShownListing } from '../market/listings.ts'
import { isDrawing } from './parts/small.ts'
import type { Reader } from './reader.ts'

const SCHEMA = 'https://schema.org'

/** The machines of a list, by their addresses. */
export function itemList(reader: Reader, machines: readonly MachineSummary[]): object {
  return {
    '@context': SCHEMA,
    '@type': 'ItemList',
    itemListElement: machines.map(({ slug, name }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      url: reader.absolute(`machines/${slug}`),
    })),
  }
}

export function website(reader: Reader): object {
  return {
    '@context': SCHEMA,
    '@type': 'WebSite',
    name: reader.w.siteName,
    inLanguage: reader.language,
    url: reader.absolute(''),
    potentialAction: {
      '@type': 'SearchAction',
      target: `${reader.absolute('machines')}?q={q}`,
      'query-input': 'required name=q',
    },
  }
}

export function breadcrumbs(reader: Reader, trail: readonly [label: string, path: string][]): object {
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: [[reader.w.home, ''] as const, ...trail].map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: reader.absolute(path),
    })),
  }
}

const AVAILABILITY = { current: 'InStock', upcoming: 'PreOrder', discontinued: 'Discontinued' } as const

/** A machine as a product for search engines; without an offer if no price is known. */
export function product(reader: Reader, machine: Machine, className: string): object {
  const { name, slug, manufacturer, image, price_from_inr, price_to_inr, price_as_of, lifecycle, plate = [] } = machine
  const availability = `${SCHEMA}/${AVAILABILITY[lifecycle]}`
  return {
    '@context': SCHEMA,
    '@type': 'Product',
    name,
    url: reader.absolute(`machines/${slug}`),
    category: className,
    brand: { '@type': 'Brand', name: manufacturer.name },
    image: reader.absoluteFile(isDrawing(image) ? `/pictures/shared/${slug}.png` : image!),
    additionalProperty: plate.map((cell) => ({
      '@type': 'PropertyValue',
      name: reader.plateLabel(cell),
      value: cell.value,
      unitText: cell.unit,
    })),
    ...(price_from_inr
      ? {
          offers: {
            '@type': 'AggregateOffer',
            priceCurrency: 'INR',
            lowPrice: price_from_inr,
            highPrice: price_to_inr ?? price_from_inr,
            offerCount: Math.max(1, machine.prices.length),
            availability,
            itemCondition: `${SCHEMA}/NewCondition`,
            ...(price_as_of ? { validFrom: price_as_of } : {}),
          },
        }
      : {}),
  }
}

export function implementProduct(reader: Reader, implement: ImplementSummary): object {
  const { name, slug, kind, manufacturer, image, price_inr, price_high_inr } = implement
  return {
    '@context': SCHEMA,
    '@type': 'Product',
    name,
    url: reader.absolute(`implements/${slug}`),
    category: reader.value('kind', kind),
    brand: { '@type': 'Brand', name: manufacturer.name },
    ...(image ? { image: reader.absoluteFile(image) } : {}),
    ...(price_inr
      ? {
          offers: {
            '@type': 'AggregateOffer',
            priceCurrency: 'INR',
            lowPrice: price_inr,
            highPrice: price_high_inr ?? price_inr,
            itemCondition: `${SCHEMA}/NewCondition`,
          },
        }
      : {}),
  }
}

/** A used machine; a sold one is not on offer, and of the sample none ever was. */
export function usedProduct(reader: Reader, { listing, isSample }: ShownListing, name: string): object {
  const { id, maker_name, price_inr, photos = [], status, seller, year } = listing
  return {
    '@context': SCHEMA,
    '@type': 'Product',
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
  }
}
