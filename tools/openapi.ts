import { writeFileSync } from 'node:fs'
import { toOpenApi } from '../src/schema/api/openapi.ts'
import { referenceText } from './reference-text.ts'

/** The content of openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(toOpenApi(), null, 2)}\n`
}

if (import.meta.main) {
  writeFileSync(new URL('../openapi.json', import.meta.url), openApiText())
  writeFileSync(new URL('../docs/guides/reference.md', import.meta.url), referenceText())
}
