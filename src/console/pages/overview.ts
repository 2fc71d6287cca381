import type { Finding } from '../../admin/checks/finding.ts'
import { sumOf } from '../../admin/checks/work.ts'
import { gigabytes, processColumns } from '../../admin/heartbeat.ts'
import { type Overview, readOverview } from '../../admin/overview.ts'
import { type Html, type HtmlValue, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import type { ConsolePage, PageContext, Pages } from '../page.ts'
import { state, time } from '../parts.ts'
import { tableOf } from '../resource-parts.ts'

export const OVERVIEW_PAGES: Pages = {
  async '/'(request, { reads, config }) {
    return overviewPage(request, await readOverview(reads, config, request.now))
  },
}

export function overviewPage(context: PageContext, values: Overview): ConsolePage {
  const body = html`${warnings(context, values.findings)}
${tiles(context, values)}
<h2>Processes</h2>
${tableOf(context, 'Processes', processColumns(values.revision), values.processes)}`
  return { title: 'Overview', body, menu: 'overview' }
}

function warnings({ to }: PageContext, findings: readonly Finding[]): Html {
  const bad = findings.filter(({ state }) => state !== 'ok')
  if (bad.length === 0) return html`<p class="well">${state('OK', 'good')} No problems found.</p>`
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Needs attention</h2><ul>${bad
    .slice(0, MAX_WARNINGS)
    .map(
      ({ check, detail, subscription }) =>
        html`<li><strong>${check}</strong> ${withCode(detail)}${(subscription || LINKED.includes(check)) && html` <a href="${to(subscription ? `webhooks/${subscription}` : check)}">Look</a>`}</li>`,
    )}${bad.length > MAX_WARNINGS && html`<li>and ${bad.length - MAX_WARNINGS} more</li>`}</ul></section>`
}

const MAX_WARNINGS = 8
/** Checks with a page of their name. */
const LINKED = ['enquiries', 'listings']

/** Commands stand between backticks. */
function withCode(text: string): HtmlValue {
  return text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece))
}

function tiles({ to, now }: PageContext, values: Overview): Html {
  const { subscriptions, listings, openEnquiries, oldestEnquiry, disk, lastImport } = values
  const waits = subscriptions.flatMap(({ oldest_waiting }) => oldest_waiting ?? [])
  const oldest = waits.length > 0 ? html`oldest ${time(Math.min(...waits), now)}` : null
  const failing = subscriptions.filter(({ state }) => state === 'failing').length
  const disabled = subscriptions.filter(({ state }) => state === 'disabled').length
  const tile = (name: string, value: HtmlValue, note: HtmlValue, path?: string) =>
    html`<div><dt>${path === undefined ? name : html`<a href="${to(path)}">${name}</a>`}</dt><dd><strong>${value}</strong> <small>${note}</small></dd></div>`
  return html`<dl class="glance">
${tile('Machines', figure(values.machines), `${figure(values.implements)} implements`, 'data')}
${tile('Live listings', figure(listings.live ?? 0), `${figure(listings.review ?? 0)} in review`, 'listings')}
${tile('Keys', figure(values.keys), 'live', 'keys')}
${tile('Subscriptions', figure(subscriptions.length), `${failing} failing, ${disabled} disabled`, 'webhooks')}
${tile('Deliveries waiting', sumOf(subscriptions, 'waiting'), oldest, 'webhooks')}
${tile('Deliveries failed', sumOf(subscriptions, 'failed'), 'after all attempts', 'webhooks')}
${tile('Last import', lastImport ? time(lastImport.at, now) : 'none', lastImport ? lastImport.state : null, 'imports')}
${tile('Enquiries open', figure(openEnquiries), oldestEnquiry !== null && html`oldest ${time(oldestEnquiry, now)}`, 'enquiries')}
${disk && tile('Disk', gigabytes(disk.free), `free of ${gigabytes(disk.size)}`)}
${disk && tile('Backup', time(disk.lastBackup, now), 'the last one')}
${tile('Revision', figure(values.revision), 'of the database')}
</dl>`
}
