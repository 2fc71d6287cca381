import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

/** Screens share one scale; paper has its own. */
const sheets = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css') && name !== 'print.css')
const rules = sheets.flatMap((name) =>
  Array.from(
    readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(/^\s*([a-z-]+): ([^;]+);/gm),
    ([, property, value]) => ({ name, property: property!, value: value! }),
  ),
)
const outside = (property: RegExp, value: RegExp) =>
  rules
    .filter((rule) => property.test(rule.property) && !value.test(rule.value))
    .map(({ name, property, value }) => `${name}: ${property}: ${value}`)

it('sets type and spaces by one scale', () => {
  const size = /^(?:var\(--(?:small|text|large|heading|figure|title)\)|inherit|0\.\d+em)$/
  assert.deepEqual(outside(/^font-size$/, size), [])
  const step = String.raw`(?:0|[12]px|-1px|auto|\d+%|0\.\d+em|var\(--(?:s[1-6]|gap|gap-wide|axis)\)|calc\(-1 \* var\(--s\d\)\)|calc\((?:72px|7rem) \+ var\(--s\d\)\))`
  assert.deepEqual(
    outside(/^(?:margin|padding|gap|row-gap|column-gap)(?:-|$)/, new RegExp(`^${step}(?: ${step}){0,3}$`)),
    [],
  )
})

it('names a colour once, in the light and in the dark', () => {
  const root = readFileSync(`${import.meta.dirname}/base.css`, 'utf8')
  const [light, dark] = root.split('@media (prefers-color-scheme: dark)', 2) as [string, string]
  const named = (text: string) => [...text.split('\n}\n')[0]!.matchAll(/(--[a-z-]+): #/g)].map(([, name]) => name!)
  const visible = named(light).filter((name) => !named(dark).includes(name))
  assert.deepEqual(visible, [])
})
