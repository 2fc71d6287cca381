import type { Finding } from '../../admin/checks/finding.ts'
import { sumOf } from '../../admin/checks/work.ts'
import { gigabytes, processes } from '../../admin/heartbeat.ts'
import { type Overview, readOverview } from '../../admin/overview.ts'
import { type Html, type HtmlValue, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import type { ConsolePage, PageContext, Pages } from '../page.ts'
import { state, time } from '../parts.ts'
import { tableOf } from '../resource-pages.ts'

export const OVERVIEW_PAGES: Pages = {
  '/': async (request, { reads, config }) => overviewPage(request, await readOverview(reads, config, request.now)),
}

export function overviewPage(context: PageContext, values: Overview): ConsolePage {
  const rows = values.processes.map((item) => ({ ...item, newest: values.revision }))
  const body = html`${warnings(context, values.findings)}
${tiles(context, values)}
<h2>Processes</h2>
${tableOf(context, processes, rows)}`
  return { title: 'Overview', body, menu: 'overview' }
}

const MAX_WARNINGS = 8
const LINKED: Readonly<Record<string, string>> = { enquiries: 'enquiries?open=true', listings: 'listings?state=review' }

function warnings({ to }: PageContext, findings: readonly Finding[]): Html {
  const bad = findings.filter(({ state }) => state !== 'ok')
  if (bad.length === 0) return html`<p class="well">${state('OK', 'good')} No problems found.</p>`
  const warning = ({ check, detail, subscription }: Finding) => {
    const page = subscription ? `webhooks/${subscription}` : LINKED[check]
    return html`<li><strong>${check}</strong> ${withCode(detail)}${page && html` <a href="${to(page)}">Look</a>`}</li>`
  }
  const more = bad.length > MAX_WARNINGS && html`<li>and ${bad.length - MAX_WARNINGS} more</li>`
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Needs attention</h2><ul>${bad.slice(0, MAX_WARNINGS).map(warning)}${more}</ul></section>`
}

/** Commands stand between backticks. */
function withCode(text: string): HtmlValue {
  return text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece))
}

function tiles({ to, now }: PageContext, values: Overview): Html {
  const { subscriptions, listings, openEnquiries, oldestEnquiry, disk, lastImport } = values
  const waits = subscriptions.flatMap(({ oldest_waiting }) => oldest_waiting ?? [])
  const count = (name: string) => subscriptions.filter(({ state }) => state === name).length
  const tile = (name: string, value: HtmlValue, note: HtmlValue, path?: string) =>
    html`<div><dt>${path === undefined ? name : html`<a href="${to(path)}">${name}</a>`}</dt><dd><strong>${value}</strong> <small>${note}</small></dd></div>`
  return html`<dl class="glance">
${tile('Machines', figure(values.machines), `${figure(values.implements)} implements`, 'data')}
${tile('Live listings', figure(listings.live ?? 0), `${figure(listings.review ?? 0)} in review`, 'listings')}
${tile('Keys', figure(values.keys), 'live', 'keys')}
${tile('Subscriptions', figure(subscriptions.length), `${count('failing')} failing, ${count('disabled')} disabled`, 'webhooks')}
${tile('Deliveries waiting', sumOf(subscriptions, 'waiting'), waits.length > 0 && html`oldest ${time(Math.min(...waits), now)}`, 'webhooks')}
${tile('Deliveries failed', sumOf(subscriptions, 'failed'), 'after all attempts', 'webhooks')}
${tile('Last import', lastImport ? time(lastImport.at, now) : 'none', lastImport?.state, 'imports')}
${tile('Enquiries open', figure(openEnquiries), oldestEnquiry !== null && html`oldest ${time(oldestEnquiry, now)}`, 'enquiries?open=true')}
${disk && tile('Disk', gigabytes(disk.free), `free of ${gigabytes(disk.size)}`)}
${disk && tile('Backup', time(disk.lastBackup, now), 'the last one')}
${tile('Revision', figure(values.revision), 'of the database')}
</dl>`
}
