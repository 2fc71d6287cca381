/** The quick form does less of the same, for every change; the full one keeps to the numbers of the list. */
export type Form = 'quick' | 'full'

/** One thing that is done to the service, and what counts as passed. */
export interface Fault {
  number: number
  what: string
  bar: string
  run(form: Form): Promise<Outcome>
}

export interface Outcome {
  /** Absent when it could not be run; `figure` says why. */
  passed?: boolean
  figure: string
}
