import { type ActionResult, type AdminContext, type Id, type Resource, runAction } from '../../admin/actions.ts'
import { type Arguments, InvalidInput, type Read, readArgument, schemasOf } from '../../admin/inputs.ts'
import type { Config } from '../../config.ts'
import { secretPage } from '../../console/resource-pages.ts'
import type { Db } from '../../database/schema.ts'
import { CommandError, notFound } from '../../errors.ts'
import { createPost } from '../../webhooks/post.ts'
import type { Secrets } from '../../webhooks/signing.ts'
import type { TargetGuard } from '../../webhooks/ssrf-guard.ts'
import type { ActionRequest, ConsoleRoutes } from './console-routes.ts'

export type ContextOf = (request: ActionRequest) => AdminContext

export interface ActionDeps {
  config: Config
  db: Db
  secrets: Secrets
  targetGuard: TargetGuard
}

export function createContext({ db, secrets, targetGuard, config }: ActionDeps): ContextOf {
  const post = createPost(targetGuard)
  const sending = async () => ({ db, secrets, post })
  return ({ now, session }) => ({ db, config, sending, actor: { by: 'console', who: session.who }, now })
}

export function addActions<T>(routes: ConsoleRoutes, resource: Resource<T>, contextOf: ContextOf): void {
  if (Object.values(resource.actions).some(({ isBulk }) => isBulk)) addBulkActions(routes, resource, contextOf)
  for (const [name, action] of Object.entries(resource.actions)) {
    if (!action.button) continue
    const segments = action.isNew ? [] : Object.keys({ ...resource.id, ...action.within })
    const path = [resource.name, ...segments.map((segment) => `:${segment}`), name]
    routes.action(`/${path.join('/')}`, async (request) => {
      const { params, form, to } = request
      const list = backOf(request, resource.name) ?? to(resource.name)
      const page =
        backOf(request, resource.name) ?? to([resource.name, ...segments.map((segment) => params[segment])].join('/'))
      try {
        const args = readForm(action.args ?? {}, form)
        const result = await runAction(resource, name, contextOf(request), params, args)
        if (!result) throw notFound(`such ${resource.singular}`)
        if (result.secret !== undefined) return secretPage(request, resource, result.text, result.secret)
        const next = result.isRemoved ? to(resource.name) : page
        return { to: next, text: noticeText(result), isBad: result.hasFailed ?? false }
      } catch (error) {
        const text = `Nothing was changed: ${reasonFor(error)}.`
        return { to: action.isNew || error instanceof CommandError ? list : page, text, isBad: true }
      }
    })
  }
}

export function noticeText({ text, hint }: ActionResult): string {
  return [text, hint].filter(Boolean).join(' ')
}

/** Why an action was refused; any other error is thrown. */
export function reasonFor(error: unknown): string {
  if (error instanceof InvalidInput || error instanceof CommandError) return error.message
  throw error
}

const MAX_SELECTED = 200

function addBulkActions<T>(routes: ConsoleRoutes, resource: Resource<T>, contextOf: ContextOf): void {
  routes.action(`/${resource.name}/many`, async (request) => {
    const { form, to } = request
    const page = backOf(request, '') ?? to(resource.name)
    const name = form.get('act') ?? ''
    const action = Object.hasOwn(resource.actions, name) ? resource.actions[name] : undefined
    const ids = [...new Set(form.getAll('id'))].slice(0, MAX_SELECTED)
    if (!action?.isBulk || ids.length === 0) return { to: page, text: 'Select at least one item.', isBad: true }
    const refused: string[] = []
    for (const path of ids) {
      try {
        const id = idFrom(resource, path)
        const args = readForm(action.args ?? {}, form)
        const result = id && (await runAction(resource, name, contextOf(request), id, args))
        if (!result) refused.push(`no ${resource.singular} ${path.slice(0, 100)}`)
      } catch (error) {
        refused.push(reasonFor(error))
      }
    }
    const reasons = [...new Set(refused)].slice(0, 10).join('; ')
    const text = `${action.button}: ${ids.length - refused.length} of ${ids.length}.${reasons && ` Not done: ${reasons}.`}`
    return { to: page, text, isBad: refused.length > 0 }
  })
}

function idFrom<T>(resource: Resource<T>, path: string): Id | undefined {
  const [names, parts] = [Object.keys(resource.id), path.split('/')]
  if (parts.length !== names.length || !parts.every((part) => /^[\w-]+$/.test(part))) return undefined
  return Object.fromEntries(names.map((name, i) => [name, parts[i]!]))
}

/** The page that the form was on; never outside the console. */
function backOf({ form, to }: ActionRequest, name: string): string | undefined {
  const back = URL.parse(form.get('back') ?? '', 'http://console')
  if (back?.origin !== 'http://console') return undefined
  const isInside =
    name === ''
      ? back.pathname.startsWith(to(''))
      : back.pathname === to(name) || back.pathname.startsWith(`${to(name)}/`)
  return isInside ? back.pathname + back.search : undefined
}

function readForm<A extends Arguments>(args: A, form: URLSearchParams): Read<A> {
  const values = schemasOf(args).flatMap(({ name, schema, isRequired }) => {
    const text = form.get(name)?.trim() ?? ''
    if (schema.type === 'boolean') return [[name, text !== '']]
    if (text === '' && (isRequired || schema.default !== undefined)) throw new InvalidInput(`${name} is required`)
    if (text === '') return []
    return [[name, readArgument(name, schema, text)]]
  })
  return Object.fromEntries(values)
}
