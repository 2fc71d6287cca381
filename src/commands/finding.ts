import type { Finding } from '../operator/findings.ts'

/** The result of an examination, or why it failed. */
export async function found(check: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await ask() }
  } catch (error) {
    return { check, ok: false, detail: (error as Error).message || String(error) }
  }
}
