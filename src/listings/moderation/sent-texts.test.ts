import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sentTexts } from './sent-texts.ts'

const visible = (sent: Record<string, unknown>, contact?: unknown) =>
  sentTexts(sent, contact).map(
    ({ field, parts }) => `${field}: ${parts.map(({ text, removed }) => (removed ? `[-${text}-]` : text)).join('')}`,
  )

it('marks in a text what the guard took out of it', () => {
  assert.deepEqual(visible({ description: 'Good tyres. Call 98765 43210 today, or mail ramesh@example.in.' }), [
    'description: Good tyres. Call [-98765 43210-] today, or mail [-ramesh@example.in-].',
  ])
})

it('finds texts at any depth, and leaves out those that were left whole', () => {
  const condition = { tyres: 'good', notes: [{ text: 'call 9876543210' }], owner_phone: 12345 }
  assert.deepEqual(visible({ condition, phone: 'ask Ramesh' }), [
    'condition.notes[0].text: call [-9876543210-]',
    'condition.owner_phone: [-12345-]',
    'phone: [-ask Ramesh-]',
  ])
})

it('judges a photo as an address, which goes whole or stays', () => {
  const photos = ['https://media.example/1.webp', 'https://wa.me/919876543210']
  assert.deepEqual(visible({ photos, video_url: 'https://media.example/9123456780.mp4' }, { phone: '9123456780' }), [
    'photos[1]: [-https://wa.me/919876543210-]',
    'video_url: [-https://media.example/9123456780.mp4-]',
  ])
})
