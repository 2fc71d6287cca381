/** `warn` and `fail` need attention; what cannot be judged is `unknown`, never `ok`. */
export type State = 'ok' | 'warn' | 'fail' | 'unknown'

export interface Finding {
  check: string
  state: State
  detail: string
  subscription?: string
}

export const findingOf =
  (check: string) =>
  (state: State, detail: string): Finding => ({ check, state, detail })

export const needsAttention = ({ state }: Finding) => state === 'warn' || state === 'fail'

/** The result of a check that threw; a PostgreSQL role that may not read something cannot judge it. */
export function findingFor(check: string, error: unknown, state: State = 'fail', prefix = ''): Finding {
  const { code, message } = error as { code?: string; message?: string }
  const detail = prefix + (message || code || String(error))
  return code === '42501'
    ? { check, state: 'unknown', detail: `${detail}; run doctor as the owner of the tables` }
    : { check, state, detail }
}
