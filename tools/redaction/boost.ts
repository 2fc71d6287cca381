import { NODE, type Trees } from '../../src/redaction/phones/trees.ts'

// Boosted trees over binned figures, grown leaf by leaf. Everything random comes from one seed, so that the same
// examples give the same trees.

export type Settings = {
  trees: number
  leaves: number
  rate: number
  /** The share of examples and of features that each tree sees. */
  rows: number
  columns: number
  /** Smallest sum of second derivatives in a leaf, and what shrinks its worth. */
  least: number
  shrink: number
  seed: number
  /** What every score is lowered by, so that both bars of the cross-validation are held at once. */
  bar: number
}

export const SETTINGS: Settings = {
  trees: 150,
  leaves: 30,
  rate: 0.15,
  rows: 0.7,
  columns: 0.4,
  least: 1,
  shrink: 2,
  seed: 20261115,
  bar: 0.35,
}

const MAX_BINS = 48

/** The same numbers in the same order for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Upper bounds of the bins of a feature. */
function boundsOf(values: Float64Array): number[] {
  const sorted = Float64Array.from(values).sort()
  const unique: number[] = []
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) unique.push(sorted[i]!)
  if (unique.length <= MAX_BINS) return unique
  const bounds: number[] = []
  for (let k = 1; k <= MAX_BINS; k++) {
    const bound = sorted[Math.floor((k * sorted.length) / MAX_BINS) - 1] ?? 0
    if (bounds.at(-1) !== bound) bounds.push(bound)
  }
  return bounds
}

type Node = {
  rows: Int32Array
  gradient: number
  hessian: number
  split?: Split | undefined
  children?: [Node, Node]
  worth: number
}
type Split = { feature: number; bin: number; gain: number }

export function train(
  rows: Float64Array[],
  truths: Uint8Array,
  weights: Float64Array,
  settings: Settings = SETTINGS,
): Trees {
  const count = rows.length
  const width = rows[0]?.length ?? 0
  const random = randomFrom(settings.seed)
  const bounds: number[][] = []
  const bins: Uint8Array[] = []
  for (let f = 0; f < width; f++) {
    const values = new Float64Array(count)
    for (let i = 0; i < count; i++) values[i] = rows[i]?.[f] ?? 0
    const edges = boundsOf(values)
    bounds.push(edges)
    const binned = new Uint8Array(count)
    for (let i = 0; i < count; i++) binned[i] = lowest(edges, values[i] ?? 0)
    bins.push(binned)
  }
  const usable = bounds.flatMap((edges, f) => (edges.length > 1 ? [f] : []))
  let [positive, total] = [0, 0]
  for (let i = 0; i < count; i++) {
    total += weights[i] ?? 0
    if (truths[i] === 1) positive += weights[i] ?? 0
  }
  const base = round(Math.log((positive + 1) / (total - positive + 1)))
  const scores = new Float64Array(count).fill(base)
  const gradients = new Float64Array(count)
  const hessians = new Float64Array(count)
  const roots: number[] = []
  const nodes: number[] = []
  for (let tree = 0; tree < settings.trees; tree++) {
    for (let i = 0; i < count; i++) {
      const chance = 1 / (1 + Math.exp(-(scores[i] ?? 0)))
      const weight = weights[i] ?? 0
      gradients[i] = weight * (chance - (truths[i] ?? 0))
      hessians[i] = weight * Math.max(chance * (1 - chance), 1e-6)
    }
    const seen: number[] = []
    for (let i = 0; i < count; i++) if (random() < settings.rows) seen.push(i)
    const features = usable.filter(() => random() < settings.columns)
    const root = grow(Int32Array.from(seen), features, { bins, gradients, hessians, bounds }, settings)
    roots.push(nodes.length)
    flatten(root, bounds, nodes)
    for (let i = 0; i < count; i++) {
      let node = root
      while (node.children !== undefined && node.split !== undefined)
        node = node.children[(bins[node.split.feature]?.[i] ?? 0) <= node.split.bin ? 0 : 1]
      scores[i] = (scores[i] ?? 0) + node.worth
    }
  }
  return { base: round(base - settings.bar), roots: Int32Array.from(roots), nodes: Float64Array.from(nodes) }
}

function lowest(bounds: number[], value: number): number {
  let low = 0
  let high = bounds.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? 0) >= value) high = middle
    else low = middle + 1
  }
  return low
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

