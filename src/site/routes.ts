import type { PageRoute } from './page.ts'
import { aboutRoute } from './pages/about.ts'
import { classesRoute, classRoute } from './pages/classes.ts'
import { compareRoute } from './pages/compare.ts'
import { developersRoute } from './pages/developers.ts'
import { homeRoute } from './pages/home.ts'
import { implementRoute, implementsRoute } from './pages/implements.ts'
import { listingRoute } from './pages/listing.ts'
import { makerRoute, makersRoute } from './pages/makers.ts'
import { offlineRoute } from './pages/offline.ts'
import { searchRoute } from './pages/search.ts'
import { sheetRoute } from './pages/sheet.ts'
import { usedRoute } from './pages/used.ts'

/** Every page there is, under its language. */
export const PAGE_ROUTES: readonly PageRoute<never>[] = [
  homeRoute,
  searchRoute,
  sheetRoute,
  compareRoute,
  classesRoute,
  classRoute,
  makersRoute,
  makerRoute,
  implementsRoute,
  implementRoute,
  usedRoute,
  listingRoute,
  aboutRoute,
  developersRoute,
  offlineRoute,
]
