/** A change that no test notices, since nobody can: its module, the line as it stands, and what part of it becomes. */
export interface Survivor {
  module: string
  line: string
  becomes: string
  why: string
}

const LARGEST = 'of two equal ones either is the answer'

export const survivors: readonly Survivor[] = [
  {
    module: 'seen-rows',
    line: 'const files: string[] = []',
    becomes: '["Stryker was here"]',
    why: 'a file keeps its number, whichever it is',
  },
  {
    module: 'seen-rows',
    line: 'if (files.at(-1) !== file) files.push(file)',
    becomes: 'true',
    why: 'the same name stands in the list again; only memory tells',
  },
  {
    module: 'seen-rows',
    line: 'if (files.at(-1) !== file) files.push(file)',
    becomes: '+1',
    why: 'the same name stands in the list again; only memory tells',
  },
  {
    module: 'price-summary',
    line: "const place = JSON.stringify([price.state_code, price.city ?? ''])",
    becomes: '"Stryker was here!"',
    why: 'any text that is no city tells a whole state from its cities',
  },
  {
    module: 'price-summary',
    line: 'return { price_from_inr: from, price_to_inr: to, price_kind: kind, price_as_of: fromDay < toDay ? fromDay : toDay }',
    becomes: 'fromDay <= toDay',
    why: LARGEST,
  },
  {
    module: 'price-summary',
    line: "return prices.reduce((day, { observed_at }) => (observed_at > day ? observed_at : day), '')",
    becomes: 'observed_at >= day',
    why: LARGEST,
  },
]
