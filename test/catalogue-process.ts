import { openDatabase } from '../src/database/open.ts'
import { target } from './backends.ts'
import { startCatalogueApp } from './catalogue-app.ts'

// The catalogue's reads as a process of their own: takes DATABASE_URL, tells its address, ends with its parent.
const db = await openDatabase(target(process.env.DATABASE_URL!))
const { url } = await startCatalogueApp(db)
process.send?.({ url })
process.on('disconnect', () => process.exit())
