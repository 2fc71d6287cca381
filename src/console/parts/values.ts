import { fromNow, indiaTime } from '../../calendar.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { MOST_COUNTED } from '../../webhooks/subscription-health.ts'

/** A state's colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'calm'

export function state(word: string, tone: Tone): Html {
  return html`<span class="state ${tone}">${word}</span>`
}

/** A moment in words, with the exact time on hover. */
export function moment(at: string | number | null | undefined, now: number): Html {
  if (at === null || at === undefined) return html`<span class="none">never</span>`
  const time = typeof at === 'number' ? at : Date.parse(at)
  return html`<time datetime="${new Date(time).toISOString()}" title="${indiaTime(time)}">${fromNow(time, now)}</time>`
}

/** `1 machine`, `2 machines`. */
export function counted(value: number, noun: string): string {
  return `${figure(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** An id that wraps well and is copied whole. */
export function id(text: string): Html {
  return html`<code class="id">${text}</code>`
}

/** A figure that was counted only up to a limit. */
export function bounded(value: number): string {
  return value > MOST_COUNTED ? `${figure(MOST_COUNTED)}+` : figure(value)
}
