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
  const steps: Step[] = [[locale.w.home, ''], ...trail]
  const itemListElement = steps.map(([name, path], i) => {
    return { '@type': 'ListItem', position: i + 1, name, item: locale.absolute(path) }
  })
  return thing('BreadcrumbList', { itemListElement })
}

const AVAILABILITY = { current: 'InStock', upcoming: 'PreOrder', discontinued: 'Discontinued' } as const

function offerOf(type: 'Offer' | 'AggregateOffer', condition: 'New' | 'Used', offer: object): object {
  return { '@type': type, priceCurrency: 'INR', itemCondition: `${SCHEMA}/${condition}Condition`, ...offer }
}

type Prices = [low: number | null | undefined, high: number | null | undefined]

function newProduct(
  { name, manufacturer }: Pick<Machine, 'name' | 'manufacturer'>,
  [low, high]: Prices,
  more: object,
  offer?: object,
) {
  const offers = offerOf('AggregateOffer', 'New', { lowPrice: low, highPrice: high ?? low, ...offer })
  const brand = { '@type': 'Brand', name: manufacturer.name }
  return thing('Product', { name, brand, ...more, ...(low ? { offers } : {}) })
}

export function product(locale: Locale, machine: Machine, className: string): object {
  const {
    slug,
    machine_class,
    image,
    price_from_inr,
    price_to_inr,
    price_as_of,
    lifecycle,
    prices,
    plate = [],
  } = machine
  const more = {
    url: locale.absolute(`machines/${slug}`),
    category: className,
    image: locale.absoluteFile(isDrawing(image) ? shareAddress(machine_class) : image!),
    additionalProperty: plate.map((cell) => {
      return { '@type': 'PropertyValue', name: locale.plateLabel(cell), value: cell.value, unitText: cell.unit }
    }),
  }
  return newProduct(machine, [price_from_inr, price_to_inr], more, {
    offerCount: Math.max(1, prices.length),
    availability: `${SCHEMA}/${AVAILABILITY[lifecycle]}`,
    ...(price_as_of ? { validFrom: price_as_of } : {}),
  })
}

export function implementProduct(locale: Locale, implement: ImplementSummary): object {
  const { slug, kind, image, price_inr, price_high_inr } = implement
  return newProduct(implement, [price_inr, price_high_inr], {
    url: locale.absolute(`implements/${slug}`),
    category: locale.value('kind', kind),
    ...(image ? { image: locale.absoluteFile(image) } : {}),
  })
}

/** A used machine; one of the sample is not on offer. */
export function usedProduct(locale: Locale, { listing, isSample }: ShownListing, name: string): object {
  const { id, maker_name, price_inr, photos = [], status, seller = 'owner', dealer_name, year } = listing
  const url = locale.absolute(`used/${id}`)
  const offers = offerOf('Offer', 'Used', {
    price: price_inr,
    availability: `${SCHEMA}/${status === 'sold' ? 'SoldOut' : 'InStock'}`,
    url,
    seller: {
      '@type': seller === 'dealer' ? 'Organization' : 'Person',
      name: dealer_name || locale.value('seller', seller),
    },
  })
  return thing('Product', {
    name,
    url,
    brand: { '@type': 'Brand', name: maker_name },
    itemCondition: `${SCHEMA}/UsedCondition`,
    productionDate: String(year),
    ...(photos.length > 0 ? { image: photos.map(locale.absoluteFile) } : {}),
    ...(isSample ? {} : { offers }),
  })
}
