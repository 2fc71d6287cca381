import { html } from '../html.ts'
import { pageRoute } from '../page.ts'

/** Shown without a connection, in place of a page that is not stored. */
export const offlineRoute = pageRoute({
  path: 'offline',
  async make(_rooms, reader) {
    const { w } = reader
    const body = html`<div class="wide narrow problem"><h1>${w.offlineTitle}</h1><p class="lead">${w.offlineText}</p><p class="actions"><a class="button" href="${reader.to('')}">${w.home}</a></p></div>`
    return { title: w.offlineTitle, description: w.offlineText, body, isUnlisted: true }
  },
})
