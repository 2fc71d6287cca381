import fc from './properties.ts'

/** Any character that is one by itself: no half of a pair. */
const codePoint = fc.integer({ min: 0, max: 0x10_f7ff }).map((code) => (code < 0xd800 ? code : code + 0x800))

/** Text of any characters, or of ASCII and names that objects have anyway. The table of `unit: 'binary'` takes a second. */
export function anyText(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  const ofAny = fc.array(codePoint, lengths).map((codes) => String.fromCodePoint(...codes))
  return fc.oneof({ weight: 3, arbitrary: ofAny }, fc.string(lengths))
}
