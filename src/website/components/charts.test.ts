import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plot, scale, ticks, widen } from './charts.ts'

describe('a scale', () => {
  it('maps a range onto a drawing, and a single value onto its start', () => {
    const x = scale(10, 20, 0, 100)
    assert.deepEqual([x(10), x(15), x(20)], [0, 50, 100])
    assert.equal(scale(5, 5, 0, 100)(5), 0)
  })

  it('marks round values', () => {
    assert.deepEqual(ticks(0, 100), [0, 25, 50, 75, 100])
    assert.deepEqual(ticks(612_000, 798_000), [650_000, 700_000, 750_000])
    assert.deepEqual(ticks(5, 5), [5])
    assert.deepEqual(ticks(Number.NaN, 5), [Number.NaN])
  })

  it('widens a range without falling below zero', () => {
    assert.deepEqual(widen([100, 200], 0.1), [90, 210])
    assert.deepEqual(widen([0, 10], 0.5), [0, 15])
    assert.deepEqual(widen([50], 0.1), [45, 55])
  })

  it('places each dot at its share of the width, with its title', () => {
    const dot = { x: 50, y: 10, title: 'A <b>: 50 HP', look: 'mark' }
    const across = { low: 0, high: 100, labels: [[0, '0 HP'] as const] }
    const { text } = plot({ alt: 'All', dots: [dot], across, up: { low: 0, high: 20, label: String } })
    assert.match(text, /<circle class="dot mark" cx="50.5%" cy="47%" r="8"><title>A &lt;b&gt;: 50 HP<\/title>/)
  })
})
