import assert from 'node:assert/strict'
import { it } from 'node:test'
import { judge } from '../../.ci/audit.ts'

const weakness = (severity: string) => ({ severity, range: '<2.0.0', via: [{ title: 'Reads past the end' }, 'other'] })
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} })

it('fails for weaknesses of severity high and critical, and for no others', () => {
  const result = judge(report({ a: weakness('moderate'), b: weakness('high'), c: weakness('critical') }))
  assert.deepEqual(result?.bad, ['b <2.0.0: high, Reads past the end', 'c <2.0.0: critical, Reads past the end'])
  assert.deepEqual(judge(report({})), { bad: [] })
})

it('takes an error or no report for not having asked, not for good news', () => {
  for (const text of ['', 'npm error', 'null', '{"message":"405 Method Not Allowed","error":{"summary":""}}'])
    assert.equal(judge(text), undefined, text)
})
