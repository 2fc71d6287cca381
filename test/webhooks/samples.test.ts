import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { newSecret, signedHeaders } from '../../src/webhooks/signing.ts'
import { newFolder } from '../backends.ts'
import { isNightly } from '../tier.ts'

// Each sample runs with a few lines that read cases from standard input, separated by tabs: secret, id, timestamp,
// signatures, plain signature and the body in base64.

const DOCUMENT = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8')

function sample(language: string): string {
  const result = [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language} verify\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  assert.equal(result.length, 1, `one sample in ${language}`)
  return result[0]![1]!
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

interface Language {
  /** The command and the arguments that show whether it is installed. */
  installed: string[]
  /** Files by name; the sample replaces SAMPLE. */
  files: Record<string, string>
  build?: string[]
  run: string[]
}

const LANGUAGES: Record<string, Language> = {
  ts: {
    installed: [process.execPath, '--version'],
    files: {
      'sample.mts': `SAMPLE
for (const line of (await import('node:fs')).readFileSync(0, 'utf8').trim().split('\\n')) {
  const [secret, id, timestamp, signatures, plain, bytes] = line.split('\\t') as [string, string, string, string, string, string]
  const body = Buffer.from(bytes, 'base64').toString()
  console.log(verifyWebhook(secret, id, timestamp, signatures, body), verifyServiceSignature(secret, plain, body))
}
`,
    },
    run: [process.execPath, 'sample.mts'],
  },
  python: {
    installed: ['python3', '--version'],
    files: {
      'sample.py': `SAMPLE
import sys
for line in sys.stdin:
    secret, id, timestamp, signatures, plain, body = line.rstrip("\\n").split("\\t")
    body = base64.b64decode(body)
    print(verify_webhook(secret, id, timestamp, signatures, body), verify_service_signature(secret, plain, body))
`,
    },
    run: ['python3', 'sample.py'],
  },
  php: {
    installed: ['php', '--version'],
    files: {
      'sample.php': `SAMPLE
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$secret, $id, $timestamp, $signatures, $plain, $body] = explode("\\t", $line);
    $body = base64_decode($body);
    echo var_export(verifyWebhook($secret, $id, $timestamp, $signatures, $body), true), ' ',
        var_export(verifyServiceSignature($secret, $plain, $body), true), "\\n";
}
`,
    },
    run: ['php', 'sample.php'],
  },
  java: {
    installed: ['javac', '--version'],
    files: {
      'WebhookVerifier.java': 'SAMPLE',
      'Main.java': `public class Main {
    public static void main(String[] args) throws Exception {
        for (String line : new String(System.in.readAllBytes()).split("\\n")) {
            String[] f = line.split("\\t");
            byte[] body = java.util.Base64.getDecoder().decode(f[5]);
            System.out.println(WebhookVerifier.verifyWebhook(f[0], f[1], f[2], f[3], body) + " "
                + WebhookVerifier.verifyServiceSignature(f[0], f[4], body));
        }
    }
}
`,
    },
    build: ['javac', 'Main.java', 'WebhookVerifier.java'],
    run: ['java', 'Main'],
  },
  go: {
    installed: ['go', 'version'],
    files: {
      'go.mod': 'module sample\n\ngo 1.21\n',
      'verify.go': 'SAMPLE',
      'main.go': `package main

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
`,
    },
    build: ['go', 'build', '-o', 'sample', '.'],
    run: ['./sample'],
  },
}
/** The others start slowly. */
const ON_PUSH = ['ts', 'python']

for (const [language, { installed, files, build, run }] of Object.entries(LANGUAGES)) {
  const [program, ...args] = installed as [string, ...string[]]
  const isMissing = () => spawnSync(program, args).status !== 0 && `${program} is not installed: its sample was NOT run`
  const skip = isNightly || ON_PUSH.includes(language) ? isMissing() : 'nightly'
  it(`the ${language} sample of the guide verifies signatures`, { skip }, (t) => {
    const cwd = newFolder(t)
    const text = sample(language)
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(
        join(cwd, name),
        content.replace('SAMPLE', () => text),
      )
    }
    const env = { ...process.env, GOFLAGS: '-mod=mod' }
    const start = ([command, ...args]: string[], input = '') =>
      execFileSync(command!, args, { cwd, input, env, encoding: 'utf8' })
    if (build) start(build)
    const all = cases()
    const output = start(run, all.map(({ fields }) => `${fields.join('\t')}\n`).join(''))
    assert.deepEqual(
      output.trim().toLowerCase().split('\n'),
      all.map(({ expected }) => expected),
    )
  })
}
