import { html } from '../html.ts'
import { pageRoute } from '../page.ts'

/** What a reader without a connection sees in place of a page that is not held. */
export const offlineRoute = pageRoute({
  path: 'offline',
  make(_rooms, reader) {
    const { w } = reader
    const body = html`<div class="wide narrow problem"><h1>${w.offlineTitle}</h1><p class="lead">${w.offlineText}</p><p class="actions"><a class="button" href="${reader.to('')}">${w.home}</a></p></div>`
    return { title: w.offlineTitle, description: w.offlineText, body, isUnlisted: true }
  },
})
