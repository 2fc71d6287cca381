import { html } from '../site/html.ts'
import { pageHeaders } from '../site/site.ts'
import type { GuideFrame, GuidePage } from './frame.ts'

/** The interactive reference adds its own styles to the page; scripts and requests stay ours. */
export function referenceHeaders(baseUrl: string): Record<string, string> {
  const server = baseUrl ? ` ${new URL(baseUrl).origin}` : ''
  return {
    ...pageHeaders(),
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'${server}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  }
}

const CONFIGURATION = {
  // Everything the page needs comes from this server.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

export function referencePage({ prefix }: GuideFrame): GuidePage {
  const configuration = JSON.stringify({ ...CONFIGURATION, url: `${prefix}/openapi.json` })
  return {
    title: 'Reference',
    description: 'Every operation, parameter and field, with a console to try them.',
    path: '/docs/reference',
    isWide: true,
    body: html`<div id="content" tabindex="-1"><noscript><p class="wide">The console needs scripts. <a href="${prefix}/docs/reference.md">The same as text</a>.</p></noscript>
<script id="api-reference" type="application/json" data-configuration="${configuration}"></script></div>`,
    scripts: html`<script src="${prefix}/docs/files/scalar.js"></script>`,
  }
}
