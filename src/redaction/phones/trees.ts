import { readFileSync } from 'node:fs'

/** Boosted trees; a node is the feature, its bound and the node for values above it, a leaf is -1 and its weight. */
export type Trees = { base: number; roots: Int32Array; nodes: Float64Array }

export const NODE = 3
const STEP = 10
const CLEAR = 4.3
const NEARER = 0.028

export function score({ base, roots, nodes }: Trees, figure: (feature: number) => number): number {
  let sum = base
  for (let tree = 0; tree < roots.length; tree++) {
    if (tree % STEP === 0 && Math.abs(sum) > CLEAR - NEARER * tree) break
    let node = roots[tree] ?? 0
    for (let feature = nodes[node] ?? -1; feature >= 0; feature = nodes[node] ?? -1)
      node = figure(feature) <= (nodes[node + 1] ?? 0) ? node + NODE : (nodes[node + 2] ?? 0)
    sum += nodes[node + 1] ?? 0
  }
  return sum
}

/** One line a tree, a node as `feature<bound` or `=weight`, depth first. */
export function readTrees(text: string): Trees {
  const [base = '0', ...lines] = text.trimEnd().split('\n')
  const roots: number[] = []
  const nodes: number[] = []
  for (const line of lines) {
    roots.push(nodes.length)
    const open: number[] = []
    for (const node of line.split(' ')) {
      const [feature = '', bound] = node.split('<')
      if (bound !== undefined) {
        open.push(nodes.length)
        nodes.push(Number(feature), Number(bound), 0)
        continue
      }
      nodes.push(-1, Number(node.slice(1)), 0)
      const waiting = open.pop()
      if (waiting !== undefined) nodes[waiting + 2] = nodes.length
    }
  }
  return { base: Number(base), roots: Int32Array.from(roots), nodes: Float64Array.from(nodes) }
}

export const WEIGHTS = readTrees(readFileSync(new URL('weights.txt', import.meta.url), 'utf8'))
