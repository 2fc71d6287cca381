import { PROBLEMS } from '../errors.ts'
import { GUIDE_GROUPS } from './pages.ts'

export function llmsText(base: string): string {
  const entry = (name: string, path: string, note: string) => `- [${name}](${base}${path}): ${note}`
  return [
    '# Yantra',
    '',
    '> A read API for tractors, farm and construction machines and used listings in India: search in English, Hindi and Tamil, full sheets, implements that fit, signed webhooks. Prices are in Indian rupees; every figure carries its kind and its date, and null means unknown.',
    '',
    'Reading needs no key. All paths begin with `/v1`; agents may ask at `/mcp` (Model Context Protocol) instead. Errors are `application/problem+json` and say what would be right.',
    '',
    ...GUIDE_GROUPS.flatMap(({ title, guides }) => [
      `## ${title}`,
      '',
      ...guides.map(({ name, title, note }) => entry(title, `/docs/${name}.md`, note)),
      '',
    ]),
    '## Reference',
    '',
    entry('OpenAPI 3.1', '/openapi.json', 'every operation, parameter and field, with examples'),
    entry('Reference', '/docs/reference.md', 'the same as text'),
    entry('Python client', '/docs/yantra_client.py', 'one module on the standard library'),
    '',
    '## Optional',
    '',
    ...Object.entries(PROBLEMS).map(([code, { status, title }]) =>
      entry(code, `/problems/${code}.md`, `${status}: ${title}`),
    ),
    '',
  ].join('\n')
}
