import type { Desk, Done, Name, Noun } from '../../admin/actions.ts'
import { type Arguments, InvalidInput, type Read } from '../../admin/inputs.ts'
import type { Config } from '../../config.ts'
import { secretPage } from '../../console/desk.ts'
import type { Db } from '../../database/schema.ts'
import { notFound, Refused } from '../../errors.ts'
import { createPost } from '../../webhooks/post.ts'
import type { Secrets } from '../../webhooks/signing.ts'
import type { TargetGuard } from '../../webhooks/target-guard.ts'
import type { ActionRequest, ConsoleRoutes } from './console-routes.ts'

export type DeskOf = (request: ActionRequest) => Desk

export interface DeskDeps {
  config: Config
  db: Db
  secrets: Secrets
  targetGuard: TargetGuard
}

/** What acts of the console need. */
export function createDesk({ db, secrets, targetGuard, config }: DeskDeps): DeskOf {
  const post = createPost(targetGuard)
  const sending = async () => ({ db, secrets, post })
  return ({ now, session }) => ({ db, config, sending, actor: { by: 'console', who: session.who }, now })
}

/** Adds the acts of a noun: each form of the pages leads to one. */
export function addActs<T>(routes: ConsoleRoutes, noun: Noun<T>, deskOf: DeskOf): void {
  if (Object.values(noun.acts).some(({ isForMany }) => isForMany)) addActsOnMany(routes, noun, deskOf)
  for (const [name, act] of Object.entries(noun.acts)) {
    if (!act.button) continue
    const words = act.isNew ? [] : Object.keys({ ...noun.names, ...act.within })
    const path = [noun.name, ...words.map((word) => `:${word}`), name]
    routes.action(`/${path.join('/')}`, async (request) => {
      const { params, form, to } = request
      const there = backOf(request, noun.name) ?? to([noun.name, ...words.map((word) => params[word])].join('/'))
      try {
        const done = await act.run(deskOf(request), params, readForm(act.inputs ?? {}, form))
        if (!done) throw notFound(`such ${noun.one}`)
        if (done.secret !== undefined) return secretPage(request, noun, done.text, done.secret)
        return { to: done.isOver ? to(noun.name) : there, text: noticeText(done), isBad: done.isBad ?? false }
      } catch (error) {
        const text = `${act.undone ?? 'Nothing was changed'}: ${whyNot(error)}.`
        const isGone = act.isNew || error instanceof Refused
        return { to: isGone ? (backOf(request, noun.name) ?? to(noun.name)) : there, text, isBad: true }
      }
    })
  }
}

/** What an act did, as the next page says it. */
export function noticeText({ text, hint }: Done): string {
  return [text, hint].filter(Boolean).join(' ')
}

/** Why something was not done; what is no refusal is thrown on. */
export function whyNot(error: unknown): string {
  if (error instanceof InvalidInput || error instanceof Refused) return error.message
  throw error
}

/** At once. */
const MAX_MANY = 200

/** Adds the acts that can be done with many at once: each is done or refused by itself. */
function addActsOnMany<T>(routes: ConsoleRoutes, noun: Noun<T>, deskOf: DeskOf): void {
  routes.action(`/${noun.name}/many`, async (request) => {
    const { form, to } = request
    const there = backOf(request, '') ?? to(noun.name)
    const act = noun.acts[form.get('act') ?? '']
    const ids = [...new Set(form.getAll('id'))].slice(0, MAX_MANY)
    if (!act?.isForMany || ids.length === 0) return { to: there, text: 'Select something first.', isBad: true }
    const refused: string[] = []
    for (const given of ids) {
      try {
        const name = nameFrom(noun, given)
        const done = name && (await act.run(deskOf(request), name, readForm(act.inputs ?? {}, form)))
        if (!done) refused.push(`there is no ${noun.one} ${given.slice(0, 100)}`)
      } catch (error) {
        refused.push(whyNot(error))
      }
    }
    const done = ids.length - refused.length
    const why = [...new Set(refused)].slice(0, 10).join('; ')
    const text = `${act.button}: ${done} of ${ids.length}.${why && ` Not done: ${why}.`}`
    return { to: there, text, isBad: refused.length > 0 }
  })
}

function nameFrom<T>({ names }: Noun<T>, given: string): Name | undefined {
  const [words, parts] = [Object.keys(names), given.split('/')]
  if (parts.length !== words.length || !parts.every((part) => /^[\w-]+$/.test(part))) return undefined
  return Object.fromEntries(words.map((word, at) => [word, parts[at]!]))
}

/** The page that the act came from, perhaps a search; never outside the console. */
function backOf({ form, to }: ActionRequest, name: string): string | undefined {
  const back = URL.parse(form.get('back') ?? '', 'http://console')
  if (back?.origin !== 'http://console') return undefined
  const isOurs =
    name === ''
      ? back.pathname.startsWith(to(''))
      : back.pathname === to(name) || back.pathname.startsWith(`${to(name)}/`)
  return isOurs ? back.pathname + back.search : undefined
}

function readForm<A extends Arguments>(inputs: A, form: URLSearchParams): Read<A> {
  const values = Object.entries(inputs).map(([name, input]) => {
    const given = form.get(name)?.trim() ?? ''
    if (!input.takes) return [name, given !== '']
    if (given !== '') return [name, input.read(given, name)]
    if (input.required || input.fallback) throw new InvalidInput(`${name} is missing`)
    return [name, undefined]
  })
  return Object.fromEntries(values)
}
