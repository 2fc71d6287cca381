import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { newSecret, signedHeaders } from '../../src/webhooks/signing.ts'
import { newFolder } from '../backends.ts'

/**
 * Runs the samples of docs/guides/webhooks.md as they stand there, each with a few lines that read cases from standard
 * input: secret, id, timestamp, signatures, plain signature and the body in base64, separated by tabs.
 */
const DOCUMENT = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8')

function sample(language: string): string {
  const found = [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language} verify\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  assert.equal(found.length, 1, `one sample in ${language}`)
  return found[0]![1]!
}

interface Case {
  fields: string[]
  /** Whether each of the two signatures holds. */
  expected: string
}

function cases(): Case[] {
  const [secret, other] = [newSecret(), newSecret()]
  const body = JSON.stringify({ id: 'evt_1', data: { name: 'महिंद्रा 575 DI "\\' } })
  const make = (secrets: string[], text: string, now: number) =>
    signedHeaders(secrets, { id: 'evt_1', body: text }, now)
  const now = Date.now()
  const line = (verifyWith: string, headers: Record<string, string>, text: string, expected: string): Case => {
    const { 'webhook-timestamp': timestamp, 'webhook-signature': signatures, 'X-Service-Signature': plain } = headers
    const bytes = Buffer.from(text).toString('base64')
    return { fields: [verifyWith, headers['webhook-id']!, timestamp!, signatures!, plain!, bytes], expected }
  }
  const good = make([secret], body, now)
  const rotating = make([secret, other], body, now)
  return [
    line(secret, good, body, 'true true'),
    line(secret, good, `${body} `, 'false false'),
    line(other, good, body, 'false false'),
    line(secret, { ...good, 'webhook-id': 'evt_2' }, body, 'false true'),
    line(secret, { ...good, 'webhook-timestamp': 'soon' }, body, 'false true'),
    line(secret, make([secret], body, now - 400_000), body, 'false true'),
    line(secret, make([secret], body, now + 400_000), body, 'false true'),
    line(secret, rotating, body, 'true true'),
    line(other, rotating, body, 'true false'),
    line(secret, { ...good, 'webhook-signature': 'v1, v2,x', 'X-Service-Signature': 'abc' }, body, 'false false'),
  ]
}

function check(command: string, args: string[], cwd: string): void {
  const all = cases()
  const input = all.map((one) => `${one.fields.join('\t')}\n`).join('')
  const output = execFileSync(command, args, {
    cwd,
    input,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod' },
  })
  assert.deepEqual(
    output.trim().toLowerCase().split('\n'),
    all.map((one) => one.expected),
  )
}

/** Where a runtime is missing its sample goes unchecked, and the report says so. */
function needs(t: TestContext, command: string, ...args: string[]): boolean {
  if (spawnSync(command, args).status === 0) return true
  t.skip(`${command} is not installed: its sample was NOT run`)
  return false
}

it('verifies in TypeScript', (t) => {
  const folder = newFolder(t)
  const main = `
for (const line of (await import('node:fs')).readFileSync(0, 'utf8').trim().split('\\n')) {
  const [secret, id, timestamp, signatures, plain, bytes] = line.split('\\t') as [string, string, string, string, string, string]
  const body = Buffer.from(bytes, 'base64').toString()
  console.log(verifyWebhook(secret, id, timestamp, signatures, body), verifyServiceSignature(secret, plain, body))
}
`
  writeFileSync(join(folder, 'sample.mts'), sample('ts') + main)
  check(process.execPath, ['sample.mts'], folder)
})

it('verifies in Python', (t) => {
  if (!needs(t, 'python3', '--version')) return
  const folder = newFolder(t)
  const main = `
import sys
for line in sys.stdin:
    secret, id, timestamp, signatures, plain, body = line.rstrip("\\n").split("\\t")
    body = base64.b64decode(body)
    print(verify_webhook(secret, id, timestamp, signatures, body), verify_service_signature(secret, plain, body))
`
  writeFileSync(join(folder, 'sample.py'), sample('python') + main)
  check('python3', ['sample.py'], folder)
})

it('verifies in PHP', (t) => {
  if (!needs(t, 'php', '--version')) return
  const folder = newFolder(t)
  const main = `
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$secret, $id, $timestamp, $signatures, $plain, $body] = explode("\\t", $line);
    $body = base64_decode($body);
    echo var_export(verifyWebhook($secret, $id, $timestamp, $signatures, $body), true), ' ',
        var_export(verifyServiceSignature($secret, $plain, $body), true), "\\n";
}
`
  writeFileSync(join(folder, 'sample.php'), sample('php') + main)
  check('php', ['sample.php'], folder)
})

it('verifies in Java', (t) => {
  if (!needs(t, 'javac', '--version')) return
  const folder = newFolder(t)
  const main = `
public class Main {
    public static void main(String[] args) throws Exception {
        for (String line : new String(System.in.readAllBytes()).split("\\n")) {
            String[] f = line.split("\\t");
            byte[] body = java.util.Base64.getDecoder().decode(f[5]);
            System.out.println(WebhookVerifier.verifyWebhook(f[0], f[1], f[2], f[3], body) + " "
                + WebhookVerifier.verifyServiceSignature(f[0], f[4], body));
        }
    }
}
`
  writeFileSync(join(folder, 'WebhookVerifier.java'), sample('java'))
  writeFileSync(join(folder, 'Main.java'), main)
  execFileSync('javac', ['Main.java', 'WebhookVerifier.java'], { cwd: folder })
  check('java', ['-cp', folder, 'Main'], folder)
})

it('verifies in Go', (t) => {
  if (!needs(t, 'go', 'version')) return
  const folder = join(newFolder(t), 'sample')
  mkdirSync(folder)
  const main = `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\\t")
		body, _ := base64.StdEncoding.DecodeString(f[5])
		fmt.Println(VerifyWebhook(f[0], f[1], f[2], f[3], body), VerifyServiceSignature(f[0], f[4], body))
	}
}
`
  writeFileSync(join(folder, 'go.mod'), 'module sample\n\ngo 1.21\n')
  writeFileSync(join(folder, 'verify.go'), sample('go'))
  writeFileSync(join(folder, 'main.go'), main)
  execFileSync('go', ['build', '-o', 'sample', '.'], { cwd: folder })
  check('./sample', [], folder)
})
