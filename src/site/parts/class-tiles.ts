import type { MachineClass } from '../../contract/machine-class.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { count, drawingOf } from './small.ts'

/** Classes with their drawings. */
export function classTiles(reader: Reader, classes: readonly MachineClass[]): Html {
  return html`<ul class="class-tiles">${classes.map(
    (its) =>
      html`<li><a href="${reader.to(`classes/${its.key}`)}"><img src="${drawingOf(reader, its.key)}" alt="" width="120" height="80" loading="lazy"><span>${reader.classPlural(its)}</span><small>${count(reader, 'machine', its.count ?? 0)}</small></a></li>`,
  )}</ul>`
}
