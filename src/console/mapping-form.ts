import { type MappingQuestion, NOTE, OPEN, type Proposal, pathOf, SKIP } from '../import/mapping/mapping.ts'
import { fieldChoices, kindChoices, unitChoicesOf } from '../import/mapping/suggest.ts'
import type { RecordType } from '../import/row-shapes.ts'
import { type Html, html } from '../website/html.ts'
import { figure } from '../website/messages/figures.ts'
import { type Columns, counted, field, number, select, table } from './parts.ts'

const EXAMPLES = 3
/** Inputs are named by places in the mapping behind this sign. */
export const CHOICE = 'choice:'

export function typeForm(action: string, choices: readonly RecordType[]): Html {
  return html`<h2>What are its rows?</h2><p>Its headers fit records of several types.</p>
<div class="acts-row">${choices.map((type, i) => html`<form method="post" action="${action}"><input type="hidden" name="type" value="${type}"><button class="button${i === 0 ? ' main' : ''}">${NAMES[type] ?? type}</button></form>`)}</div>`
}

const NAMES: Partial<Record<RecordType, string>> = {
  machine: 'New machines',
  implement: 'Implements',
  listing: 'Used machines for sale',
}

export function mappingForm(action: string, { mapping, questions, headers, rows }: Proposal): Html {
  const open = new Map(questions.map((question) => [question.path, question]))
  const { type, columns } = mapping
  const fields = fieldChoices(type)
  const visible = table('The first rows', rows, [
    [number('Line'), ({ line }) => figure(line)],
    ...headers.map((name, i): Columns<Proposal['rows'][number]>[number] => [name, ({ cells }) => cells[i]]),
  ])
  const columnRows = headers.map((header, i) => {
    const { field: target, unit, kind, phones, values = {} } = columns[header]!
    const cells = [...new Set(rows.map((row) => row.cells[i]?.trim() ?? '').filter((cell) => cell !== ''))].slice(
      0,
      EXAMPLES,
    )
    const question = open.get(pathOf('columns', header, 'field'))
    const first = (question?.choices ?? []).filter((name) => fields.includes(name))
    const path = (...parts: string[]) => pathOf('columns', header, ...parts)
    const units = unitChoicesOf(type, target, header)
    return html`<tr><th scope="row">${header}</th><td>${cells.join(' | ')}</td>
<td>${choose(path('field'), `What ${header} is`, target, [...first, SKIP, NOTE, ...fields])}
${(unit !== undefined || units.length > 1) && choose(path('unit'), `Unit of ${header}`, unit ?? '', units, 'unit as in the cells')}
${kind !== undefined && choose(path('kind'), `Kind of the prices in ${header}`, kind, kindChoices)}
${phones !== undefined && choose(path('phones'), `Phone numbers in ${header}`, phones, ['contact', 'drop'])}
${Object.entries(values).map(([word, value]) => valueField(path('values', word), word, value, open))}</td></tr>`
  })
  const others = questions.filter(({ path }) => !path.startsWith('columns/') && !FIXED.includes(path))
  const settled = Object.entries(mapping.constants ?? {}).filter(([, value]) => value !== OPEN)
  return html`${questions.length > 0 && html`<h2>${counted(questions.length, 'question')} about the sheet</h2>`}
<details open><summary>The first rows</summary><div class="scrolled" tabindex="0" role="region" aria-label="The first rows">${visible}</div></details>
<form class="questions" method="post" action="${action}">
${field('Sender', html`<input name="${CHOICE}sender" value="${mapping.sender === OPEN ? '' : mapping.sender}" required maxlength="60" autocomplete="off" placeholder="shree-tractors">`, 'the mapping is stored under this name')}
<div class="scrolled" tabindex="0" role="region" aria-label="Columns"><table><caption>Columns</caption><thead><tr><th scope="col">Header</th><th scope="col">Such as</th><th scope="col">Becomes</th></tr></thead><tbody>${columnRows}</tbody></table></div>
${type === 'listing' && field('Identity', choose('identity', 'Identity', [mapping.identity].flat().join(' + '), open.get('identity')?.choices ?? []), 'columns that identify a row in the next sheet')}
${type === 'listing' && field('Absent', choose('absent', 'Absent', mapping.absent, ['keep', 'withdraw']), 'live listings of this sender that the next sheet lacks')}
${others.map((question) => questionField(question))}
${settled.map(([name, value]) => field(name, html`<input name="${CHOICE}${pathOf('constants', name)}" value="${value}" maxlength="200">`, 'of new records'))}
${mapping.publish !== undefined && field('Publish', choose('publish', 'Publish', String(mapping.publish), ['false', 'true']), 'new records at once')}
<button class="button main">Update the preview</button></form>`
}

const FIXED: readonly string[] = ['sender', 'identity', 'publish']

function valueField(path: string, word: string, value: string, open: ReadonlyMap<string, MappingQuestion>): Html {
  const choices = open.get(path)?.choices ?? [value, SKIP]
  return html`<label class="value">“${word}” ${choose(path, `What ${word} means`, value, choices)}</label>`
}

function questionField({ path, text, choices, examples }: MappingQuestion): Html {
  const listed = choices.filter((choice) => !/^an? /.test(choice))
  const isTyped =
    listed.length < choices.length ||
    /^constants\/(?:price\.(?:observed_at|state_code)|dealer_name|district|pin|owners|km|year|state_code|manufacturer)$/.test(
      path,
    )
  const id = path.replace(/[^\w]+/g, '-')
  const input = isTyped
    ? html`<input name="${CHOICE}${path}" list="${id}" maxlength="200" aria-label="${text}"><datalist id="${id}">${listed.map((choice) => html`<option value="${choice}">`)}</datalist>`
    : choose(path, text, OPEN, listed)
  return html`<fieldset><legend>${text}</legend>${examples.length > 0 && html`<p class="quiet">Such as: ${examples.join(' | ')}</p>`}${input}</fieldset>`
}

function choose(path: string, label: string, value: string, choices: readonly string[], empty = OPEN): Html {
  const isOpen = value === OPEN || value === ''
  const all = [...new Set([...(isOpen ? [] : [value]), ...choices])]
  const listed = isOpen ? [['', empty] as const, ...all] : all
  return select(`${CHOICE}${path}`, listed, isOpen ? '' : value, html` aria-label="${label}"`)
}
