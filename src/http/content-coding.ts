import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { kept } from '../running/kept.ts'

export type Coding = 'identity' | 'br' | 'gzip'

/** A smaller body is not worth compressing. */
const MIN_COMPRESSED = 1_000

const remembered = kept<string, Record<Coding, number>>(200)
/** Longer headers are not remembered. */
const MAX_REMEMBERED_LENGTH = 200

/** The coding the caller prefers, the smallest of equals; identity when nothing matches. */
export function chooseCoding(accepted: string | undefined, bodyLength: number): Coding {
  if (!accepted) return 'identity'
  const { br, gzip: zipped, identity } = weights(accepted)
  if (bodyLength < MIN_COMPRESSED && identity > 0) return 'identity'
  if (br > 0 && br >= zipped && br >= identity) return 'br'
  if (zipped > 0 && zipped >= identity) return 'gzip'
  if (identity === 0) return br > 0 ? 'br' : zipped > 0 ? 'gzip' : 'identity'
  return 'identity'
}

function weights(accepted: string): Record<Coding, number> {
  if (accepted.length > MAX_REMEMBERED_LENGTH) return parseWeights(accepted)
  return remembered.getOrMake(accepted, () => parseWeights(accepted))
}

function parseWeights(accepted: string): Record<Coding, number> {
  const given = new Map<string, number>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    if (name === '') continue
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const value = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, ''))
    given.set(name, value >= 0 && value <= 1 ? value : 0)
  }
  const others = given.get('*')
  return {
    br: given.get('br') ?? others ?? 0,
    gzip: given.get('gzip') ?? given.get('x-gzip') ?? others ?? 0,
    // Unless named, identity is acceptable, but last.
    identity: given.get('identity') ?? (others === 0 ? 0 : Number.MIN_VALUE),
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** For a body that is made once and served until the process ends. */
export const BEST_BROTLI = 11

export function compress(body: Buffer, coding: 'br' | 'gzip', quality = 5): Promise<Buffer> {
  if (coding === 'gzip') return zip(body, { level: 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length } })
}
