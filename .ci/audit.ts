import { spawnSync } from 'node:child_process'

/** What npm's report says of the packages that ship: `undefined` when it could not be had. */
export function judge(report: string): { bad: string[] } | undefined {
  let read: { vulnerabilities?: Record<string, { severity: string; range: string; via: unknown[] }> }
  try {
    read = JSON.parse(report)
  } catch {
    return undefined
  }
  if (!read?.vulnerabilities) return undefined
  const serious = Object.entries(read.vulnerabilities).filter(([, { severity }]) => /^(high|critical)$/.test(severity))
  return { bad: serious.map(([name, { severity, range, via }]) => `${name} ${range}: ${severity}${reason(via)}`) }
}

function reason(via: unknown[]): string {
  const told = via.flatMap((one) => (typeof one === 'object' && one && 'title' in one ? [String(one.title)] : []))
  return told.length > 0 ? `, ${told.join('; ')}` : ''
}

if (import.meta.main) {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 })
  const found = judge(stdout ?? '')
  if (!found) {
    const why = error?.message ?? /"message": "([^"]*)"/.exec(stdout)?.[1] ?? 'no answer'
    console.log(`!! NOT ASKED: the registry does not tell of weaknesses in the dependencies (${why})`)
  } else {
    for (const line of found.bad) console.log(line)
    if (found.bad.length === 0) console.log('no weakness of severity high or critical is known in what ships')
    process.exitCode = found.bad.length > 0 ? 1 : 0
  }
}
