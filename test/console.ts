import assert from 'node:assert/strict'
import type { Environment } from '../src/config.ts'
import { type Service, yantra } from './service.ts'

/** A new link into the console of a service, as the operator gets it. */
export async function newLink({ url, env }: { url: string; env: Environment }, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await yantra(env, 'console', '--json', ...args)
  assert.equal(code, 0, stderr)
  const link = new URL((JSON.parse(stdout) as { url: string }).url)
  return new URL(link.pathname + link.search, url).href
}

/** A console with somebody signed in. */
export interface OpenConsole {
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** Sends a file to be imported; gives the path of its page. */
  send(name: string, content: string | Buffer, fields?: Record<string, string>): Promise<string>
  /** The page once it holds this. Each look waits a while for what is under way. */
  until(path: string, holds: RegExp): Promise<string>
}

export async function signIn(service: Pick<Service, 'url' | 'env'>, ...args: string[]): Promise<OpenConsole> {
  const answer = await fetch(await newLink(service, ...args), { redirect: 'manual' })
  assert.equal(answer.status, 303)
  return openConsole(service.url, cookieOf(answer))
}

/** What a browser does that has this cookie, on any replica. */
export function openConsole(url: string, cookie: string): OpenConsole {
  return {
    cookie,
    get: (path, headers = {}) =>
      fetch(`${url}/console/${path}`, { redirect: 'manual', headers: { cookie, ...headers } }),
    post: (path, form = {}, headers = { origin: new URL(url).origin }) =>
      fetch(`${url}/console/${path}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
        headers: { cookie, ...headers },
      }),
    async send(name, content, fields = {}) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
      const sent = await fetch(`${url}/console/imports`, {
        ...{ method: 'POST', body: form, redirect: 'manual', headers: { cookie, origin: new URL(url).origin } },
      })
      assert.equal(sent.status, 303)
      return sent.headers.get('location')!.replace('/console/', '')
    },
    async until(path, holds) {
      let text = ''
      for (let looks = 0; looks < 12 && !holds.test(text); looks++) text = await (await this.get(path)).text()
      assert.ok(holds.test(text), String(holds))
      return text
    },
  }
}

export function cookieOf(answer: Response): string {
  const [cookie = ''] = answer.headers.getSetCookie()
  return cookie.split(';', 1)[0]!
}

/** What the form on a page of a record would send, as a browser reads it. */
export function formOn(page: string): Record<string, string> {
  const form = page.slice(page.indexOf('class="record"'), page.indexOf('class="save"'))
  const plain = (text: string) =>
    text.replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )
  const fields: Record<string, string> = {}
  for (const [tag, name] of form.matchAll(/<input[^>]*? name="([^"]+)"[^>]*>/g)) {
    if (tag.includes('type="checkbox"') && !tag.includes(' checked')) continue
    fields[name!] = plain(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name, text] of form.matchAll(/<textarea name="([^"]+)"[^>]*>\n?([^<]*)</g)) fields[name!] = plain(text!)
  for (const [, name, options] of form.matchAll(/<select name="([^"]+)"[^>]*>(.*?)<\/select>/gs)) {
    fields[name!] = /value="([^"]*)" selected/.exec(options!)?.[1] ?? ''
  }
  return fields
}