type Data = { bins: Uint8Array[]; gradients: Float64Array; hessians: Float64Array; bounds: number[][] }

function grow(rows: Int32Array, features: number[], data: Data, settings: Settings): Node {
  const root = newNode(rows, data, settings)
  const open = [root]
  root.split = bestSplit(root, features, data, settings)
  for (let leaves = 1; leaves < settings.leaves; leaves++) {
    let best: Node | undefined
    for (const node of open) if (node.split !== undefined && node.split.gain > (best?.split?.gain ?? 0)) best = node
    if (best?.split === undefined) break
    const { feature, bin } = best.split
    const column = data.bins[feature] ?? new Uint8Array(0)
    const low = newNode(
      best.rows.filter((i) => (column[i] ?? 0) <= bin),
      data,
      settings,
    )
    const high = newNode(
      best.rows.filter((i) => (column[i] ?? 0) > bin),
      data,
      settings,
    )
    best.children = [low, high]
    open.splice(open.indexOf(best), 1, low, high)
    low.split = bestSplit(low, features, data, settings)
    high.split = bestSplit(high, features, data, settings)
  }
  return root
}

function newNode(rows: Int32Array, { gradients, hessians }: Data, { shrink, rate }: Settings): Node {
  let gradient = 0
  let hessian = 0
  for (const i of rows) {
    gradient += gradients[i] ?? 0
    hessian += hessians[i] ?? 0
  }
  return { rows, gradient, hessian, worth: round((-gradient / (hessian + shrink)) * rate) }
}

const sums = new Float64Array(2 * (MAX_BINS + 1))

function bestSplit(node: Node, features: number[], data: Data, settings: Settings): Split | undefined {
  const { rows, gradient, hessian } = node
  if (hessian < 2 * settings.least) return undefined
  const whole = (gradient * gradient) / (hessian + settings.shrink)
  let best: Split | undefined
  for (const feature of features) {
    const column = data.bins[feature] ?? new Uint8Array(0)
    const size = data.bounds[feature]?.length ?? 0
    sums.fill(0, 0, 2 * size)
    for (let k = 0; k < rows.length; k++) {
      const i = rows[k] ?? 0
      const bin = 2 * (column[i] ?? 0)
      sums[bin] = (sums[bin] ?? 0) + (data.gradients[i] ?? 0)
      sums[bin + 1] = (sums[bin + 1] ?? 0) + (data.hessians[i] ?? 0)
    }
    let low = 0
    let weight = 0
    for (let bin = 0; bin + 1 < size; bin++) {
      low += sums[2 * bin] ?? 0
      weight += sums[2 * bin + 1] ?? 0
      if (weight < settings.least) continue
      if (hessian - weight < settings.least) break
      const rest = gradient - low
      const gain =
        (low * low) / (weight + settings.shrink) + (rest * rest) / (hessian - weight + settings.shrink) - whole
      if (gain > 1e-4 && gain > (best?.gain ?? 0)) best = { feature, bin, gain }
    }
  }
  return best
}

function flatten(node: Node, bounds: number[][], nodes: number[]): void {
  const i = nodes.length
  if (node.children === undefined || node.split === undefined) {
    nodes.push(-1, node.worth, 0)
    return
  }
  // Halfway to the next bin, so that figures between the two fall to the nearer side.
  const edges = bounds[node.split.feature] ?? []
  const bound = ((edges[node.split.bin] ?? 0) + (edges[node.split.bin + 1] ?? 0)) / 2
  nodes.push(node.split.feature, round(bound), 0)
  flatten(node.children[0], bounds, nodes)
  nodes[i + NODE - 1] = nodes.length
  flatten(node.children[1], bounds, nodes)
}

/** The trees as `readTrees` reads them. */
export function writeTrees({ base, roots, nodes }: Trees): string {
  const lines = [String(base)]
  for (let tree = 0; tree < roots.length; tree++) {
    const line: string[] = []
    for (let node = roots[tree] ?? 0; node < (roots[tree + 1] ?? nodes.length); node += NODE)
      line.push((nodes[node] ?? -1) < 0 ? `=${nodes[node + 1]}` : `${nodes[node]}<${nodes[node + 1]}`)
    lines.push(line.join(' '))
  }
  return `${lines.join('\n')}\n`
}
