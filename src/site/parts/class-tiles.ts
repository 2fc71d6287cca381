import type { MachineClass } from '../../contract/machine-class.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { count, drawingOf } from './small.ts'

/** Classes with their drawings. */
export function classTiles(reader: Reader, classes: readonly MachineClass[]): Html {
  return html`<ul class="class-tiles">${classes.map(
    (machineClass) =>
      html`<li><a href="${reader.to(`classes/${machineClass.key}`)}"><img src="${drawingOf(reader, machineClass.key)}" alt="" width="120" height="80" loading="lazy"><span>${reader.classPlural(machineClass)}</span><small>${count(reader, 'machine', machineClass.count ?? 0)}</small></a></li>`,
  )}</ul>`
}
