import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askOnce } from './serve.ts'

/** A folder for nginx's files, and what stops it at the end. */
interface Stage {
  folder: string
  after(end: () => unknown): void
}

/** The documented example, without TLS and on free ports, in front of these replicas. */
export async function startNginx(stage: Stage, port: number, replicas: readonly number[]) {
  const documented = readFileSync(new URL('../../deploy/nginx/yantra.conf', import.meta.url), 'utf8')
  mkdirSync(join(stage.folder, 'cache'))
  writeFileSync(join(stage.folder, 'yantra.conf'), onLoopback(documented, port, replicas, join(stage.folder, 'cache')))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(stage.folder, kind)};`,
  )
  writeFileSync(
    join(stage.folder, 'nginx.conf'),
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `daemon off; pid ${join(stage.folder, 'nginx.pid')}; error_log ${join(stage.folder, 'error.log')} warn;`,
      'worker_processes 1; worker_rlimit_nofile 20000; events { worker_connections 8192; }',
      `http { ${temporary.join(' ')} access_log off; include yantra.conf; }`,
    ].join('\n'),
  )
  const nginx = spawn('nginx', ['-p', stage.folder, '-c', join(stage.folder, 'nginx.conf'), '-e', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  stage.after(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  while ((await askOnce(`${url}/v1/machines/classes`)).status !== 200) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`)
  }
  return url
}

/** The example as it stands but for addresses, certificates and the folder of its cache. */
function onLoopback(documented: string, port: number, replicas: readonly number[], cache: string): string {
  const [first = ''] = documented.split(/^server \{\n {4}listen 80;/m)
  const conf = first
    .replace(/^ {4}server 127\.0\.0\.1:8080(.*)$/m, (_, rest) =>
      replicas.map((replica) => `    server 127.0.0.1:${replica}${rest}`).join('\n'),
    )
    .replace(/^ {4}listen 443 ssl;$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ {4}(listen \[::\]:443|ssl_certificate).*\n/gm, '')
    .replace('/var/cache/nginx/yantra', cache)
  if (/\b443\b|:8080\b|\bssl_/.test(conf) || !conf.includes(cache))
    throw new Error('the documented example has changed')
  return conf
}
