import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { pictureKeys } from '../../src/site/pictures/pictures.ts'

export type Row = Record<string, unknown> & { type: string; slug: string; name: string }
export type Item = Record<string, unknown>

/** The day the sample was written on; nothing in it but one scheduled machine lies later. */
export const writtenOn = '2026-11-15'
export const keyShape = /^[a-z0-9]+(_[a-z0-9]+)*$/
export const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function readSample(file: string): Row[] {
  const text = readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export function isOn(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** Whether the service has the drawing that an address names. */
export function isDrawing(address: unknown): boolean {
  const key = /^\/pictures\/(\w+)\.svg$/.exec(String(address))?.[1]
  return key !== undefined && pictureKeys.includes(key)
}

export function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

export function assertOneOf(list: readonly string[], value: unknown, where: string) {
  assert.ok(typeof value === 'string' && list.includes(value), `${where}: ${String(value)}`)
}

export function assertUnique(values: unknown[], what: string) {
  assert.equal(new Set(values).size, values.length, `repeated ${what}`)
}
