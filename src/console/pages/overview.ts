import { type Finding, gigabytes, type Overview, readOverview } from '../../operator/findings.ts'
import type { SeenProcess } from '../../operator/presence.ts'
import { bounded } from '../../operator/webhooks.ts'
import { type Html, type HtmlValue, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { MAX_COUNTED } from '../../webhooks/subscription-view.ts'
import { latencyChart, requestsChart, trafficTable } from '../charts.ts'
import type { ConsolePage, PageContext, Pages } from '../page.ts'
import { id, moment, number, state, table } from '../parts.ts'

export const OVERVIEW_PAGES: Pages = {
  async '/'(request, { reads, config }) {
    return overviewPage(request, await readOverview(reads, config, request.now))
  },
}

export function overviewPage(context: PageContext, values: Overview): ConsolePage {
  const { hour, day } = values
  const body = html`<div class="acts-row" id="refresh"></div>
<div id="figures">${warnings(context, values.findings)}
${tiles(context, values)}
<div class="charts">${requestsChart(hour, 'Last hour')}${latencyChart(hour, 'Answers, last hour')}${requestsChart(day, 'Last day')}${latencyChart(day, 'Answers, last day')}</div>
<div class="halves">${trafficTable(hour, 'Last hour')}${trafficTable(day, 'Last day')}</div>
<h2>Processes</h2>
${processTable(context, values)}</div>`
  return { title: 'Overview', body, menu: 'overview', script: 'refresh.js' }
}

function warnings({ to, now }: PageContext, findings: readonly Finding[]): Html {
  const bad = findings.filter(({ ok }) => !ok)
  if (bad.length === 0) return html`<p class="well">${state('all is well', 'good')} Nothing needs your attention.</p>`
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Needs attention</h2><ul>${bad
    .slice(0, MAX_WARNINGS)
    .map(
      ({ check, detail, since, subscription }) =>
        html`<li><strong>${check}</strong> ${since ? html`${since.before} ${moment(since.at, now)}` : withCode(detail)}${(subscription || check === 'enquiries') && html` <a href="${to(subscription ? `webhooks/${subscription}` : 'enquiries')}">Look</a>`}</li>`,
    )}${bad.length > MAX_WARNINGS && html`<li>and ${bad.length - MAX_WARNINGS} more</li>`}</ul></section>`
}

const MAX_WARNINGS = 8

/** Commands stand between backticks. */
function withCode(text: string): HtmlValue {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))
}

function tiles({ to, now }: PageContext, values: Overview): Html {
  const { subscriptions, listings, openEnquiries, oldestEnquiry, disk } = values
  const total = (name: 'waiting' | 'failed') => {
    const counts = subscriptions.map((one) => one[name])
    const sum = counts.reduce((all, count) => all + Math.min(count, MAX_COUNTED), 0)
    return counts.some((count) => count > MAX_COUNTED) ? `${figure(sum)}+` : figure(sum)
  }
  const waits = subscriptions.flatMap(({ oldest_waiting }) => oldest_waiting ?? [])
  const oldest = waits.length > 0 ? html`oldest ${moment(Math.min(...waits), now)}` : null
  const failing = subscriptions.filter((one) => one.state === 'failing').length
  const disabled = subscriptions.filter((one) => one.state === 'disabled').length
  const tile = (name: string, value: HtmlValue, note: HtmlValue, path?: string) =>
    html`<div><dt>${path === undefined ? name : html`<a href="${to(path)}">${name}</a>`}</dt><dd><strong>${value}</strong> <small>${note}</small></dd></div>`
  return html`<dl class="glance">
${tile('Machines', figure(values.machines), `${figure(values.implements)} implements`, 'data')}
${tile('Live listings', figure(listings.live ?? 0), `${figure(listings.review ?? 0)} in review`, 'listings')}
${tile('Keys', figure(values.keys), 'live', 'keys')}
${tile('Subscriptions', figure(subscriptions.length), `${failing} failing, ${disabled} disabled`, 'webhooks')}
${tile('Deliveries waiting', total('waiting'), oldest, 'webhooks')}
${tile('Deliveries failed', total('failed'), 'for good', 'webhooks')}
${tile('Enquiries open', bounded(openEnquiries), oldestEnquiry === null ? 'of buyers' : html`oldest ${moment(oldestEnquiry, now)}`, 'enquiries')}
${disk && tile('Disk', gigabytes(disk.free), `free of ${gigabytes(disk.size)}`)}
${disk && tile('Backup', moment(disk.lastBackup, now), 'by yantra backup')}
${tile('Revision', figure(values.revision), 'of the database')}
</dl>`
}

function processTable({ now }: PageContext, { processes, revision: newest }: Overview): Html {
  return table('Processes', processes, [
    ['Process', ({ kind, host, id: of }) => html`<strong>${kind}</strong> on ${host}<br>${id(of.slice(0, 8))}`],
    ['State', ({ isGone }) => (isGone ? state('gone', 'bad') : state('running', 'good'))],
    ['Version', ({ version }) => version],
    ['Started', ({ startedAt }) => moment(startedAt, now)],
    ['Seen', ({ seenAt }) => moment(seenAt, now)],
    [number('Revision'), ({ revision }) => (revision === null ? null : figure(revision))],
    ['Lag', (one) => lagOf(one, newest)],
    [number('Memory'), ({ memory, isGone }) => (memory === undefined || isGone ? null : gigabytes(memory))],
    ['Search', engineOf],
  ])
}

function lagOf({ revision, lagMs = 0, isGone }: SeenProcess, newest: number): HtmlValue {
  if (revision === null || isGone) return null
  if (lagMs > 0) return state(`${(lagMs / 1_000).toFixed(1)} s behind`, lagMs > 5_000 ? 'bad' : 'warn')
  // A process's report may be five seconds old.
  return newest > revision ? state('catching up', 'warn') : state('current', 'good')
}

function engineOf({ engine, engineState, isGone }: SeenProcess): HtmlValue {
  if (engine === undefined || isGone) return null
  return engineState === 'serving' ? engine : html`${engine} ${state(engineState ?? '', 'bad')}`
}
